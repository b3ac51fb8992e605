import { constants } from 'node:fs';
import { unless } from '../../../src/store/disk/errno.js';
import type { FsPort } from '../../../src/store/disk/fs-port.js';
import { dataCalls } from './data-calls.js';
import type { DescriptorTable } from './descriptors.js';
import { entryCalls } from './entry-calls.js';
import type { Kernel } from './kernel.js';
import { lookCalls } from './look-calls.js';
import { openCalls } from './open-calls.js';
import type { SyncFs } from './sync-fs.js';
import { toPort } from './sync-fs.js';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;

/** A process that works on a simulated file system. */
export interface SimProcess {
  readonly fs: FsPort;
  /** The same calls without promises. */
  readonly calls: SyncFs;
  /** Closes all its files, as the end of a process does. Everything else stays as it is. */
  exit(): void;
}

export function startProcess(kernel: Kernel): SimProcess {
  const descriptors: DescriptorTable = new Map();
  kernel.tables.add(descriptors);
  const process = { kernel, live: kernel.live, descriptors };
  const single = {
    ...lookCalls(process),
    ...entryCalls(process),
    ...openCalls(process),
    ...dataCalls(process),
  };
  const calls: SyncFs = { ...single, ...shortCalls(single) };
  return {
    fs: toPort(calls),
    calls,
    exit: () => {
      descriptors.clear();
      kernel.tables.delete(descriptors);
    },
  };
}

type Single = Omit<SyncFs, 'readSmall' | 'writeSmall'>;

/** The calls that are several system calls in truth. */
function shortCalls(calls: Single): Pick<SyncFs, 'readSmall' | 'writeSmall'> {
  return {
    readSmall: (path) => {
      const fd = unless(['ELOOP'], () => calls.open(path, O_RDONLY | O_NOFOLLOW));
      if (fd === undefined) return Buffer.alloc(0);
      try {
        const { kind, size } = calls.fstat(fd);
        const into = Buffer.alloc(kind === 'file' ? size : 0);
        if (kind === 'file') calls.readSync(fd, into, 0);
        return into;
      } finally {
        calls.close(fd);
      }
    },
    writeSmall: (path, bytes, mode) => {
      const fd = calls.open(path, O_WRONLY | O_CREAT | O_EXCL, mode);
      calls.writev(fd, [bytes], 0);
      calls.close(fd);
    },
  };
}
