import { isAbsolute, join, sep } from 'node:path';
import { relativeInside } from '../paths/roots.js';

/** The roots that have a history of their own: those that lie in no other. */
export interface Places {
  readonly roots: readonly string[];
  /** The root whose history tells of a canonical path. */
  rootOf(path: string): string | undefined;
}

export function createPlaces(directories: readonly string[]): Places {
  const isInAnother = (root: string): boolean =>
    directories.some((other) => other !== root && relativeInside(other, root) !== undefined);
  const roots = [...new Set(directories)].filter((root) => !isInAnother(root));
  return {
    roots,
    rootOf: (path) => roots.find((root) => relativeInside(root, path) !== undefined),
  };
}

/** How the log of a root names a canonical path: from there with slashes, or absolute outside of it. */
export function loggedPath(root: string, path: string): string {
  return relativeInside(root, path)?.split(sep).join('/') ?? path;
}

/** The canonical path that a log names. It may lie anywhere: a log is only a file that somebody wrote. */
export function pathOfLogged(root: string, logged: string): string {
  return isAbsolute(logged) ? logged : join(root, logged);
}
