import { constants } from 'node:fs';
import { errnoOf, succeeds, unless } from './errno.js';
import type { FsPort } from './fs-port.js';

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
  const fd = fs.open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    await fs.fsync(fd);
  } finally {
    fs.close(fd);
  }
}

/** Permission bits that let others than the owner write. */
const SHARED = 0o022;

/**
 * Makes a directory of ours in one with these permission bits. Those who may write there must be able to go
 * on with what we leave, whatever our umask.
 */
export function makeShared(fs: FsPort, path: string, mode: number): void {
  fs.mkdir(path, 0o777);
  if ((mode & SHARED) !== 0) share(fs, path, mode & 0o777);
}

/** Gives a directory exactly these permission bits, whatever the umask took from them. */
function share(fs: FsPort, path: string, mode: number): void {
  const fd = fs.open(path, DIRECTORY);
  try {
    fs.fchmod(fd, mode);
  } finally {
    fs.close(fd);
  }
}

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
