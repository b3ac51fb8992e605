import { constants } from 'node:fs';
import { basename } from 'node:path';
import { LocklineError } from '../../../core/errors.js';
import type { FilePath } from '../../../core/path.js';
import type { Anchor } from './anchor.js';
import type { Confinement } from './confine.js';
import { errnoOf, unless } from '../errno.js';
import type { FileSystems } from './file-systems.js';
import type { FsPort, Stat } from '../fs-port.js';
import { createHiddenTwins } from './hidden-twins.js';
import { mapIoErrors, type IoErrors } from '../io-error.js';
import { userText, type User } from './user.js';

/** A regular file, open for reading. Who opened it closes `fd`. */
export interface OpenFile {
  readonly fd: number;
  readonly stat: Stat;
}

/**
 * Opens the file at a canonical path in its anchored directory, or gives `undefined` if there is none.
 * Nothing but a regular file is ever opened. Throws NOT_A_FILE, PERMISSION_DENIED, FILE_NOT_FOUND for
 * another name of a hidden file, and what `Anchor.recheck` throws.
 */
export type OpenTarget = (anchor: Anchor, path: FilePath) => OpenFile | undefined;

interface Parts {
  readonly fs: FsPort;
  readonly confinement: Confinement;
  readonly fileSystems: FileSystems;
  readonly ioErrors: IoErrors;
  readonly user: User | undefined;
}

/** A FIFO or terminal put in the place at the last moment neither blocks nor becomes ours. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

const FOUND: ReadonlyMap<number, string> = new Map([
  [constants.S_IFDIR, 'a directory'],
  [constants.S_IFLNK, 'a symbolic link'],
  [constants.S_IFIFO, 'a named pipe (FIFO)'],
  [constants.S_IFSOCK, 'a socket'],
  [constants.S_IFCHR, 'a character device'],
  [constants.S_IFBLK, 'a block device'],
]);

export function createOpenTarget(parts: Parts): OpenTarget {
  const { fs, confinement, ioErrors } = parts;
  const isHiddenTwin = createHiddenTwins(fs, confinement);

  return (anchor, path) => {
    const shown = confinement.display(path);
    return mapIoErrors(ioErrors, shown, () => {
      const at = anchor.at(basename(path));
      const fd = openRegular(at, shown, parts);
      if (fd === undefined) return undefined;
      let isKept = false;
      try {
        const stat = fs.fstat(fd);
        checkKind(stat, shown);
        anchor.recheck();
        checkKernel(stat, at, shown);
        if (isHiddenTwin(stat)) throw new LocklineError('FILE_NOT_FOUND', { path: shown });
        isKept = true;
        return { fd, stat };
      } finally {
        if (!isKept) fs.close(fd);
      }
    });
  };

  /** Files of the kernel look regular and can be endless, or act when they are read. */
  function checkKernel(stat: Stat, at: string, shown: string): void {
    const { kind, name } = parts.fileSystems.of(stat, at);
    if (kind !== 'kernel') return;
    throw new LocklineError('NOT_A_FILE', {
      path: shown,
      found: `a view into the kernel (${name})`,
    });
  }
}

/** Looks before it opens: to open a device can already have an effect. */
function openRegular(at: string, shown: string, { fs, user }: Parts): number | undefined {
  const seen = unless(['ENOENT'], () => fs.lstat(at));
  if (seen === undefined) return undefined;
  checkKind(seen, shown);
  try {
    return unless(['ENOENT'], () => fs.open(at, READ));
  } catch (error) {
    if (errnoOf(error) !== 'EACCES') throw error;
    throw new LocklineError('PERMISSION_DENIED', { path: shown, reason: unreadable(seen, user) });
  }
}

function checkKind(stat: Stat, shown: string): void {
  if (stat.kind === 'file') return;
  const found = FOUND.get(stat.mode & constants.S_IFMT) ?? 'a special file';
  throw new LocklineError('NOT_A_FILE', { path: shown, found });
}

function unreadable({ uid, gid, mode }: Stat, user: User | undefined): string {
  const owner = `${String(uid)}:${String(gid)}`;
  const bits = (mode & 0o777).toString(8).padStart(4, '0');
  return `${userText(user)} may not read it (owner ${owner}, mode ${bits}); run the server as its owner (in Docker: --user ${owner}) or grant the access`;
}
