import type { FsPort, Stat } from '../fs-port.js';

/** What a kind of file system means for locks and durability. */
type FileSystemKind = 'local' | 'network' | 'shared' | 'kernel';

interface FileSystem {
  readonly kind: FileSystemKind;
  /** `nfs`, `fuse` and the like; `local` for all that need no care. */
  readonly name: string;
}

export interface FileSystems {
  /** The file system of an opened or looked-up file; `path` leads to it. */
  of(stat: Pick<Stat, 'dev'>, path: string): FileSystem;
}

const LOCAL: FileSystem = { kind: 'local', name: 'local' };

/** Magic numbers of Linux (statfs(2)); those of other systems are small and meet none of them. */
const BY_MAGIC: ReadonlyMap<number, FileSystem> = new Map([
  [0x6969, network('nfs')],
  [0x517b, network('smb')],
  [0xff534d42, network('cifs')],
  [0xfe534d42, network('smb')],
  [0x564c, network('ncp')],
  [0x5346414f, network('afs')],
  [0x6b414653, network('afs')],
  [0x73757245, network('coda')],
  [0x00c36400, network('ceph')],
  [0x0bd00bd0, network('lustre')],
  [0x47504653, network('gpfs')],
  [0x65735546, shared('fuse or virtiofs')],
  [0x01021997, shared('9p')],
  [0x786f4256, shared('vboxsf')],
  [0x7c7c6673, shared('prl_fs')],
  [0xbacbacbc, shared('vmhgfs')],
  [0x9fa0, kernel('proc')],
  [0x62656572, kernel('sysfs')],
  [0x0027e0eb, kernel('cgroup')],
  [0x63677270, kernel('cgroup')],
  [0x64626720, kernel('debugfs')],
  [0x74726163, kernel('tracefs')],
  [0x73636673, kernel('securityfs')],
  [0x62656570, kernel('configfs')],
  [0xf97cff8c, kernel('selinuxfs')],
  [0xcafe4a11, kernel('bpf')],
  [0xde5e81e4, kernel('efivarfs')],
  [0x1cd1, kernel('devpts')],
]);

/** File systems by device number, each asked for once: a device keeps its type while it is mounted. */
export function createFileSystems(fs: FsPort): FileSystems {
  const byDevice = new Map<bigint, FileSystem>();
  return {
    of: ({ dev }, path) => {
      const known = byDevice.get(dev);
      if (known !== undefined) return known;
      const found = byMagic(fs.fsType(path));
      byDevice.set(dev, found);
      return found;
    },
  };
}

/** Whether files of this type are views into the kernel and not files. */
export function isKernelType(magic: number): boolean {
  return byMagic(magic).kind === 'kernel';
}

/**
 * Whether files of this type get a new ctime with every change of theirs, also by a program that sets the
 * mtime back. tmpfs is none of them: it does not see writes through a mapping.
 */
export function tellsEveryChange(magic: number): boolean {
  return TELLING.has(unsigned(magic));
}

const TELLING: ReadonlySet<number> = new Set([
  0xef53, // ext2 to ext4
  0x58465342, // xfs
  0x9123683e, // btrfs
  0xf2f52010, // f2fs
  0x794c7630, // overlay, which hands out what the file system below it says
  0x1a, // apfs
]);

function byMagic(magic: number): FileSystem {
  return BY_MAGIC.get(unsigned(magic)) ?? LOCAL;
}

/** Some systems hand the number out sign-extended. */
function unsigned(magic: number): number {
  return Number(BigInt.asUintN(32, BigInt(magic)));
}

function network(name: string): FileSystem {
  return { kind: 'network', name };
}

function shared(name: string): FileSystem {
  return { kind: 'shared', name };
}

function kernel(name: string): FileSystem {
  return { kind: 'kernel', name };
}
