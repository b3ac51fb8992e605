import { constants } from 'node:fs';
import { dirname, sep } from 'node:path';
import { LocklineError } from '../../../core/errors.js';
import type { FilePath } from '../../../core/path.js';
import type { Confinement } from './confine.js';
import type { Access } from './directory.js';
import { errnoOf, unless } from '../errno.js';
import { foldName } from './fold.js';
import type { FsPort, Stat } from '../fs-port.js';
import { mapIoErrors, type IoErrors } from '../io-error.js';
import { isOwnName } from './protect.js';
import { relativeInside } from './roots.js';

/**
 * An open directory inside a root. Work in it goes through its descriptor, so that no swap of a directory
 * above it leads anywhere else. Without `/proc` it goes by name, and `recheck` before and after is all
 * there is; a swap and its reversal in between then stay unseen.
 */
export interface Anchor {
  /** Canonical path at the time of opening. */
  readonly directory: string;
  readonly fd: number;
  readonly dev: bigint;
  readonly ino: bigint;
  /** Who may write in it. */
  readonly access: Access;
  /** Path of an entry for a system call; `name` is one name, or several below the entry. */
  at(name: string): string;
  /** Whether the directory still stands where it was opened. Throws OUTSIDE_ROOTS or IO_FAILED if not. */
  recheck(): void;
  /**
   * For a file just opened by name inside an own directory of this one, before anything is written to it:
   * that it is in there, and not behind a link put in the way. Throws IO_FAILED.
   */
  verifyInside(fd: number): void;
  /** Makes the entries durable, where the file system can do so for a directory. */
  sync(): Promise<void>;
  close(): void;
}

export interface Anchors {
  /**
   * Opens the directory that a file is in, or `undefined` if that does not exist. Throws NOT_A_FILE for a
   * root, which has no parent to speak of, OUTSIDE_ROOTS, PERMISSION_DENIED, IO_FAILED.
   */
  openParent(path: FilePath): Anchor | undefined;
  /** The same for a canonical directory; for making missing parents one by one. */
  openDirectory(directory: string): Anchor | undefined;
  /** Opens the deepest directory above a file that exists. Throws FILE_NOT_FOUND if its root is gone. */
  openNearest(path: FilePath): Anchor;
}

interface Parts {
  readonly fs: FsPort;
  readonly confinement: Confinement;
  readonly ioErrors: IoErrors;
}

/** Tells where an open directory is now, which no rename can falsify; `undefined` without `/proc`. */
type Whereabouts = (fd: number) => string | undefined;

const DIRECTORY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const PERMISSIONS = 0o7777;
const NO_PROC = ['ENOENT', 'ENOTDIR', 'EACCES', 'EINVAL', 'UNKNOWN'];
/** Some network and foreign file systems, and Windows, have no sync of directories. */
const CANNOT_SYNC = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM'];
const DELETED = ' (deleted)';

/** Whether there is `/proc` is found out once, by the first directory that is opened. */
export function createAnchors(parts: Parts): Anchors {
  const { confinement } = parts;
  const whereabouts = createWhereabouts(parts.fs);
  const openDirectory = (directory: string): Anchor | undefined =>
    openAnchor(directory, whereabouts, parts);

  return {
    openDirectory,
    openParent: (path) => {
      const directory = dirname(path);
      if (confinement.isInside(directory)) return openDirectory(directory);
      throw new LocklineError('NOT_A_FILE', {
        path: confinement.display(path),
        found: 'a directory',
      });
    },
    openNearest: (path) => {
      for (let at = dirname(path); confinement.isInside(at); at = dirname(at)) {
        const anchor = openDirectory(at);
        if (anchor !== undefined) return anchor;
      }
      throw new LocklineError('FILE_NOT_FOUND', { path: confinement.display(path) });
    },
  };
}

function createWhereabouts(fs: FsPort): Whereabouts {
  let hasProc: boolean | undefined;
  return (fd) => {
    if (hasProc === false) return undefined;
    const link = `/proc/self/fd/${String(fd)}`;
    if (hasProc === true) return fs.readlink(link);
    const target = unless(NO_PROC, () => fs.readlink(link));
    hasProc = target !== undefined;
    return target;
  };
}

function openAnchor(directory: string, whereabouts: Whereabouts, parts: Parts): Anchor | undefined {
  const { fs, confinement, ioErrors } = parts;
  return mapIoErrors(ioErrors, confinement.display(directory), () => {
    const fd = unless(['ENOENT'], () => fs.open(directory, DIRECTORY));
    if (fd === undefined) return undefined;
    let isKept = false;
    try {
      const found = whereabouts(fd);
      if (found === directory + DELETED) return undefined;
      const hasProc = found !== undefined;
      const anchor = anchorAt(directory, { ...parts, fd, hasProc, whereabouts });
      if (!hasProc) anchor.recheck();
      else if (!isSamePath(found, directory)) throw moved(found, directory, parts);
      isKept = true;
      return anchor;
    } finally {
      if (!isKept) fs.close(fd);
    }
  });
}

interface Opened extends Parts {
  readonly fd: number;
  readonly hasProc: boolean;
  readonly whereabouts: Whereabouts;
}

function anchorAt(directory: string, opened: Opened): Anchor {
  const { fs, fd, hasProc, whereabouts } = opened;
  const stat = fs.fstat(fd);
  const base = hasProc ? `/proc/self/fd/${String(fd)}/` : directory + sep;
  const recheck = (): void => {
    const now = hasProc ? whereabouts(fd) : placeByName(fs, directory, stat);
    if (now === undefined || !isSamePath(now, directory)) throw moved(now, directory, opened);
  };
  return {
    directory,
    fd,
    dev: stat.dev,
    ino: stat.ino,
    access: { mode: stat.mode & PERMISSIONS, uid: stat.uid, gid: stat.gid },
    at: (name) => base + name,
    recheck,
    verifyInside: (file) => {
      const [here, there] = [whereabouts(fd), whereabouts(file)];
      if (here === undefined || there === undefined) recheck();
      else if (!isInOwnDirectory(here, there)) throw moved(undefined, directory, opened);
    },
    sync: () => syncEntries(fs, fd),
    close: () => {
      fs.close(fd);
    },
  };
}

/** Where the directory is, if its name still leads to it. */
function placeByName(fs: FsPort, directory: string, opened: Stat): string | undefined {
  return unless(['ENOENT', 'ENOTDIR', 'ELOOP'], () => {
    const real = fs.realpath(directory);
    const { dev, ino } = fs.lstat(real);
    return dev === opened.dev && ino === opened.ino ? real : undefined;
  });
}

/** On a file system that folds case, the kernel can name a directory by another spelling. */
function isSamePath(a: string, b: string): boolean {
  return a === b || foldName(a) === foldName(b);
}

function isInOwnDirectory(directory: string, file: string): boolean {
  const [first = '', ...rest] = relativeInside(directory, file)?.split(sep) ?? [];
  return rest.length > 0 && isOwnName(first);
}

function moved(now: string | undefined, directory: string, parts: Parts): LocklineError {
  const { confinement } = parts;
  const path = confinement.display(directory);
  if (now !== undefined && !confinement.isInside(now)) {
    return new LocklineError('OUTSIDE_ROOTS', { path, roots: confinement.roots });
  }
  const cause = 'a directory was moved or replaced while it was in use';
  return new LocklineError('IO_FAILED', { path, call: 'open', cause });
}

async function syncEntries(fs: FsPort, fd: number): Promise<void> {
  try {
    await fs.fsync(fd);
  } catch (error) {
    if (!CANNOT_SYNC.includes(errnoOf(error) ?? '')) throw error;
  }
}
