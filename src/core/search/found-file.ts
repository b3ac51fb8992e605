import { excerptLine } from './excerpt.js';
import type { ExcerptLine } from './excerpt.js';
import { hashOf } from '../hash.js';
import type { Hash } from '../hash.js';
import type { Lines } from '../text/lines.js';
import type { LineRange } from '../range.js';
import type { FileScan } from '../scan/scan.js';
import { columnsOf, groupHits } from './search-hit.js';
import type { Hit, HitGroup } from './search-hit.js';
import { factsOf, searchableLines } from './searchable.js';

/** A file in which something was found. */
export interface FoundFile {
  readonly shown: string;
  /** Its facts; it has no ranges. */
  readonly scan: FileScan;
  /** Whether all of it is text in its encoding. If not, what is shown of it stands for other bytes in places. */
  readonly isLegible: boolean;
  readonly ranges: readonly FoundRange[];
}

/** Lines around one or several matches. */
export interface FoundRange {
  readonly range: LineRange;
  readonly hash: Hash;
  readonly lines: readonly ExcerptLine[];
  /** In characters from 1. */
  readonly matches: readonly { readonly line: number; readonly column: number }[];
}

/** How matches are shown. */
export interface Showing {
  /** Lines before and after a match. */
  readonly context: number;
  /** Characters; of longer lines a part is shown. */
  readonly lineChars: number;
}

/** Puts together what is told of a file with hits. */
export function foundFile(
  {
    shown,
    bytes,
    hits,
  }: { readonly shown: string; readonly bytes: Buffer; readonly hits: readonly Hit[] },
  { context, lineChars }: Showing,
): FoundFile {
  const { lines, isLegible } = searchableLines(bytes);
  const columns = new Map(columnsOf(lines, hits).map((column, index) => [hits[index], column]));
  const ranges = groupHits(hits, context, lines.count).map(({ range, hits: own }) => ({
    range,
    hash: hashOf(lines.slice(range)),
    lines: excerpt(lines, { range, hits: own }, lineChars),
    matches: own.map((hit) => ({ line: hit.line, column: columns.get(hit) ?? 1 })),
  }));
  return { shown, scan: factsOf(bytes), isLegible, ranges };
}

function excerpt(lines: Lines, { range, hits }: HitGroup, limit: number): readonly ExcerptLine[] {
  return Array.from({ length: range.end - range.start }, (_, index) => {
    const number = range.start + index;
    return excerptLine(lines, number, { limit, focus: hits.find(({ line }) => line === number) });
  });
}
