import { posix } from 'node:path';
import { LocklineError } from '../core/errors.js';
import { asFilePath } from '../core/path.js';
import type { FilePath } from '../core/path.js';
import type { ResolvedPath } from './store.js';

/** All files of a store in memory; directories exist where a file is below. */
export type Files = ReadonlyMap<FilePath, Buffer>;

export const ROOT = '/memory';

/** A path by its text, absolute or relative to the root. */
export function locate(path: string): FilePath {
  return asFilePath(posix.resolve(ROOT, path));
}

/** How results name a path. */
export function show(path: FilePath): string {
  return path === ROOT ? '.' : posix.relative(ROOT, path);
}

/** `WorkspaceStore.resolve`. */
export function resolvePath(files: Files, named: string): ResolvedPath {
  if (named === '' || /[\p{Cc}\p{Cs}]/u.test(named)) {
    throw new LocklineError('INVALID_ARGUMENT', {
      what: `the path ${JSON.stringify(named)} is empty or holds characters that no path has`,
      hint: 'Send the path of a file, absolute or relative to the root.',
    });
  }
  const path = locate(named);
  if (path !== ROOT && !path.startsWith(`${ROOT}/`)) {
    throw new LocklineError('OUTSIDE_ROOTS', { path: named, roots: [ROOT] });
  }
  if (/(^|\/)\.{0,2}$/.test(named) && !isDirectory(files, path)) {
    throw new LocklineError('INVALID_ARGUMENT', {
      what: `the path ${named} ends as one of a directory does, and there is none`,
      hint: 'Leave out the last slash or dot to name a file.',
    });
  }
  refuseBelowFile(files, path);
  return { path, shown: show(path), viaLink: false };
}

export function isDirectory(files: Files, path: FilePath): boolean {
  return path === ROOT || [...files.keys()].some((other) => other.startsWith(`${path}/`));
}

/** Throws NOT_A_FILE for a path below a file. */
export function refuseBelowFile(files: Files, path: FilePath): void {
  const parent = locate(posix.dirname(path));
  if (path === ROOT) return;
  if (files.has(parent)) {
    throw new LocklineError('NOT_A_FILE', {
      path: show(path),
      found: `a path below ${show(parent)}, which is no directory`,
    });
  }
  refuseBelowFile(files, parent);
}
