import type { Descriptor } from './descriptors.js';
import { Errno } from './errno.js';
import type { DirectoryInode, Image, Inode, SymlinkInode } from './image.js';
import { ROOT, childPath, directoryOf, inodeOf, pathOf } from './image.js';

/** What a path leads to. */
export interface Place {
  readonly directory: DirectoryInode;
  /** The last component; empty for the root, may be `.` or `..`. */
  readonly name: string;
  readonly inode: Inode | undefined;
  readonly hasSlash: boolean;
}

/**
 * What to do with a symbolic link in the last place. `never` is for names that are made or removed; `stay`
 * follows it where a slash comes after it, as `lstat` does.
 */
export type Following = 'follow' | 'stay' | 'never';

/** Where paths are looked up: an image and the descriptors of one process. */
export interface View {
  readonly live: Image;
  readonly descriptors: ReadonlyMap<number, Descriptor>;
}

const MAX_LINKS = 40;
const MAX_NAME_BYTES = 255;
/** The links in `/proc/self/fd` have no inode of this file system. */
const MAGIC = -1;

/** Finds the place that a path names. The last component may be missing; all before it must be directories. */
export function walk(view: View, path: string, following: Following): Place {
  if (path === '') throw new Errno('ENOENT');
  const { fd, below } = throughDescriptor(path);
  const route = { hasSlash: path.endsWith('/'), following, links: 0 };
  if (fd === undefined)
    return walkFrom(view, directoryOf(view.live, ROOT), { ...route, todo: components(path) });
  const descriptor = view.descriptors.get(fd);
  if (descriptor === undefined) throw new Errno('ENOENT');
  if (below === undefined) return magicLink(view, descriptor, following);
  const start = inodeOf(view.live, descriptor.inode);
  if (start.kind !== 'directory') throw new Errno('ENOTDIR');
  return walkFrom(view, start, { ...route, todo: components(below) });
}

/** The inode at a path that must exist. */
export function find(view: View, path: string, following: Following): Inode {
  const { inode, hasSlash } = walk(view, path, following);
  if (inode === undefined) throw new Errno('ENOENT');
  if (hasSlash && inode.kind !== 'directory') throw new Errno('ENOTDIR');
  return inode;
}

/** Whether the last component is an ordinary name, which can be made and removed. */
export function isOrdinary(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..';
}

/** Whether it is the link of a descriptor in `/proc`, which nobody can move or remove. */
export function isMagic({ id }: Inode): boolean {
  return id === MAGIC;
}

/** Where the open file is now, as `/proc/self/fd` tells. */
function pathOfDescriptor({ live }: View, descriptor: Descriptor): string {
  const inode = inodeOf(live, descriptor.inode);
  if (inode.kind === 'directory') return pathOf(live, inode);
  const path = childPath(live, descriptor.home.directory, descriptor.home.name);
  return descriptor.isDeleted ? `${path} (deleted)` : path;
}

/** The path with a descriptor's link replaced by its text, which is how `realpath` goes about it. */
export function spelledOut(view: View, path: string): string {
  const { fd, below } = throughDescriptor(path);
  const descriptor = fd === undefined ? undefined : view.descriptors.get(fd);
  return descriptor === undefined ? path : pathOfDescriptor(view, descriptor) + (below ?? '');
}

function throughDescriptor(path: string): {
  readonly fd: number | undefined;
  readonly below: string | undefined;
} {
  const [, fd, below] = /^\/proc\/self\/fd\/(\d+)(\/.*)?$/.exec(path) ?? [];
  return { fd: fd === undefined ? undefined : Number(fd), below };
}

interface Route {
  /** Components that are still to be gone through. */
  readonly todo: readonly string[];
  readonly hasSlash: boolean;
  readonly following: Following;
  /** Symbolic links followed so far. */
  readonly links: number;
}

function walkFrom(view: View, at: DirectoryInode, route: Route): Place {
  const [name, ...todo] = route.todo;
  if (name === undefined) return placeOf(view, at);
  const { hasSlash } = route;
  const inode = lookUp(view, at, name);
  const isLast = todo.length === 0;
  if (inode?.kind === 'symlink' && !(isLast && isEnd(route)))
    return followLink(view, at, inode, { ...route, todo });
  if (isLast) return { directory: at, name, inode, hasSlash };
  return walkFrom(view, asDirectory(inode), { ...route, todo });
}

function isEnd({ following, hasSlash }: Route): boolean {
  return following === 'never' || (following === 'stay' && !hasSlash);
}

function followLink(view: View, at: DirectoryInode, { target }: SymlinkInode, route: Route): Place {
  if (route.links === MAX_LINKS) throw new Errno('ELOOP');
  const isLast = route.todo.length === 0;
  return walkFrom(view, target.startsWith('/') ? directoryOf(view.live, ROOT) : at, {
    ...route,
    todo: [...components(target), ...route.todo],
    hasSlash: route.hasSlash || (isLast && target.endsWith('/')),
    links: route.links + 1,
  });
}

function components(path: string): readonly string[] {
  return path.split('/').filter((name) => name !== '');
}

function lookUp({ live }: View, at: DirectoryInode, name: string): Inode | undefined {
  if (name === '.') return at;
  if (name === '..') return directoryOf(live, at.parent);
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new Errno('ENAMETOOLONG');
  const id = at.entries.get(name);
  return id === undefined ? undefined : inodeOf(live, id);
}

function asDirectory(inode: Inode | undefined): DirectoryInode {
  if (inode === undefined) throw new Errno('ENOENT');
  if (inode.kind !== 'directory') throw new Errno('ENOTDIR');
  return inode;
}

/** A directory reached without a last component: the root, or `/proc/self/fd/N/`. */
function placeOf({ live }: View, inode: DirectoryInode): Place {
  const directory = directoryOf(live, inode.parent);
  return { directory, name: '', inode, hasSlash: true };
}

/** `/proc/self/fd/N` itself: looks like a symbolic link, but leads to the inode and not to its path. */
function magicLink(view: View, descriptor: Descriptor, following: Following): Place {
  const { live } = view;
  const { directory, name } = descriptor.home;
  const inode = inodeOf(live, descriptor.inode);
  const place = { directory: directoryOf(live, directory), name, hasSlash: false };
  if (following === 'follow') return { ...place, inode };
  const target = pathOfDescriptor(view, descriptor);
  const link: SymlinkInode = { ...inode, kind: 'symlink', target, id: MAGIC, ino: 0n, links: 1 };
  return { ...place, inode: link };
}
