import * as fs from 'node:fs';
import { errnoOf } from './errno.js';

/** Facts of a file as the kernel tells them; times in nanoseconds since the epoch. */
export interface Stat {
  readonly kind: 'file' | 'directory' | 'symlink' | 'other';
  readonly dev: bigint;
  readonly ino: bigint;
  readonly mode: number;
  readonly nlink: number;
  readonly uid: number;
  readonly gid: number;
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}

/** An entry of a directory. */
export interface ListedEntry {
  readonly name: string;
  readonly kind: Stat['kind'];
}

/**
 * Every system call that the store makes, so that tests can fail, stall or kill each of them. Short
 * metadata calls are synchronous: no other work of the process can come between two of them. Calls whose
 * time grows with the data, and syncs, return promises. All throw Node's errors with their `code`.
 */
export interface FsPort {
  lstat(path: string): Stat;
  fstat(fd: number): Stat;
  /** Names in a directory, in no order. */
  readdir(path: string): readonly string[];
  /** The same with what each entry is, without following links. */
  list(path: string): readonly ListedEntry[];
  readlink(path: string): string;
  realpath(path: string): string;
  mkdir(path: string, mode: number): void;
  rmdir(path: string): void;
  rename(from: string, to: string): void;
  link(existing: string, path: string): void;
  unlink(path: string): void;
  /** Opens with flags of `fs.constants`; a directory can be opened with O_DIRECTORY. */
  open(path: string, flags: number, mode?: number): number;
  close(fd: number): void;
  fchmod(fd: number, mode: number): void;
  fchown(fd: number, uid: number, gid: number): void;
  /** Whether the process may do what `mode` (`fs.constants.W_OK` and the like) says; throws if not. */
  access(path: string, mode: number): void;
  /** Magic number of the file system that holds the path (`statfs`). */
  fsType(path: string): number;
  /** Reads a short file (heartbeat, journal) whole. Never waits: what is no such file is empty. */
  readSmall(path: string): Buffer;
  /** Makes a short file that must not exist, with this mode less the umask, and writes it whole. */
  writeSmall(path: string, bytes: Uint8Array, mode: number): void;
  /** Bytes read, 0 at the end. */
  read(fd: number, into: Buffer, position: number): Promise<number>;
  /** The same for a little, or for a short section that must not be interrupted. */
  readSync(fd: number, into: Buffer, position: number): number;
  /** Bytes written, possibly fewer than given. */
  writev(fd: number, slices: readonly Uint8Array[], position: number): Promise<number>;
  /** The same for a little, which is written faster than the thread pool is asked. */
  writevSync(fd: number, slices: readonly Uint8Array[], position: number): number;
  /**
   * Writes a short text at the end of a file that was opened with O_APPEND, in one system call, so that no
   * other process can come into it. Bytes written, possibly fewer than given.
   */
  append(fd: number, bytes: Uint8Array): number;
  fsync(fd: number): Promise<void>;
}

function kindOf(entry: fs.BigIntStats | fs.Dirent): Stat['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'symlink' : 'other';
}

const NOT_WAITING =
  fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK | fs.constants.O_NOCTTY;
const MOST_SMALL_BYTES = 2 ** 26;

/** Anybody may have put a pipe, a link or an endless file in the place of one of ours. */
function readSmall(path: string): Buffer {
  const fd = openUnlessLink(path);
  if (fd === undefined) return Buffer.alloc(0);
  try {
    const stat = fs.fstatSync(fd);
    return stat.isFile() && stat.size <= MOST_SMALL_BYTES ? fs.readFileSync(fd) : Buffer.alloc(0);
  } finally {
    fs.closeSync(fd);
  }
}

function openUnlessLink(path: string): number | undefined {
  try {
    return fs.openSync(path, NOT_WAITING);
  } catch (error) {
    if (errnoOf(error) === 'ELOOP') return undefined;
    throw error;
  }
}

function toStat(stat: fs.BigIntStats): Stat {
  return {
    kind: kindOf(stat),
    dev: stat.dev,
    ino: stat.ino,
    mode: Number(stat.mode),
    nlink: Number(stat.nlink),
    uid: Number(stat.uid),
    gid: Number(stat.gid),
    size: Number(stat.size),
    mtimeNs: stat.mtimeNs,
    ctimeNs: stat.ctimeNs,
  };
}

/** The port over Node's `fs`. */
export const nodeFs: FsPort = {
  lstat: (path) => toStat(fs.lstatSync(path, { bigint: true })),
  fstat: (fd) => toStat(fs.fstatSync(fd, { bigint: true })),
  readdir: (path) => fs.readdirSync(path),
  list: (path) =>
    fs
      .readdirSync(path, { withFileTypes: true })
      .map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
  readlink: (path) => fs.readlinkSync(path),
  realpath: (path) => fs.realpathSync.native(path),
  mkdir: (path, mode) => {
    fs.mkdirSync(path, { mode });
  },
  rmdir: (path) => {
    fs.rmdirSync(path);
  },
  rename: (from, to) => {
    fs.renameSync(from, to);
  },
  link: (existing, path) => {
    fs.linkSync(existing, path);
  },
  unlink: (path) => {
    fs.unlinkSync(path);
  },
  open: (path, flags, mode) => fs.openSync(path, flags, mode),
  close: (fd) => {
    fs.closeSync(fd);
  },
  fchmod: (fd, mode) => {
    fs.fchmodSync(fd, mode);
  },
  fchown: (fd, uid, gid) => {
    fs.fchownSync(fd, uid, gid);
  },
  access: (path, mode) => {
    fs.accessSync(path, mode);
  },
  fsType: (path) => Number(fs.statfsSync(path).type),
  readSmall: (path) => readSmall(path),
  writeSmall: (path, bytes, mode) => {
    fs.writeFileSync(path, bytes, { flag: 'wx', mode });
  },
  read: (fd, into, position) =>
    new Promise((resolve, reject) => {
      fs.read(fd, into, 0, into.length, position, (error, count) => {
        if (error === null) resolve(count);
        else reject(error);
      });
    }),
  readSync: (fd, into, position) => fs.readSync(fd, into, 0, into.length, position),
  writev: (fd, slices, position) =>
    new Promise((resolve, reject) => {
      fs.writev(fd, slices, position, (error, count) => {
        if (error === null) resolve(count);
        else reject(error);
      });
    }),
  writevSync: (fd, slices, position) => fs.writevSync(fd, slices, position),
  append: (fd, bytes) => fs.writeSync(fd, bytes),
  fsync: (fd) =>
    new Promise((resolve, reject) => {
      fs.fsync(fd, (error) => {
        if (error === null) resolve();
        else reject(error);
      });
    }),
};

/**
 * The same port with a `close` that does not fail. The descriptor is gone whatever the call answers, and what
 * must be on the disk is synced before.
 */
export function withQuietClose(fs: FsPort): FsPort {
  return {
    ...fs,
    close: (fd) => {
      try {
        fs.close(fd);
      } catch (error) {
        if (errnoOf(error) === undefined) throw error;
      }
    },
  };
}

/** The same port without waiting for the disk: what is written survives the process, not a power cut. */
export function withoutSync(fs: FsPort): FsPort {
  return { ...fs, fsync: () => Promise.resolve() };
}
