import type { LocklineError } from '../core/errors.js';
import type { FilePath } from '../core/path.js';
import type { Entry, WorkspaceStore } from '../store/store.js';
import { filesBelow } from './files-below.js';
import type { FilesRequest } from './files-below.js';
import { createFinder } from './finder.js';
import type { Findings, FinderOptions } from './finder.js';

/** What is to be found, and where. */
export type SearchRequest = FilesRequest & Omit<FinderOptions, 'show'>;

export interface SearchOptions {
  readonly signal: AbortSignal;
  /** Is told how many files were seen so far. */
  readonly progress?: ((files: number) => void) | undefined;
}

export interface SearchResult extends Findings {
  /** Paths that could not be searched at all. */
  readonly errors: readonly LocklineError[];
  /** Where the search would have gone on, if it took too long as a whole. */
  readonly endedBefore?: string;
}

/** A search that takes longer gives what it has: clients wait for a minute at most. */
const LONGEST_MS = 30_000;

/** Searches files. Throws INVALID_ARGUMENT for the glob, NO_ROOTS, and the error of a lone path. */
export async function searchFiles(
  store: WorkspaceStore,
  request: SearchRequest,
  options: SearchOptions,
): Promise<SearchResult> {
  const errors: LocklineError[] = [];
  let unreadable = 0;
  const files = filesBelow(store, request, {
    signal: options.signal,
    refused: (error) => errors.push(error),
    unreadable: () => (unreadable += 1),
  });
  const findings = await searchAll(store, files, { ...request, ...options });
  const [first] = errors;
  const isNothing = findings.searchedFiles === 0 && errors.length >= request.paths.length;
  if (first !== undefined && isNothing) throw first;
  const skipped = {
    ...findings.skipped,
    unreadable: findings.skipped.unreadable + unreadable,
  };
  return { ...findings, skipped, errors };
}

async function searchAll(
  store: Pick<WorkspaceStore, 'visit'>,
  batches: AsyncIterable<readonly Entry[]>,
  { signal, progress, ...request }: SearchRequest & SearchOptions,
): Promise<Omit<SearchResult, 'errors'>> {
  let shownAs: ReadonlyMap<FilePath, string> = new Map();
  const finder = createFinder({ ...request, show: (path) => shownAs.get(path) ?? path });
  const begun = performance.now();
  let notTried = 0;
  let endedBefore: string | undefined;
  try {
    for await (const batch of batches) {
      const [first] = batch;
      if (first === undefined) continue;
      if (performance.now() - begun > LONGEST_MS) {
        endedBefore = first.shown;
        break;
      }
      if (finder.hasGivenUp()) {
        // The rest is listed all the same, so that it is known how much was not searched.
        notTried += batch.length;
        continue;
      }
      shownAs = new Map(batch.map(({ path, shown }) => [path, shown]));
      const paths = batch.map(({ path }) => path);
      await store.visit(paths, finder.see, { maxBytes: Infinity, signal });
      progress?.(finder.findings().searchedFiles);
    }
    await finder.finish();
  } finally {
    await finder.close();
  }
  const findings = finder.findings();
  const ended = endedBefore === undefined ? {} : { endedBefore };
  return { ...findings, notTried: findings.notTried + notTried, ...ended };
}
