import type { Choose } from './choose.js';
import type { Change, EntryChange, Image, Inode, InodeId } from './image.js';
import { applyChange, copyImage, copyInode, directoryOf, inodeOf, reachable } from './image.js';

/*
 * The model of durability. The disk holds an image and, in order, the operations that no sync has covered.
 * An operation is atomic, also a rename between two directories. It becomes durable when the file (data,
 * attributes) or one of the directories (entries) that it changes is synced. A power loss keeps any of the
 * others, each on its own, except that an operation needs those before it
 *
 * - on the same directory entry,
 * - on entries inside a directory that it removes (no journal removes one that is not empty),
 * - that move a directory, if it moves one too (or the tree could become a circle).
 *
 * A kept write of data may be torn: only a part from its beginning is there. The data of a file and its entry
 * do not depend on one another: a synced file whose entry is not synced is lost, and an entry may name a
 * file that is still empty.
 */

/** Changes that happen together, with what they have to do with other operations. */
export interface Operation {
  readonly changes: readonly Change[];
  /** Inodes whose sync makes it durable. */
  readonly syncedBy: readonly InodeId[];
  readonly touches: readonly string[];
  /** It cannot be on the disk before the earlier operations that touch one of these. */
  readonly follows: readonly string[];
}

export interface Disk {
  /** Operations that a power loss may drop. */
  unsynced(): number;
  /** Tells the disk of an inode that no entry names yet. */
  add(inode: Inode): void;
  /** Takes note of changes that are about to be applied to the live image. */
  record(live: Image, changes: readonly Change[]): void;
  /** Makes what concerns this inode durable. */
  sync(id: InodeId): void;
  syncAll(): void;
  /** Whether a power loss could bring an inode back. */
  canReturn(id: InodeId): boolean;
  /** What is found after the power came back. */
  afterPowerLoss(choose: Choose): Image;
  copy(): Disk;
}

export function createDisk(image: Image, unsynced: readonly Operation[] = []): Disk {
  let pending = [...unsynced];
  /** How often they are about each inode. */
  const mentions = new Map<InodeId, number>();
  const mention = ({ changes }: Operation, times: 1 | -1): void => {
    for (const id of changes.flatMap(inodesOf)) mentions.set(id, (mentions.get(id) ?? 0) + times);
  };
  for (const operation of pending) mention(operation, 1);

  const makeDurable = (isWanted: (operation: Operation) => boolean): void => {
    const wanted = withNeeded(pending, isWanted);
    if (wanted.size === 0) return;
    pending
      .filter((operation) => wanted.has(operation))
      .flatMap(({ changes }) => changes)
      .forEach((change) => {
        applyChange(image, change);
      });
    pending = pending.filter((operation) => !wanted.has(operation));
    for (const operation of wanted) mention(operation, -1);
  };

  return {
    unsynced: () => pending.length,
    add: (inode) => {
      image.set(inode.id, copyInode(inode));
    },
    record: (live, changes) => {
      const operation = operationOf(live, changes);
      pending.push(operation);
      mention(operation, 1);
    },
    sync: (id) => {
      makeDurable(({ syncedBy }) => syncedBy.includes(id));
    },
    syncAll: () => {
      makeDurable(() => true);
    },
    canReturn: (id) => inodeOf(image, id).links > 0 || (mentions.get(id) ?? 0) > 0,
    afterPowerLoss: (choose) => survivors(copyImage(image), pending, choose),
    copy: () => createDisk(copyImage(image), pending),
  };
}

function operationOf(live: Image, changes: readonly Change[]): Operation {
  const entries = changes.filter((change) => change.kind === 'entry');
  if (entries.length === 0)
    return { changes, syncedBy: changes.flatMap(inodesOf), touches: [], follows: [] };
  const placed = new Set(entries.map(({ to }) => to));
  const displaced = entries.flatMap((entry) => directoryAt(live, entry));
  const removed = displaced.filter((id) => !placed.has(id)).map(inside);
  const moved = displaced.length > removed.length ? ['a directory that moves'] : [];
  const names = entries.map(({ directory, name }) => `entry ${String(directory)}/${name}`);
  const directories = entries.map(({ directory }) => directory);
  return {
    changes,
    syncedBy: directories,
    touches: [...names, ...directories.map(inside), ...moved],
    follows: [...names, ...removed, ...moved],
  };
}

function directoryAt(live: Image, { directory, name }: EntryChange): readonly InodeId[] {
  const id = directoryOf(live, directory).entries.get(name);
  return id !== undefined && inodeOf(live, id).kind === 'directory' ? [id] : [];
}

function inside(directory: InodeId): string {
  return `inside ${String(directory)}`;
}

function inodesOf(change: Change): readonly InodeId[] {
  switch (change.kind) {
    case 'entry':
      return change.to === undefined ? [change.directory] : [change.directory, change.to];
    case 'attributes':
      return [change.inode];
    case 'write':
    case 'truncate':
      return [change.file];
  }
}

/** The wanted operations and, going backwards, all that they need. */
function withNeeded(
  operations: readonly Operation[],
  isWanted: (operation: Operation) => boolean,
): ReadonlySet<Operation> {
  const found = new Set<Operation>();
  const needed = new Set<string>();
  for (const operation of operations.toReversed()) {
    if (!isWanted(operation) && !operation.touches.some((thing) => needed.has(thing))) continue;
    found.add(operation);
    operation.follows.forEach((thing) => needed.add(thing));
  }
  return found;
}

function survivors(image: Image, operations: readonly Operation[], choose: Choose): Image {
  const lost = new Set<string>();
  for (const operation of operations) {
    const isPossible = !operation.follows.some((thing) => lost.has(thing));
    const kept = isPossible ? surviving(operation, choose) : [];
    kept.forEach((change) => {
      applyChange(image, change);
    });
    if (kept.length === 0) operation.touches.forEach((thing) => lost.add(thing));
  }
  return reachable(image);
}

function surviving({ changes }: Operation, choose: Choose): readonly Change[] {
  const write = changes.find((change) => change.kind === 'write');
  const isTearable = write !== undefined && write.bytes.length > 1;
  const fate = choose(isTearable ? 3 : 2);
  if (fate === 1) return [];
  if (fate === 0 || !isTearable) return changes;
  const length = 1 + choose(write.bytes.length - 1);
  const torn = { ...write, bytes: write.bytes.subarray(0, length) };
  return changes.map((change) => (change === write ? torn : change));
}
