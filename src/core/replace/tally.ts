import type { Lines } from '../text/lines.js';
import { findText } from '../text/match.js';
import type { Occurrence, Place } from '../text/match.js';

/** What there is of a text in a file. */
export interface Tally {
  /** The first ones, not more than expected. */
  readonly occurrences: readonly Occurrence[];
  /** How many there are; of overlapping ones not more than 10,000 are counted. */
  readonly count: number;
  /** How many of them are whole words. */
  readonly words: number;
  readonly overlaps: boolean;
  /** The first one in each of the first 20 lines, and how many are in that line. */
  readonly byLine: ReadonlyMap<number, LineTally>;
  /** In the first 20 lines with such, the first one that does not count, being a part of a word. */
  readonly parts: readonly Occurrence[];
}

interface LineTally {
  readonly first: Occurrence;
  readonly times: number;
}

/** What is counted, and how many are kept. */
interface Demand {
  readonly text: string;
  readonly expected: number;
  /** Whether an occurrence counts only where no word goes on at either side of it. */
  readonly wholeWord?: boolean | undefined;
}

const MOST_LISTED = 20;
/** Overlapping ones are refused in any case, and there can be as many as the file has characters. */
const MOST_OVERLAPPING = 10_000;

/** Counts the occurrences of a text. */
export function tallyOf(lines: Lines, { text, expected, wholeWord = false }: Demand): Tally {
  const parts = new Map<number, LineTally>();
  const counter = createCounter(expected);
  for (const found of findText(lines, text)) {
    if (found.isWord || !wholeWord) counter.add(found);
    else addLine(parts, found);
    if (counter.isFull()) break;
  }
  return { ...counter.finish(), parts: [...parts.values()].map(({ first }) => first) };
}

interface Counter {
  add(found: Occurrence): void;
  isFull(): boolean;
  finish(): Omit<Tally, 'parts'>;
}

function createCounter(expected: number): Counter {
  const occurrences: Occurrence[] = [];
  const byLine = new Map<number, LineTally>();
  let count = 0;
  let words = 0;
  let overlaps = false;
  let last: Occurrence | undefined;
  return {
    add(found) {
      count += 1;
      words += found.isWord ? 1 : 0;
      overlaps ||= last !== undefined && isBefore(found.start, last.end);
      last = found;
      if (count <= expected) occurrences.push(found);
      addLine(byLine, found);
    },
    isFull: () => overlaps && count >= MOST_OVERLAPPING,
    finish: () => ({ occurrences, count, words, overlaps, byLine }),
  };
}

function addLine(byLine: Map<number, LineTally>, found: Occurrence): void {
  const { line } = found.start;
  const known = byLine.get(line);
  if (known !== undefined) byLine.set(line, { first: known.first, times: known.times + 1 });
  else if (byLine.size < MOST_LISTED) byLine.set(line, { first: found, times: 1 });
}

function isBefore(a: Place, b: Place): boolean {
  return a.line < b.line || (a.line === b.line && a.index < b.index);
}
