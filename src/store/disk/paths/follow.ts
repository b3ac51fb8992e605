import { basename, dirname, join, resolve } from 'node:path';
import { LocklineError } from '../../../core/errors.js';
import { errnoOf, unless } from '../errno.js';
import type { FsPort } from '../fs-port.js';
import type { IoErrors } from '../io-error.js';
import type { Roots } from './roots.js';

/** A path on its way through the links. */
export interface Walk {
  readonly fs: FsPort;
  readonly roots: Roots;
  readonly ioErrors: IoErrors;
  /** The path as results show it. */
  readonly shown: string;
}

const MAX_LINKS = 40;
const UNRESOLVED = ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'ENAMETOOLONG'];

/**
 * Gives the canonical form of an absolute path inside a root; its last names may not exist yet. Symbolic
 * links are followed to targets inside a root. Throws OUTSIDE_ROOTS for every other target, whether it
 * exists or not: an answer never tells what is out there. FILE_NOT_FOUND for a link to nothing, which is
 * never created through; NOT_A_FILE below a file and for loops; and errors of system calls.
 */
export function followLinks(path: string, walk: Walk): string {
  return follow(path, walk, MAX_LINKS);
}

/** `links` is how many more links that lead to nothing may be met. */
function follow(path: string, walk: Walk, links: number): string {
  const real = unless(UNRESOLVED, () => walk.fs.realpath(path));
  if (real === undefined) return followByHand(path, walk, links);
  if (!walk.roots.isInside(real)) throw outside(walk);
  return real;
}

/** The path is absent, a link to nothing, or below something that cannot be entered. */
function followByHand(path: string, walk: Walk, links: number): string {
  // Without its root a path has nothing to stand on, and what is above a root is not looked at.
  if (!isKnown(dirname(path), walk)) throw notFound(walk);
  const parent = follow(dirname(path), walk, links);
  const entry = join(parent, basename(path));
  if (!isLink(entry, path, walk)) return entry;
  const target = resolve(parent, walk.fs.readlink(entry));
  if (!isKnown(target, walk)) throw outside(walk);
  if (links === 0) throw notAFile(walk, 'a loop of symbolic links');
  // It may lead on to the outside or to no file; otherwise it leads nowhere.
  follow(target, walk, links - 1);
  throw notFound(walk);
}

function isLink(entry: string, path: string, walk: Walk): boolean {
  try {
    return unless(['ENOENT'], () => walk.fs.lstat(entry))?.kind === 'symlink';
  } catch (error) {
    if (errnoOf(error) !== 'ENOTDIR') throw walk.ioErrors(error, walk.shown);
    const above = showName(dirname(path), walk);
    throw notAFile(walk, `a path below ${above}, which is no directory`);
  }
}

function isKnown(path: string, { roots }: Walk): boolean {
  return roots.placesOf(path).length > 0;
}

function showName(path: string, { roots }: Walk): string {
  const place = roots.placesOf(path)[0];
  return place === undefined ? path : roots.show(place);
}

function outside({ shown, roots }: Walk): LocklineError<'OUTSIDE_ROOTS'> {
  return new LocklineError('OUTSIDE_ROOTS', { path: shown, roots: roots.names });
}

function notFound({ shown }: Walk): LocklineError<'FILE_NOT_FOUND'> {
  return new LocklineError('FILE_NOT_FOUND', { path: shown });
}

function notAFile({ shown }: Walk, found: string): LocklineError<'NOT_A_FILE'> {
  return new LocklineError('NOT_A_FILE', { path: shown, found });
}
