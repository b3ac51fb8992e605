import type { Attributes, Change, DirectoryInode, Image, Inode, InodeId } from './image.js';
import { applyChange, directoryOf, inodeOf } from './image.js';
import type { DescriptorTable } from './descriptors.js';
import type { Disk } from './disk.js';

/** What an inode is born as. */
type Content =
  | { readonly kind: 'file' }
  | { readonly kind: 'directory'; readonly parent: InodeId; readonly name: string }
  | { readonly kind: 'symlink'; readonly target: string };

/** The running system: what all processes see, over a disk that learns of it at syncs. */
export interface Kernel {
  readonly live: Image;
  readonly disk: Disk;
  /** Descriptors of all processes that are alive. */
  readonly tables: Set<DescriptorTable>;
  /** Time of a change: later than all before, and not before the wall clock, as far as times are told apart. */
  tick(): bigint;
  /** Makes an inode that no entry names yet, with `mode` less the umask (links have none), for the directory `within`. */
  give(content: Content, mode: number, within: DirectoryInode): Inode;
  /** Applies the changes at once, all together for a power loss too. */
  commit(changes: readonly Change[]): void;
  /** Makes what concerns an inode durable. */
  sync(id: InodeId): void;
}

/** What a process brings to its calls. */
export interface Process {
  readonly kernel: Kernel;
  readonly live: Image;
  readonly descriptors: DescriptorTable;
}

export interface KernelOptions {
  readonly live: Image;
  readonly disk: Disk;
  /** Milliseconds since the epoch. */
  readonly wall: () => number;
  /** The time of the last change. */
  readonly since: bigint;
  /** Times of files are multiples of so many nanoseconds. */
  readonly granularity: bigint;
  /** Told before each change and each sync. */
  readonly observe: (event: DiskEvent) => void;
}

/** What is about to happen to the disk. */
export type DiskEvent = 'change' | 'sync';

const UMASK = 0o022;
const SET_GROUP_ID = 0o2000;
/** A call takes at least so long, in nanoseconds. */
const STEP = 1000n;

export function createKernel(options: KernelOptions): Kernel {
  const { live, disk, wall, since, granularity, observe } = options;
  const tables = new Set<DescriptorTable>();
  let time = since;
  let lastId = Math.max(...live.keys());
  let lastIno = Array.from(live.values(), ({ ino }) => ino).reduce((a, b) => (a > b ? a : b));
  const unused: bigint[] = [];
  let gone = Array.from(live.values()).filter(({ ino, links }) => ino !== 0n && links === 0);

  const isOpen = (id: InodeId): boolean =>
    Array.from(tables).some((table) =>
      Array.from(table.values()).some(({ inode }) => inode === id),
    );

  /** Numbers are used again as soon as they are free, as real file systems do: code must not rely on them. */
  const nextIno = (): bigint => {
    const free = gone.filter(({ id }) => !disk.canReturn(id) && !isOpen(id));
    for (const inode of free) {
      unused.push(inode.ino);
      inode.ino = 0n;
    }
    gone = gone.filter(({ ino }) => ino !== 0n);
    const reused = unused.shift();
    if (reused !== undefined) return reused;
    lastIno += 1n;
    return lastIno;
  };

  const tick = (): bigint => {
    const now = BigInt(Math.floor(wall() * 1000)) * 1000n;
    time = now > time + STEP ? now : time + STEP;
    return time - (time % granularity);
  };

  return {
    live,
    disk,
    tables,
    tick,
    give: (content, mode, within) => {
      lastId += 1;
      const now = tick();
      const facts = { id: lastId, ino: nextIno(), links: 0, mtimeNs: now, ctimeNs: now };
      const inode = bornAs(content, { ...facts, ...ownership(content, mode, within) });
      live.set(inode.id, inode);
      disk.add(inode);
      return inode;
    },
    commit: (changes) => {
      observe('change');
      disk.record(live, changes);
      const before = changes.flatMap((change) => displacedBy(live, change));
      changes.forEach((change) => {
        applyChange(live, change);
      });
      gone = [...gone, ...before.filter(({ links }) => links === 0)];
    },
    sync: (id) => {
      observe('sync');
      disk.sync(id);
    },
  };
}

function displacedBy(live: Image, change: Change): readonly Inode[] {
  if (change.kind !== 'entry') return [];
  const id = directoryOf(live, change.directory).entries.get(change.name);
  return id === undefined || id === change.to ? [] : [inodeOf(live, id)];
}

type Facts = Attributes & Pick<Inode, 'id' | 'ino' | 'links'>;

function bornAs(content: Content, facts: Facts): Inode {
  switch (content.kind) {
    case 'file':
      return { ...facts, ...content, bytes: new Uint8Array() };
    case 'directory':
      return { ...facts, ...content, entries: new Map() };
    case 'symlink':
      return { ...facts, ...content };
  }
}

/** Processes are the superuser; a directory may hand its group on. */
function ownership(
  { kind }: Content,
  mode: number,
  within: DirectoryInode,
): Pick<Attributes, 'mode' | 'uid' | 'gid'> {
  const isGroupKept = (within.mode & SET_GROUP_ID) !== 0;
  const kept = kind === 'symlink' ? mode : mode & ~UMASK & 0o7777;
  return {
    mode: kind === 'directory' && isGroupKept ? kept | SET_GROUP_ID : kept,
    uid: 0,
    gid: isGroupKept ? within.gid : 0,
  };
}
