import { constants } from 'node:fs';
import { errnoOf, succeeds, unless } from '../errno.js';
import type { FsPort } from '../fs-port.js';

const GONE = ['ENOENT', 'ENOTDIR'];
const DIRECTORY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Removes a file, or a directory with what it holds, without following links; nothing happens if it is gone. */
export function removeTree(fs: FsPort, path: string): void {
  const stat = unless(GONE, () => fs.lstat(path));
  if (stat === undefined) return;
  if (stat.kind !== 'directory') {
    succeeds(GONE, () => {
      fs.unlink(path);
    });
    return;
  }
  for (const name of unless(GONE, () => fs.readdir(path)) ?? []) removeTree(fs, `${path}/${name}`);
  succeeds([...GONE, 'ENOTEMPTY', 'EEXIST'], () => {
    fs.rmdir(path);
  });
}

/** Makes the entries of a directory durable; nothing happens if it is gone. */
export async function syncDirectory(fs: FsPort, path: string): Promise<void> {
  const fd = unless(GONE, () => fs.open(path, DIRECTORY));
  if (fd === undefined) return;
  try {
    await fs.fsync(fd);
  } finally {
    fs.close(fd);
  }
}

/** Makes the content of a file durable. */
export async function syncFile(fs: FsPort, path: string): Promise<void> {
  const fd = fs.open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    await fs.fsync(fd);
  } finally {
    fs.close(fd);
  }
}

/** Who may write in a directory. */
export interface Access {
  /** Permission bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** Permission bits that let others than the owner write. */
const SHARED = 0o022;

/**
 * Makes a directory of ours in one with this access. Those who may write there must be able to go on with
 * what we leave, whoever we are and whatever our umask.
 */
export function makeShared(fs: FsPort, path: string, around: Access): void {
  fs.mkdir(path, 0o777);
  const made = unless(GONE, () => fs.lstat(path));
  const isOwn = made?.uid === around.uid && made.gid === around.gid;
  if ((around.mode & SHARED) === 0 && isOwn) return;
  // Whoever tidies up may have removed it again.
  const fd = unless(GONE, () => fs.open(path, DIRECTORY));
  if (fd === undefined) return;
  try {
    shareOpen(fs, fd, around, 0o777);
  } finally {
    fs.close(fd);
  }
}

/** Gives something of ours, just made, to those who may write in the directory that it is in. */
export function shareOpen(fs: FsPort, fd: number, around: Access, bits: number): void {
  giveTo(fs, fd, around);
  if ((around.mode & SHARED) !== 0) fs.fchmod(fd, around.mode & bits);
}

/** Only the superuser can give something to another user, and everybody to a group that he is in. */
function giveTo(fs: FsPort, fd: number, { uid, gid }: Access): void {
  const made = fs.fstat(fd);
  if (made.uid === uid && made.gid === gid) return;
  const isGiven = succeeds(NOT_GIVEN, () => {
    fs.fchown(fd, uid, gid);
  });
  if (isGiven || made.gid === gid) return;
  succeeds(NOT_GIVEN, () => {
    fs.fchown(fd, made.uid, gid);
  });
}

const NOT_GIVEN = ['EPERM', 'EINVAL', 'ENOSYS', 'ENOTSUP'];

/** File systems without hard links answer with one of these; so does Linux for a file that may not be linked. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** Gives a file a second name, or does the other thing where that is not possible. EEXIST and ENOENT are thrown. */
export function linkOr(fs: FsPort, existing: string, path: string, otherwise: () => void): void {
  try {
    fs.link(existing, path);
  } catch (error) {
    if (!NO_LINKS.includes(errnoOf(error) ?? '')) throw error;
    otherwise();
  }
}
