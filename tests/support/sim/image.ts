/** Names an inode for ever; unlike the `ino` that callers see, it is never used again. */
export type InodeId = number;

export interface Attributes {
  /** Permission bits, without the type. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

interface Facts extends Mutable<Attributes> {
  readonly id: InodeId;
  /** What callers see; 0 when the inode is gone for good and its number was given back. */
  ino: bigint;
  /** Entries that name it; the root has one. */
  links: number;
}

interface FileInode extends Facts {
  readonly kind: 'file';
  /** Never written into: a write puts a new array here, so that copies of an image share it. */
  bytes: Uint8Array;
}

export interface DirectoryInode extends Facts {
  readonly kind: 'directory';
  readonly entries: Map<string, InodeId>;
  /** The directory that holds it, or held it before it was removed, and its name there. */
  parent: InodeId;
  name: string;
}

export interface SymlinkInode extends Facts {
  readonly kind: 'symlink';
  readonly target: string;
}

export type Inode = FileInode | DirectoryInode | SymlinkInode;

/** A whole file system at rest: its inodes, of which one is the root. */
export type Image = Map<InodeId, Inode>;

export const ROOT: InodeId = 1;

/** One step of an operation. Applied to another image than it was made for, it does what it still can. */
export type Change =
  | EntryChange
  | {
      readonly kind: 'write';
      readonly file: InodeId;
      readonly at: number;
      readonly bytes: Uint8Array;
    }
  | { readonly kind: 'truncate'; readonly file: InodeId }
  | { readonly kind: 'attributes'; readonly inode: InodeId; readonly set: Partial<Attributes> };

/** What a name in a directory stands for from now on; `undefined` = nothing. */
export interface EntryChange {
  readonly kind: 'entry';
  readonly directory: InodeId;
  readonly name: string;
  readonly to: InodeId | undefined;
}

export function inodeOf(image: Image, id: InodeId): Inode {
  const inode = image.get(id);
  if (inode === undefined) throw new Error(`inode ${String(id)} is not in this image`);
  return inode;
}

export function directoryOf(image: Image, id: InodeId): DirectoryInode {
  const inode = inodeOf(image, id);
  if (inode.kind !== 'directory') throw new Error(`inode ${String(id)} is not a directory`);
  return inode;
}

export function applyChange(image: Image, change: Change): void {
  switch (change.kind) {
    case 'entry':
      changeEntry(image, change);
      return;
    case 'write':
      changeBytes(image, change.file, (before) => spliced(before, change.at, change.bytes));
      return;
    case 'truncate':
      changeBytes(image, change.file, () => new Uint8Array());
      return;
    case 'attributes':
      Object.assign(inodeOf(image, change.inode), change.set);
      return;
  }
}

function changeEntry(image: Image, { directory, name, to }: EntryChange): void {
  const { entries } = directoryOf(image, directory);
  const before = entries.get(name);
  if (before !== undefined) inodeOf(image, before).links -= 1;
  if (to === undefined) {
    entries.delete(name);
    return;
  }
  entries.set(name, to);
  const inode = inodeOf(image, to);
  inode.links += 1;
  if (inode.kind === 'directory') Object.assign(inode, { parent: directory, name });
}

function changeBytes(image: Image, file: InodeId, next: (before: Uint8Array) => Uint8Array): void {
  const inode = inodeOf(image, file);
  if (inode.kind === 'file') inode.bytes = next(inode.bytes);
}

function spliced(before: Uint8Array, at: number, bytes: Uint8Array): Uint8Array {
  const after = new Uint8Array(Math.max(before.length, at + bytes.length));
  after.set(before);
  after.set(bytes, at);
  return after;
}

export function copyImage(image: Image): Image {
  return new Map(Array.from(image, ([id, inode]) => [id, copyInode(inode)]));
}

export function copyInode(inode: Inode): Inode {
  return inode.kind === 'directory' ? { ...inode, entries: new Map(inode.entries) } : { ...inode };
}

/** Only what can be reached from the root, with its links counted anew, as a file system check leaves it. */
export function reachable(image: Image): Image {
  const found: Image = new Map();
  const visit = (id: InodeId): void => {
    const seen = found.get(id);
    if (seen !== undefined) {
      seen.links += 1;
      return;
    }
    const inode = copyInode(inodeOf(image, id));
    inode.links = 1;
    found.set(id, inode);
    if (inode.kind === 'directory') inode.entries.forEach(visit);
  };
  visit(ROOT);
  return found;
}

/** Absolute path of a directory, that of a removed one with the mark that `/proc` gives it. */
export function pathOf(image: Image, directory: DirectoryInode): string {
  if (directory.id === ROOT) return '/';
  const path = childPath(image, directory.parent, directory.name);
  return directory.links === 0 ? `${path} (deleted)` : path;
}

/** Absolute path of a name in a directory. */
export function childPath(image: Image, parent: InodeId, name: string): string {
  const before = pathOf(image, directoryOf(image, parent));
  return before === '/' ? `/${name}` : `${before}/${name}`;
}
