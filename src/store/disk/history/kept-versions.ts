import { constants } from 'node:fs';
import type { Hash } from '../../../core/hash.js';
import { succeeds, unless } from '../errno.js';
import type { FsPort, Stat } from '../fs-port.js';
import { readVersion, type FileVersion } from '../read/version.js';
import type { Home } from './home.js';
import type { Room } from './room.js';

/*
 * A kept version is a file named by the hash of its bytes. As a rule it is the very inode that was the live
 * file until a commit put another in its place: its last name is moved here, so that keeping it costs one
 * rename and no copy, and a live file never shares an inode with it.
 */

/** The version that a change has replaced. */
export interface FormerVersion {
  /** Where its inode lies, for a system call. */
  readonly at: string;
  readonly version: FileVersion;
}

interface Parts {
  readonly fs: FsPort;
  readonly makeToken: () => string;
}

const GONE = ['ENOENT', 'ENOTDIR'];
const MAKE =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  constants.O_EXCL |
  constants.O_NOFOLLOW;
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const PERMISSIONS = 0o777;
/** A version that cannot be moved here is copied up to this size, in bytes, and a larger one is not kept. */
const MOST_COPIED = 1 << 20;

/** Keeps a version. Nothing happens if it is gone, or if there is no room. Throws the errno of a call that failed. */
export function keepVersion(home: Home, former: FormerVersion, room: Room, parts: Parts): void {
  const { fs } = parts;
  const stat = unless(GONE, () => fs.lstat(former.at));
  if (stat?.kind !== 'file' || !room.makeFor(home, stat.size)) return;
  const { hash } = former.version;
  if (moveInode(home, former, stat, fs) || copyBytes(home, former, stat, parts)) {
    room.took(hash, stat.size);
  }
}

/** An inode with another name is still the file of somebody else. */
function moveInode(home: Home, { at, version }: FormerVersion, stat: Stat, fs: FsPort): boolean {
  if (stat.nlink > 1) return false;
  return succeeds(['EXDEV', ...GONE], () => {
    fs.rename(at, home.versions.at(version.hash));
  });
}

function copyBytes(
  home: Home,
  { version: { bytes, hash } }: FormerVersion,
  { mode }: Stat,
  { fs, makeToken }: Parts,
): boolean {
  if (bytes.length > MOST_COPIED) return false;
  const made = home.versions.at(`new-${makeToken()}`);
  try {
    const fd = fs.open(made, MAKE, 0o600);
    try {
      writeAtOnce(fs, fd, bytes);
      fs.fchmod(fd, mode & PERMISSIONS);
    } finally {
      fs.close(fd);
    }
    fs.rename(made, home.versions.at(hash));
    return true;
  } finally {
    succeeds(GONE, () => {
      fs.unlink(made);
    });
  }
}

/** A copy does not give way to other work: the home may be closed by the time that it comes back. */
function writeAtOnce(fs: FsPort, fd: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) {
    written += fs.append(fd, bytes.subarray(written));
  }
}

export interface ReadOptions {
  readonly fs: FsPort;
  /** Bytes; no version that was edited is larger. */
  readonly maxFileSize: number;
  readonly readOnly: boolean;
}

/** Reads a version. One that is not what its name says is removed: somebody has written to it. */
export async function readKept(
  home: Home,
  hash: Hash,
  { fs, maxFileSize, readOnly }: ReadOptions,
): Promise<Buffer | undefined> {
  const path = home.versions.at(hash);
  const fd = unless([...GONE, 'ELOOP', 'EACCES'], () => fs.open(path, READ));
  if (fd === undefined) return undefined;
  try {
    const stat = fs.fstat(fd);
    if (stat.kind !== 'file' || stat.size > maxFileSize) return undefined;
    const version = await readVersion(fs, fd, stat);
    if (version?.hash === hash) return version.bytes;
    if (!readOnly) {
      succeeds([...GONE, 'EACCES', 'EPERM', 'EROFS'], () => {
        fs.unlink(path);
      });
    }
    return undefined;
  } finally {
    fs.close(fd);
  }
}

/**
 * A power cut can bring a replaced file back, so that it is live and kept at once. Gives up the kept name,
 * or the file would count as one with several hard links; gives how many of its links that takes away.
 */
export function releaseLive(home: Home, { stat, hash }: FileVersion, fs: FsPort): number {
  const path = home.versions.at(hash);
  const kept = unless(GONE, () => fs.lstat(path));
  if (kept?.ino !== stat.ino || kept.dev !== stat.dev) return 0;
  fs.unlink(path);
  return 1;
}
