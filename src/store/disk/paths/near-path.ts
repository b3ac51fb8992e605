import { basename, dirname, join } from 'node:path';
import { unless } from '../errno.js';
import { foldName } from './fold.js';
import type { FsPort } from '../fs-port.js';
import type { Roots } from './roots.js';

const UNSEEN = ['ENOENT', 'ENOTDIR', 'EACCES', 'ENAMETOOLONG'];

/**
 * The path on disk that a missing canonical path may have meant: each missing name is the only one of its
 * directory that is the same but for case or Unicode composition. Links are not followed.
 */
export function nearPath(path: string, fs: FsPort, roots: Roots): string | undefined {
  if (!roots.isInside(path)) return undefined;
  if (unless(UNSEEN, () => fs.lstat(path)) !== undefined) return path;
  const parent = nearPath(dirname(path), fs, roots);
  if (parent === undefined) return undefined;
  const wanted = foldName(basename(path));
  const same = namesIn(parent, fs).filter((name) => foldName(name) === wanted);
  const only = same.length === 1 ? same[0] : undefined;
  return only === undefined ? undefined : join(parent, only);
}

function namesIn(directory: string, fs: FsPort): readonly string[] {
  return unless(UNSEEN, () => fs.readdir(directory)) ?? [];
}
