import { constants } from 'node:fs';
import { succeeds } from '../../src/store/disk/errno.js';
import type { SyncFs } from '../support/sim/sync-fs.js';

/** How a program that takes no locks writes; a late writer has opened the file long before. */
export type Style = 'write' | 'late write' | 'replace' | 'remove';

export const styles: readonly Style[] = ['write', 'late write', 'replace', 'remove'];

/** As long as the texts that the files have at first: only their times tell them apart. */
export const TEXT = 'oo';

const { O_CREAT, O_RDWR, O_TRUNC, O_WRONLY } = constants;

/** Gets an outsider ready and gives what it is to do. */
export function prepare(style: Style, calls: SyncFs, path: string): () => void {
  const bytes = [Buffer.from(TEXT)];
  const write = (to: string): void => {
    const fd = calls.open(to, O_WRONLY | O_CREAT | O_TRUNC);
    calls.writev(fd, bytes, 0);
    calls.close(fd);
  };
  switch (style) {
    case 'write':
      return () => {
        write(path);
      };
    case 'late write': {
      const fd = calls.open(path, O_RDWR);
      return () => {
        calls.writev(fd, bytes, 0);
      };
    }
    case 'replace':
      return () => {
        write(`${path}.saved`);
        calls.rename(`${path}.saved`, path);
      };
    case 'remove':
      return () => {
        // The change set may have done it.
        succeeds(['ENOENT'], () => {
          calls.unlink(path);
        });
      };
  }
}
