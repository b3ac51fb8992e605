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
  /** Why the search ended before all was searched, and where it would have gone on. */
  readonly stopped?: { readonly why: 'too_slow' | 'too_long'; readonly at: string };
}

/** A search that takes longer gives what it has: clients wait for a minute at most. */
const LONGEST_MS = 30_000;
/** After so many files in which a regular expression took too long, others are not tried. */
const MOST_SLOW = 3;

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
  const { stopped, findings } = await searchAll(store, files, { ...request, ...options });
  const [first] = errors;
  const isNothing = findings.searchedFiles === 0 && errors.length >= request.paths.length;
  if (first !== undefined && isNothing) throw first;
  const skipped = {
    ...findings.skipped,
    unreadable: findings.skipped.unreadable + unreadable,
  };
  return { ...findings, skipped, errors, ...(stopped && { stopped }) };
}

async function searchAll(
  store: Pick<WorkspaceStore, 'visit'>,
  batches: AsyncIterable<readonly Entry[]>,
  { signal, progress, ...request }: SearchRequest & SearchOptions,
): Promise<Pick<SearchResult, 'stopped'> & { readonly findings: Findings }> {
  let shownAs: ReadonlyMap<FilePath, string> = new Map();
  const finder = createFinder({ ...request, show: (path) => shownAs.get(path) ?? path });
  const begun = performance.now();
  try {
    for await (const batch of batches) {
      const why = reasonToStop(finder.findings(), performance.now() - begun);
      if (why !== undefined) {
        const stopped = { why, at: batch[0]?.shown ?? '' };
        await finder.finish();
        return { findings: finder.findings(), stopped };
      }
      shownAs = new Map(batch.map(({ path, shown }) => [path, shown]));
      const paths = batch.map(({ path }) => path);
      await store.visit(paths, finder.see, { maxBytes: Infinity, signal });
      progress?.(finder.findings().searchedFiles);
    }
    await finder.finish();
    return { findings: finder.findings() };
  } finally {
    await finder.close();
  }
}

function reasonToStop({ skipped }: Findings, ms: number): 'too_slow' | 'too_long' | undefined {
  if (skipped.tooSlow >= MOST_SLOW) return 'too_slow';
  return ms > LONGEST_MS ? 'too_long' : undefined;
}
