import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { LocklineError } from '../../../core/errors.js';
import { unless } from '../errno.js';
import { isKernelType } from './file-systems.js';
import type { FsPort } from '../fs-port.js';

/** A directory that may be seen: by the name that the user gave, and free of symbolic links. */
interface Root {
  readonly named: string;
  readonly real: string;
}

/** Where a path is: in which root, how the root was spelt, and the rest; no system call is made. */
interface Place {
  readonly root: Root;
  readonly spelling: string;
  /** Empty for the root itself. */
  readonly relative: string;
}

export interface Roots {
  readonly first: Root | undefined;
  /** As the user named them, absolute. */
  readonly names: readonly string[];
  /** Their canonical form, in the same order. */
  readonly directories: readonly string[];
  /** Whether a canonical path is a root or inside one. */
  isInside(canonical: string): boolean;
  /** All places of an absolute path, in the order of the roots: they can lie in one another. */
  placesOf(path: string): readonly Place[];
  /** How results name a place, so that it can be sent back: relative in the first root, else absolute. */
  show(place: Place): string;
}

const KERNEL_DIRECTORIES = ['/proc', '/sys', '/dev'];

/**
 * Looks the roots up, once: where the name of a root leads later is not followed. Throws INVALID_ARGUMENT
 * for one that is missing, no directory, a whole file system, or the kernel's.
 */
export function openRoots(names: readonly string[], fs: FsPort): Roots {
  const roots = names.map((name) => openRoot(resolve(name), fs));
  const first = roots[0];
  return {
    first,
    names: roots.map(({ named }) => named),
    directories: roots.map(({ real }) => real),
    isInside: (canonical) =>
      roots.some(({ real }) => relativeInside(real, canonical) !== undefined),
    placesOf: (path) => roots.flatMap((root) => placeIn(root, path) ?? []),
    show: ({ root, spelling, relative: inside }) => {
      if (root !== first) return join(spelling, inside);
      return inside === '' ? '.' : inside;
    },
  };
}

/** The path inside the directory, by whole names: empty for itself, `undefined` if it is not inside. */
export function relativeInside(directory: string, path: string): string | undefined {
  const inside = relative(directory, path);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return undefined;
  return inside;
}

function openRoot(named: string, fs: FsPort): Root {
  const real = unless(['ENOENT', 'ENOTDIR', 'ELOOP'], () => fs.realpath(named));
  if (real === undefined) throw badRoot(named, 'does not exist');
  if (fs.lstat(real).kind !== 'directory') throw badRoot(named, 'is not a directory');
  if (resolve(real, '..') === real) throw badRoot(named, 'is a whole file system');
  if (isKernelDirectory(real, fs)) throw badRoot(named, 'belongs to the kernel');
  return { named, real };
}

function placeIn(root: Root, path: string): Place | undefined {
  for (const spelling of [root.named, root.real]) {
    const inside = relativeInside(spelling, path);
    if (inside !== undefined) return { root, spelling, relative: inside };
  }
  return undefined;
}

function isKernelDirectory(real: string, fs: FsPort): boolean {
  return (
    KERNEL_DIRECTORIES.some((directory) => relativeInside(directory, real) !== undefined) ||
    isKernelType(fs.fsType(real))
  );
}

function badRoot(named: string, fault: string): LocklineError<'INVALID_ARGUMENT'> {
  return new LocklineError('INVALID_ARGUMENT', {
    what: `the root ${named} ${fault}`,
    hint: 'Name an existing directory that holds the files to work on.',
  });
}
