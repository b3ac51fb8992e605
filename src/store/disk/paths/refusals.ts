import { constants } from 'node:fs';
import { platform } from 'node:os';
import { LocklineError, type ErrorCode, type ErrorDetails } from '../../../core/errors.js';
import type { Anchor } from './anchor.js';
import { errnoOf, unless } from '../errno.js';
import type { FileSystems } from './file-systems.js';
import type { FsPort, Stat } from '../fs-port.js';
import { mapIoErrors, type IoErrors } from '../io-error.js';
import type { OpenFile } from './open-target.js';
import { isSuperuser, userText, type User } from './user.js';

export interface RefusalOptions {
  readonly breakHardLinks: boolean;
  readonly allowNetworkFs: boolean;
  readonly user: User | undefined;
  /** Told once for each file system whose locks deserve doubt. */
  readonly warn: (
    message: string,
    facts: { readonly directory: string; readonly type: string },
  ) => void;
}

/** What is about to be written, and where. */
interface WriteTarget {
  readonly anchor: Anchor;
  /** The path as results show it. */
  readonly shown: string;
  /** Absent for a file that is new. */
  readonly file: OpenFile | undefined;
  /** How many of the file's hard links lie in its own lock directory. */
  readonly ownLinks: number;
}

/**
 * Says before a write that it cannot be done without changing something silently, or at all. Nothing is
 * touched. Throws UNSUPPORTED_FILE_SYSTEM, READ_ONLY, PERMISSION_DENIED, HARD_LINKED, FILE_MOUNT,
 * NOT_A_FILE (a file system of the kernel).
 */
export type Refusals = (target: WriteTarget) => void;

interface Parts {
  readonly fs: FsPort;
  readonly fileSystems: FileSystems;
  readonly ioErrors: IoErrors;
}

/** An open file and the directory that it is in. */
interface Pair {
  readonly parent: Stat;
  readonly file: Stat;
}

const WRITE_BITS = 0o222;
const OWNER_WRITE_BIT = 0o200;
const STICKY_BIT = 0o1000;
const SET_GROUP_BIT = 0o2000;

export function createRefusals(options: RefusalOptions, parts: Parts): Refusals {
  const { fs, ioErrors } = parts;
  const checkFileSystem = createFileSystemCheck(options, parts.fileSystems);
  const { user } = options;

  return (target) => {
    const { anchor, shown, file } = target;
    mapIoErrors(ioErrors, shown, () => {
      checkFileSystem(anchor, shown);
      checkDirectory(anchor, shown);
      if (file === undefined) return;
      const pair = { parent: fs.fstat(anchor.fd), file: file.stat };
      const reason =
        stickyFault(pair, user) ?? modeFault(file.stat, user) ?? ownerFault(pair, user);
      if (reason !== undefined) refuse('PERMISSION_DENIED', { path: shown, reason });
      const links = file.stat.nlink - target.ownLinks;
      if (links > 1 && !options.breakHardLinks) refuse('HARD_LINKED', { path: shown, links });
      if (isMountPoint(anchor.fd, file.fd)) refuse('FILE_MOUNT', { path: shown });
    });
  };

  function checkDirectory(anchor: Anchor, shown: string): void {
    try {
      fs.access(anchor.at('.'), constants.W_OK | constants.X_OK);
    } catch (error) {
      if (errnoOf(error) !== 'EACCES') throw error;
      const reason = `${userText(user)} may not write the directory that it is in; run the server as the owner of the directory or grant the access`;
      refuse('PERMISSION_DENIED', { path: shown, reason });
    }
  }

  /**
   * A file that is in another mount than its directory is a mount of its own. The kernel tells the mount of
   * a descriptor; where it does not, the rename fails with EBUSY and is told as the same.
   */
  function isMountPoint(directoryFd: number, fileFd: number): boolean {
    const [around, own] = [mountOf(directoryFd), mountOf(fileFd)];
    return around !== undefined && own !== undefined && around !== own;
  }

  function mountOf(fd: number): string | undefined {
    const path = `/proc/self/fdinfo/${String(fd)}`;
    const facts = unless(['ENOENT', 'EACCES', 'ENOTDIR'], () => fs.readSmall(path));
    return /^mnt_id:\s*(\d+)/m.exec(facts?.toString() ?? '')?.[1];
  }
}

function refuse<C extends ErrorCode>(code: C, details: ErrorDetails[C]): never {
  throw new LocklineError(code, details);
}

function createFileSystemCheck(options: RefusalOptions, fileSystems: FileSystems) {
  const warned = new Set<bigint>();
  return (anchor: Anchor, shown: string): void => {
    const { kind, name } = fileSystems.of(anchor, anchor.at('.'));
    if (kind === 'local') return;
    if (kind === 'kernel') {
      refuse('NOT_A_FILE', { path: shown, found: `a view into the kernel (${name})` });
    }
    if (kind === 'network' && !options.allowNetworkFs) {
      refuse('UNSUPPORTED_FILE_SYSTEM', { path: shown, type: name });
    }
    if (warned.has(anchor.dev)) return;
    warned.add(anchor.dev);
    const facts = { directory: anchor.directory, type: name };
    options.warn('locks may not reach programs on the other side of this file system', facts);
  };
}

/** In a sticky directory only the owners of a file and of the directory may replace the file. */
function stickyFault({ parent, file }: Pair, user: User | undefined): string | undefined {
  if ((parent.mode & STICKY_BIT) === 0 || user === undefined || isSuperuser(user)) return undefined;
  if (parent.uid === user.uid || file.uid === user.uid) return undefined;
  return `its directory is sticky and both belong to others than ${userText(user)}, who may not replace it`;
}

/** A rename needs no right to write the file itself, so a file marked as read-only is looked for here. */
function modeFault({ mode }: Stat, user: User | undefined): string | undefined {
  const needed = user === undefined || isSuperuser(user) ? WRITE_BITS : OWNER_WRITE_BIT;
  if ((mode & needed) !== 0) return undefined;
  const bits = (mode & 0o777).toString(8).padStart(4, '0');
  return `it is a read-only file (mode ${bits}); chmod u+w makes it writable`;
}

/** The file is replaced by a new one, which only the superuser can give to somebody else. */
function ownerFault({ parent, file }: Pair, user: User | undefined): string | undefined {
  if (user === undefined || isSuperuser(user)) return undefined;
  if (file.uid !== user.uid) {
    const owner = `${String(file.uid)}:${String(file.gid)}`;
    return `its owner, uid ${String(file.uid)}, cannot be kept by ${userText(user)}; run the server as its owner (in Docker: --user ${owner})`;
  }
  if (user.groups.includes(file.gid) || isGroupInherited({ parent, file })) return undefined;
  return `its group, gid ${String(file.gid)}, cannot be kept by ${userText(user)}, who is not in it`;
}

/** Whether a new file in the directory has the group of the old one by itself. */
function isGroupInherited({ parent, file }: Pair): boolean {
  if (parent.gid !== file.gid) return false;
  return (parent.mode & SET_GROUP_BIT) !== 0 || platform() !== 'linux';
}
