import { constants } from 'node:fs';
import { openFile } from './descriptors.js';
import { statusChanged, touched } from './entry-calls.js';
import { Errno, systemCall } from './errno.js';
import type { Attributes, Inode } from './image.js';
import { inodeOf } from './image.js';
import type { Process } from './kernel.js';
import { accessOf } from './open-calls.js';
import type { SyncFs } from './sync-fs.js';

const { O_APPEND, O_RDONLY, O_WRONLY } = constants;
/** Set-id bits, which a change of owner clears on files; of the group's only with its execute bit. */
const SET_USER_ID = 0o4000;
const SET_GROUP_ID = 0o2000;
const GROUP_EXECUTE = 0o010;

/** The calls on data and attributes of open files. */
export function dataCalls(
  process: Process,
): Pick<
  SyncFs,
  'read' | 'readSync' | 'writev' | 'writevSync' | 'append' | 'fsync' | 'fchmod' | 'fchown'
> {
  const { kernel, live, descriptors } = process;
  const opened = (fd: number): Inode => inodeOf(live, openFile(descriptors, fd).inode);

  const setAttributes = (fd: number, change: (inode: Inode) => Partial<Attributes>): void => {
    const inode = opened(fd);
    kernel.commit([
      { kind: 'attributes', inode: inode.id, set: change(inode) },
      statusChanged(kernel, inode.id),
    ]);
  };

  const read: SyncFs['read'] = (fd, into, position) =>
    systemCall('read', [], () => {
      if (accessOf(openFile(descriptors, fd).flags) === O_WRONLY) throw new Errno('EBADF');
      const inode = opened(fd);
      if (inode.kind !== 'file') throw new Errno('EISDIR');
      const bytes = inode.bytes.subarray(position, position + into.length);
      into.set(bytes);
      return bytes.length;
    });

  const write: SyncFs['writev'] = (fd, slices, position) =>
    systemCall('write', [], () => {
      // Node does not even ask the kernel.
      if (slices.length === 0) return 0;
      const { flags } = openFile(descriptors, fd);
      const inode = opened(fd);
      if (accessOf(flags) === O_RDONLY || inode.kind !== 'file') throw new Errno('EBADF');
      const bytes = Buffer.concat(slices);
      const at = (flags & O_APPEND) === 0 ? position : inode.bytes.length;
      if (bytes.length > 0)
        kernel.commit([{ kind: 'write', file: inode.id, at, bytes }, touched(kernel, inode.id)]);
      return bytes.length;
    });

  return {
    read,
    readSync: read,
    writev: write,
    writevSync: write,
    append: (fd, bytes) => write(fd, [bytes], 0),
    fsync: (fd) => {
      systemCall('fsync', [], () => {
        kernel.sync(opened(fd).id);
      });
    },
    fchmod: (fd, mode) => {
      systemCall('fchmod', [], () => {
        setAttributes(fd, () => ({ mode: mode & 0o7777 }));
      });
    },
    fchown: (fd, uid, gid) => {
      systemCall('fchown', [], () => {
        setAttributes(fd, (inode) => ({ uid, gid, mode: withoutSetId(inode) }));
      });
    },
  };
}

function withoutSetId({ kind, mode }: Inode): number {
  if (kind === 'directory') return mode;
  const cleared = (mode & GROUP_EXECUTE) === 0 ? SET_USER_ID : SET_USER_ID | SET_GROUP_ID;
  return mode & ~cleared;
}
