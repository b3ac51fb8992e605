import { constants } from 'node:fs';
import { lowestFree } from './descriptors.js';
import { addEntry, assertAlive, touched } from './entry-calls.js';
import { Errno, systemCall } from './errno.js';
import type { Inode } from './image.js';
import type { Kernel, Process } from './kernel.js';
import type { Following, Place } from './paths.js';
import { walk } from './paths.js';
import type { SyncFs } from './sync-fs.js';

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_TRUNC } = constants;
const ACCESS = 3;
const DEFAULT_MODE = 0o666;

/** The calls that open files. */
export function openCalls(process: Process): Pick<SyncFs, 'open' | 'close'> {
  const { kernel, descriptors } = process;
  return {
    open: (path, flags, mode = DEFAULT_MODE) =>
      systemCall('open', [path], () => {
        const place = walk(process, path, following(flags));
        const inode = openAt(kernel, place, flags, mode);
        const home = { directory: place.directory.id, name: place.name };
        const fd = lowestFree(descriptors);
        descriptors.set(fd, { inode: inode.id, flags, home, isDeleted: false });
        return fd;
      }),
    close: (fd) => {
      systemCall('close', [], () => {
        if (!descriptors.delete(fd)) throw new Errno('EBADF');
      });
    },
  };
}

/** Whether flags of `open` are for reading only, writing only or both. */
export function accessOf(flags: number): number {
  return flags & ACCESS;
}

function following(flags: number): Following {
  if (has(flags, O_CREAT | O_EXCL)) return 'never';
  return has(flags, O_NOFOLLOW) ? 'stay' : 'follow';
}

function has(flags: number, wanted: number): boolean {
  return (flags & wanted) === wanted;
}

function openAt(kernel: Kernel, place: Place, flags: number, mode: number): Inode {
  const isMaking = has(flags, O_CREAT);
  if (isMaking && place.hasSlash) throw new Errno('EISDIR');
  if (place.inode === undefined) {
    if (!isMaking) throw new Errno('ENOENT');
    return make(kernel, place, mode);
  }
  if (has(flags, O_CREAT | O_EXCL)) throw new Errno('EEXIST');
  assertOpenable(place.inode, place.hasSlash, flags);
  if (has(flags, O_TRUNC))
    kernel.commit([{ kind: 'truncate', file: place.inode.id }, touched(kernel, place.inode.id)]);
  return place.inode;
}

function make(kernel: Kernel, place: Place, mode: number): Inode {
  assertAlive(place.directory);
  const inode = kernel.give({ kind: 'file' }, mode, place.directory);
  addEntry(kernel, place, inode);
  return inode;
}

function assertOpenable({ kind }: Inode, hasSlash: boolean, flags: number): void {
  const isWriting = accessOf(flags) !== constants.O_RDONLY || has(flags, O_TRUNC);
  if (kind === 'directory' && (isWriting || has(flags, O_CREAT))) throw new Errno('EISDIR');
  if (kind !== 'directory' && (hasSlash || has(flags, O_DIRECTORY))) throw new Errno('ENOTDIR');
  if (kind === 'symlink') throw new Errno('ELOOP');
}
