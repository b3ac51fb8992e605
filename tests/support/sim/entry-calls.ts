import { followRemoval, followRename } from './descriptors.js';
import { Errno, systemCall } from './errno.js';
import type { Change, DirectoryInode, Image, Inode, InodeId } from './image.js';
import { ROOT, directoryOf } from './image.js';
import type { Kernel, Process } from './kernel.js';
import type { Place } from './paths.js';
import { find, isMagic, isOrdinary, walk } from './paths.js';
import type { SyncFs } from './sync-fs.js';

/** The calls that change which names directories hold. */
export function entryCalls(
  process: Process,
): Pick<SyncFs, 'mkdir' | 'rmdir' | 'rename' | 'link' | 'unlink'> {
  const { kernel } = process;
  return {
    mkdir: (path, mode) => {
      systemCall('mkdir', [path], () => {
        makeDirectory(kernel, walk(process, path, 'never'), mode);
      });
    },
    rmdir: (path) => {
      systemCall('rmdir', [path], () => {
        removeDirectory(kernel, walk(process, path, 'never'));
      });
    },
    unlink: (path) => {
      systemCall('unlink', [path], () => {
        unlink(kernel, walk(process, path, 'never'));
      });
    },
    link: (existing, path) => {
      systemCall('link', [existing, path], () => {
        link(kernel, find(process, existing, 'stay'), walk(process, path, 'never'));
      });
    },
    rename: (from, to) => {
      systemCall('rename', [from, to], () => {
        rename(kernel, walk(process, from, 'never'), walk(process, to, 'never'));
      });
    },
  };
}

/** Names `inode` in a directory that must not have been removed. */
export function addEntry(kernel: Kernel, { directory, name }: Place, inode: Inode): void {
  assertAlive(directory);
  kernel.commit([
    { kind: 'entry', directory: directory.id, name, to: inode.id },
    touched(kernel, directory.id),
  ]);
}

export function assertAlive(directory: DirectoryInode): void {
  if (directory.links === 0) throw new Errno('ENOENT');
}

function makeDirectory(kernel: Kernel, place: Place, mode: number): void {
  const { directory, name, inode } = place;
  if (!isOrdinary(name) || inode !== undefined) throw new Errno('EEXIST');
  assertAlive(directory);
  const content = { kind: 'directory', parent: directory.id, name } as const;
  // Set-id bits are not for the caller of mkdir to give.
  addEntry(kernel, place, kernel.give(content, mode & 0o1777, directory));
}

function removeDirectory(kernel: Kernel, { directory, name, inode }: Place): void {
  if (name === '') throw new Errno('EBUSY');
  if (name === '.') throw new Errno('EINVAL');
  if (name === '..') throw new Errno('ENOTEMPTY');
  if (inode === undefined) throw new Errno('ENOENT');
  if (inode.kind !== 'directory') throw new Errno('ENOTDIR');
  if (inode.entries.size > 0) throw new Errno('ENOTEMPTY');
  dropEntry(kernel, directory, name, inode);
}

function unlink(kernel: Kernel, { directory, name, inode, hasSlash }: Place): void {
  if (!isOrdinary(name)) throw new Errno('EISDIR');
  if (inode === undefined) throw new Errno('ENOENT');
  if (inode.kind === 'directory') throw new Errno('EISDIR');
  if (hasSlash) throw new Errno('ENOTDIR');
  if (isMagic(inode)) throw new Errno('EPERM');
  dropEntry(kernel, directory, name, inode);
  followRemoval(kernel.tables, { directory: directory.id, name }, inode.id);
}

function link(kernel: Kernel, inode: Inode, target: Place): void {
  if (!isOrdinary(target.name) || target.inode !== undefined) throw new Errno('EEXIST');
  if (target.hasSlash) throw new Errno('ENOENT');
  if (isMagic(inode)) throw new Errno('EXDEV');
  assertAlive(target.directory);
  if (inode.kind === 'directory') throw new Errno('EPERM');
  kernel.commit([
    { kind: 'entry', directory: target.directory.id, name: target.name, to: inode.id },
    touched(kernel, target.directory.id),
    statusChanged(kernel, inode.id),
  ]);
}

function rename(kernel: Kernel, from: Place, to: Place): void {
  const source = assertRenamable(kernel.live, from, to);
  if ([source, to.inode].some((inode) => inode !== undefined && isMagic(inode)))
    throw new Errno('EXDEV');
  if (source.id === to.inode?.id) return;
  if (to.inode === undefined) assertAlive(to.directory);
  else assertReplaceable(source, to.inode);
  kernel.commit([
    { kind: 'entry', directory: from.directory.id, name: from.name, to: undefined },
    { kind: 'entry', directory: to.directory.id, name: to.name, to: source.id },
    touched(kernel, from.directory.id),
    touched(kernel, to.directory.id),
    statusChanged(kernel, source.id),
    ...(to.inode === undefined ? [] : [statusChanged(kernel, to.inode.id)]),
  ]);
  const home = { directory: to.directory.id, name: to.name };
  if (to.inode !== undefined) followRemoval(kernel.tables, home, to.inode.id);
  followRename(kernel.tables, { directory: from.directory.id, name: from.name }, home, source.id);
}

/** The checks of the kernel before it looks at what the rename would replace, in its order. */
function assertRenamable(live: Image, from: Place, to: Place): Inode {
  if (!isOrdinary(from.name) || !isOrdinary(to.name)) throw new Errno('EBUSY');
  const source = from.inode;
  if (source === undefined) throw new Errno('ENOENT');
  if (source.kind !== 'directory' && (from.hasSlash || to.hasSlash)) throw new Errno('ENOTDIR');
  if (isWithin(live, to.directory, source.id)) throw new Errno('EINVAL');
  if (to.inode !== undefined && isWithin(live, from.directory, to.inode.id))
    throw new Errno('ENOTEMPTY');
  return source;
}

function assertReplaceable(source: Inode, replaced: Inode): void {
  if (source.kind !== 'directory') {
    if (replaced.kind === 'directory') throw new Errno('EISDIR');
    return;
  }
  if (replaced.kind !== 'directory') throw new Errno('ENOTDIR');
  if (replaced.entries.size > 0) throw new Errno('ENOTEMPTY');
}

function isWithin(live: Image, directory: DirectoryInode, ancestor: InodeId): boolean {
  if (directory.id === ancestor) return true;
  return directory.id !== ROOT && isWithin(live, directoryOf(live, directory.parent), ancestor);
}

function dropEntry(kernel: Kernel, directory: DirectoryInode, name: string, inode: Inode): void {
  kernel.commit([
    { kind: 'entry', directory: directory.id, name, to: undefined },
    touched(kernel, directory.id),
    statusChanged(kernel, inode.id),
  ]);
}

/** New times of a file whose data, or of a directory whose entries, have changed. */
export function touched(kernel: Kernel, inode: InodeId): Change {
  const now = kernel.tick();
  return { kind: 'attributes', inode, set: { mtimeNs: now, ctimeNs: now } };
}

/** New time of an inode of which anything else has changed. */
export function statusChanged(kernel: Kernel, inode: InodeId): Change {
  return { kind: 'attributes', inode, set: { ctimeNs: kernel.tick() } };
}
