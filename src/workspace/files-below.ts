import { isLocklineError } from '../core/errors.js';
import type { LocklineError } from '../core/errors.js';
import { compileGlob } from '../core/glob.js';
import type { Entry, ResolvedPath, WorkspaceStore } from '../store/store.js';

/** Which files are meant. */
export interface FilesRequest {
  /** Files and directories as the caller named them; none = all roots. */
  readonly paths: readonly string[];
  /** About files below directories; a file that is named itself is always meant. */
  readonly glob?: string | undefined;
  /** The same in code. */
  readonly accepts?: (shown: string) => boolean;
}

export interface FilesOptions {
  readonly signal: AbortSignal;
  /** Is told of a path that the caller named and that cannot be listed. */
  readonly refused: (error: LocklineError, named: string) => void;
  /** Is told of a directory below it that cannot be read. */
  readonly unreadable: () => void;
}

/** So many files are given at once at least, the last ones aside. */
const BATCH = 256;

/**
 * The files below the places that a caller named, in batches; each file once, in the order of the paths
 * and in each of them by name. Throws INVALID_ARGUMENT for the glob, and NO_ROOTS.
 */
export async function* filesBelow(
  store: Pick<WorkspaceStore, 'roots' | 'resolve' | 'list'>,
  request: FilesRequest,
  options: FilesOptions,
): AsyncGenerator<readonly Entry[]> {
  const starts = request.paths.length > 0 ? request.paths : rootsOf(store);
  const isMeant = createTest(request);
  const seen = new Set<string>();
  let batch: Entry[] = [];
  for (const named of starts) {
    for await (const { start, entries } of pagesBelow(store, named, options)) {
      const files = entries.filter((entry) => entry.kind === 'file' && isMeant(entry, start));
      const fresh = starts.length > 1 ? files.filter(({ path }) => !seen.has(path)) : files;
      if (starts.length > 1) for (const { path } of fresh) seen.add(path);
      batch.push(...fresh);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Without roots the store is asked all the same, so that it says how to name one. */
function rootsOf({ roots }: Pick<WorkspaceStore, 'roots'>): readonly string[] {
  return roots.length > 0 ? roots : ['.'];
}

interface FoundEntries {
  readonly start: ResolvedPath;
  readonly entries: readonly Entry[];
}

async function* pagesBelow(
  store: Pick<WorkspaceStore, 'resolve' | 'list'>,
  named: string,
  { signal, refused, unreadable }: FilesOptions,
): AsyncGenerator<FoundEntries> {
  try {
    const start = await store.resolve(named, 'read');
    for await (const page of store.list(start.path, { depth: Infinity, sizes: false, signal })) {
      if (page.error !== undefined) unreadable();
      yield { start, entries: page.entries };
    }
  } catch (error) {
    if (!isLocklineError(error) || error.code === 'NO_ROOTS') throw error;
    refused(error, named);
  }
}

/** A glob counts from the directory that was named, and also from the root. */
function createTest({ glob, accepts = () => true }: FilesRequest) {
  const matches = glob === undefined ? () => true : compileGlob(glob);
  return ({ shown }: Pick<Entry, 'shown'>, start: Pick<ResolvedPath, 'shown'>): boolean => {
    if (shown === start.shown) return true;
    const inside = start.shown === '.' ? shown : shown.slice(start.shown.length);
    return accepts(shown) && (matches(namesOf(inside)) || matches(namesOf(shown)));
  };
}

function namesOf(path: string): readonly string[] {
  return path.split(/[\\/]/).filter((name) => name !== '');
}
