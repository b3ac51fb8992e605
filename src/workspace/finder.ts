import { foundFile } from '../core/search/found-file.js';
import type { FoundFile, Showing } from '../core/search/found-file.js';
import type { FilePath } from '../core/path.js';
import { asUtf8, mayHold, searchableLines } from '../core/search/searchable.js';
import { searchLines } from '../core/search/search-hit.js';
import type { Hits } from '../core/search/search-hit.js';
import type { SearchPattern } from '../core/search/search-pattern.js';
import type { See } from '../store/store.js';
import { createRegexRunner } from './regex-worker.js';

/** How files are searched and what of them is kept. */
export interface FinderOptions extends Showing {
  readonly pattern: SearchPattern;
  /** Matches that are told one by one; the others are counted. */
  readonly maxResults: number;
  /** How results name a file. */
  readonly show: (path: FilePath) => string;
}

/** What was found so far. */
export interface Findings {
  readonly files: readonly FoundFile[];
  /** Files with matches that are not told, in part or at all: the first of them. */
  readonly more: readonly { readonly shown: string; readonly matches: number }[];
  readonly totalMatches: number;
  readonly matchedFiles: number;
  readonly searchedFiles: number;
  readonly skipped: {
    readonly binary: number;
    readonly unreadable: number;
    readonly tooLarge: number;
    /** The regular expression took too long in them. */
    readonly tooSlow: number;
  };
  /** Names of files in which the regular expression took too long. */
  readonly slow: readonly string[];
  /** Files that were not tried, since the regular expression had been given up. */
  readonly notTried: number;
}

/** Searches files one after another. */
export interface Finder {
  readonly see: See;
  /** Waits for what is under way. */
  finish(): Promise<void>;
  /** Gives up what is under way, and frees what the search holds. */
  close(): Promise<void>;
  findings(): Findings;
  /** Whether the regular expression took so long that no further file is tried. */
  hasGivenUp(): boolean;
}

/** Files named beyond those whose matches are told. */
const MORE_NAMED = 20;
const REGEX_LIMITS = { fileMs: 1000, totalMs: 20_000, mostSlow: 3 };
/** So much is handed to the thread of a regular expression at once. */
const BATCH_BYTES = 1024 * 1024;
const BATCH_FILES = 128;

export function createFinder(options: FinderOptions): Finder {
  const { pattern, maxResults, show } = options;
  const tally = createTally(options);
  const queue = pattern.isLinear ? undefined : createRegexQueue(pattern, maxResults, tally);

  const search = (path: FilePath, bytes: Buffer): undefined => {
    const hits = searchLines(searchableLines(bytes).lines, pattern, maxResults);
    tally.add({ shown: show(path), bytes }, hits);
  };
  return {
    findings: tally.findings,
    hasGivenUp: () => queue?.hasGivenUp() ?? false,
    finish: async () => queue?.finish(),
    close: async () => queue?.close(),
    see: (file, path) => {
      if (file.kind !== 'text') return tally.skip(file.kind);
      const { bytes } = file;
      if (!mayHold(bytes, pattern)) return tally.add({ shown: '', bytes }, NO_HITS);
      if (queue === undefined) return search(path, bytes);
      // What waits must not be in memory that is used again.
      return queue.add({ shown: show(path), bytes: Buffer.from(bytes) });
    },
  };
}

const NO_HITS: Hits = { first: [], count: 0 };

/** A file whose bytes are at hand. */
interface Held {
  readonly shown: string;
  readonly bytes: Buffer;
}

interface Tally {
  add(file: Held, hits: Hits): undefined;
  skip(kind: 'binary' | 'too_large' | 'unreadable'): undefined;
  /** Counts a file in which the regular expression took too long. */
  addSlow(file: Held): undefined;
  addNotTried(): undefined;
  readonly findings: () => Findings;
}

function createTally({ maxResults, ...showing }: FinderOptions): Tally {
  const files: FoundFile[] = [];
  const more: { readonly shown: string; readonly matches: number }[] = [];
  const slow: string[] = [];
  const skipped = { binary: 0, unreadable: 0, too_large: 0 };
  const all = { totalMatches: 0, matchedFiles: 0, searchedFiles: 0, notTried: 0 };
  let told = 0;
  return {
    skip(kind) {
      skipped[kind] += 1;
    },
    addSlow({ shown }) {
      slow.push(shown);
    },
    addNotTried() {
      all.notTried += 1;
    },
    add({ shown, bytes }, { first, count }) {
      all.searchedFiles += 1;
      all.totalMatches += count;
      all.matchedFiles += count > 0 ? 1 : 0;
      const hits = first.slice(0, maxResults - told);
      told += hits.length;
      if (hits.length > 0) files.push(foundFile({ shown, bytes, hits }, showing));
      if (hits.length === count) return;
      if (more.length < MORE_NAMED) more.push({ shown, matches: count - hits.length });
    },
    findings: () => {
      const { binary, unreadable, too_large: tooLarge } = skipped;
      const tooSlow = slow.length;
      return { files, more, ...all, slow, skipped: { binary, unreadable, tooLarge, tooSlow } };
    },
  };
}

interface RegexQueue {
  /** Gives a promise where enough files wait. */
  add(file: Held): Promise<void> | undefined;
  hasGivenUp(): boolean;
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** While the thread searches some files, the next are read. */
function createRegexQueue(pattern: SearchPattern, most: number, tally: Tally): RegexQueue {
  const runner = createRegexRunner(pattern, { ...REGEX_LIMITS, most });
  let waiting: Held[] = [];
  let size = 0;
  let running: Promise<void> = Promise.resolve();

  async function search(files: readonly Held[]): Promise<void> {
    const outcomes = await runner.run(files.map(({ bytes }) => asUtf8(bytes)));
    for (const [index, file] of files.entries()) {
      const outcome = outcomes[index] ?? 'not_tried';
      if (outcome === 'not_tried') tally.addNotTried();
      else if (outcome === 'too_slow') tally.addSlow(file);
      else tally.add(file, outcome);
    }
  }

  async function flush(): Promise<void> {
    const files = waiting;
    waiting = [];
    size = 0;
    await running;
    running = search(files);
    // Whoever waits for it next is told of a failure.
    running.catch(() => undefined);
  }

  return {
    add(file) {
      waiting.push(file);
      size += file.bytes.length;
      return size >= BATCH_BYTES || waiting.length >= BATCH_FILES ? flush() : undefined;
    },
    async finish() {
      await flush();
      await running;
    },
    hasGivenUp: () => runner.hasGivenUp(),
    close: () => runner.close(),
  };
}
