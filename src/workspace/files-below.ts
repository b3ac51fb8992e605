import { isLocklineError, LocklineError } from '../core/errors.js';
import { compileGlob } from '../core/paths/glob.js';
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
  const isFresh = starts.length > 1 ? createOnce() : () => true;
  let batch: Entry[] = [];
  for await (const { named, start, entries, error } of pagesOf(store, starts, options)) {
    if (error !== undefined) {
      // What was found before comes before.
      yield batch;
      batch = [];
      options.refused(error, named);
    }
    const files = entries.filter(({ kind }) => kind === 'file');
    batch.push(...files.filter((file) => isMeant(file, start) && isFresh(file)));
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Holds the first time that it is asked for a file. */
function createOnce(): (file: Entry) => boolean {
  const seen = new Set<string>();
  return ({ path }) => {
    const isFirst = !seen.has(path);
    seen.add(path);
    return isFirst;
  };
}

/** Without roots the store is asked all the same, so that it says how to name one. */
function rootsOf({ roots }: Pick<WorkspaceStore, 'roots'>): readonly string[] {
  return roots.length > 0 ? roots : ['.'];
}

interface FoundEntries {
  readonly named: string;
  /** Where the listing began; absent with an error. */
  readonly start?: ResolvedPath;
  readonly entries: readonly Entry[];
  /** Why there is nothing more of what was named. */
  readonly error?: LocklineError;
}

async function* pagesOf(
  store: Pick<WorkspaceStore, 'resolve' | 'list'>,
  starts: readonly string[],
  options: FilesOptions,
): AsyncGenerator<FoundEntries> {
  for (const named of starts) yield* pagesBelow(store, named, options);
}

async function* pagesBelow(
  store: Pick<WorkspaceStore, 'resolve' | 'list'>,
  named: string,
  { signal, unreadable }: FilesOptions,
): AsyncGenerator<FoundEntries> {
  try {
    const start = await store.resolve(named, 'read');
    for await (const page of store.list(start.path, { depth: Infinity, sizes: false, signal })) {
      if (page.error !== undefined) unreadable();
      refuseSpecial(start, page.entries);
      yield { named, start, entries: page.entries };
    }
  } catch (error) {
    if (!isLocklineError(error) || error.code === 'NO_ROOTS') throw error;
    yield { named, entries: [], error };
  }
}

/** What is named itself must not be passed over without a word. */
function refuseSpecial({ path, shown }: ResolvedPath, entries: readonly Entry[]): void {
  if (!entries.some((entry) => entry.path === path && entry.kind === 'other')) return;
  throw new LocklineError('NOT_A_FILE', { path: shown, found: 'a pipe, a socket or a device' });
}

/** A glob counts from the directory that was named, and also from the root. */
function createTest({ glob, accepts = () => true }: FilesRequest) {
  const matches = glob === undefined ? () => true : compileGlob(glob);
  return ({ path, shown }: Entry, start: FoundEntries['start']): boolean => {
    if (path === start?.path) return true;
    const inside = path.slice(start?.path.length);
    return accepts(shown) && (matches(namesOf(inside)) || matches(namesOf(shown)));
  };
}

function namesOf(path: string): readonly string[] {
  return path.split(/[\\/]/).filter((name) => name !== '');
}
