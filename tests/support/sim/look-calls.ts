import { constants } from 'node:fs';
import type { ListedEntry, Stat } from '../../../src/store/disk/fs-port.js';
import { openFile } from './descriptors.js';
import { Errno, systemCall } from './errno.js';
import type { DirectoryInode, Image, Inode } from './image.js';
import { childPath, inodeOf, pathOf } from './image.js';
import type { Process } from './kernel.js';
import { find, spelledOut, walk } from './paths.js';
import type { SyncFs } from './sync-fs.js';

const TYPE_BITS = {
  file: constants.S_IFREG,
  directory: constants.S_IFDIR,
  symlink: constants.S_IFLNK,
} as const;
const DEVICE = 0x801n;
/** What `statfs` calls ext4. */
const FILE_SYSTEM = 0xef53;
const DIRECTORY_SIZE = 4096;

/** The calls that change nothing. */
export function lookCalls(
  process: Process,
): Pick<
  SyncFs,
  'lstat' | 'fstat' | 'readdir' | 'list' | 'readlink' | 'realpath' | 'access' | 'fsType'
> {
  const { live, descriptors } = process;
  return {
    lstat: (path) => systemCall('lstat', [path], () => statOf(live, find(process, path, 'stay'))),
    fstat: (fd) =>
      systemCall('fstat', [], () => statOf(live, inodeOf(live, openFile(descriptors, fd).inode))),
    readdir: (path) => list(process, path).map(({ name }) => name),
    list: (path) => list(process, path),
    readlink: (path) =>
      systemCall('readlink', [path], () => {
        const inode = find(process, path, 'stay');
        if (inode.kind !== 'symlink') throw new Errno('EINVAL');
        return inode.target;
      }),
    realpath: (path) => systemCall('realpath', [path], () => realPath(process, path)),
    access: (path, mode) => {
      systemCall('access', [path], () => {
        const inode = find(process, path, 'follow');
        if ((mode & constants.X_OK) !== 0 && !isExecutable(inode)) throw new Errno('EACCES');
      });
    },
    fsType: (path) =>
      systemCall('statfs', [path], () => {
        find(process, path, 'follow');
        return FILE_SYSTEM;
      }),
  };
}

function list(process: Process, path: string): readonly ListedEntry[] {
  return systemCall('scandir', [path], () => {
    const inode = find(process, path, 'follow');
    if (inode.kind !== 'directory') throw new Errno('ENOTDIR');
    return Array.from(inode.entries, ([name, id]) => {
      const { kind } = inodeOf(process.live, id);
      return { name, kind };
    });
  });
}

/** The superuser may read and write all, but runs nothing that nobody may run. */
function isExecutable({ kind, mode }: Inode): boolean {
  return kind === 'directory' || (mode & 0o111) !== 0;
}

function statOf(live: Image, inode: Inode): Stat {
  const { kind, ino, mode, uid, gid, mtimeNs, ctimeNs } = inode;
  return {
    kind,
    dev: DEVICE,
    ino,
    mode: TYPE_BITS[kind] | mode,
    nlink: inode.kind === 'directory' ? directoryLinks(live, inode) : inode.links,
    uid,
    gid,
    size: sizeOf(inode),
    mtimeNs,
    ctimeNs,
  };
}

/** A directory is named by its parent, by its own `.` and by the `..` of those inside it. */
function directoryLinks(live: Image, { links, entries }: DirectoryInode): number {
  if (links === 0) return 0;
  const children = Array.from(entries.values(), (id) => inodeOf(live, id));
  return 2 + children.filter(({ kind }) => kind === 'directory').length;
}

function sizeOf(inode: Inode): number {
  switch (inode.kind) {
    case 'file':
      return inode.bytes.length;
    case 'symlink':
      return Buffer.byteLength(inode.target);
    case 'directory':
      return DIRECTORY_SIZE;
  }
}

function realPath(process: Process, path: string): string {
  const spelled = spelledOut(process, path);
  const inode = find(process, spelled, 'follow');
  if (inode.kind === 'directory') return pathOf(process.live, inode);
  const { directory, name } = walk(process, spelled, 'follow');
  return childPath(process.live, directory.id, name);
}
