import { countCharacters } from '../text/characters.js';
import type { Lines } from '../text/lines.js';
import type { LineRange } from '../range.js';
import type { SearchPattern } from './search-pattern.js';
import { lineText, windowsOf } from '../text/window.js';

/** Where a search found something. */
export interface Hit {
  /** From 1. */
  readonly line: number;
  /** Into the text of the line, in UTF-16 units from 0. */
  readonly index: number;
  /** UTF-16 units; a line break counts as one. */
  readonly length: number;
  /** The line of its last character. */
  readonly lastLine: number;
}

/** The first hits in a file, and how many there are. */
export interface Hits {
  readonly first: readonly Hit[];
  readonly count: number;
}

/** Hits of one file are counted up to here. */
export const MOST_COUNTED = 100_000;

/**
 * Searches a file for a pattern whose time is linear, and keeps the first `most` hits. Hits do not overlap.
 * Lines that do not decode hold none.
 */
export function searchLines(lines: Lines, pattern: SearchPattern, most: number): Hits {
  const regex = new RegExp(pattern.source, pattern.flags);
  const breaks = breaksIn(pattern.source);
  const first: Hit[] = [];
  let count = 0;
  for (const { firstLine, text, ownLength } of windowsOf(lines, breaks)) {
    let line = firstLine;
    let lineStart = 0;
    for (const { index, 0: found } of text.matchAll(regex)) {
      if (index >= ownLength) break;
      if (count >= MOST_COUNTED) return { first, count };
      count += 1;
      if (count > most) continue;
      for (let end = breakAfter(text, lineStart); end < index; end = breakAfter(text, lineStart)) {
        line += 1;
        lineStart = end + 1;
      }
      const lastLine = line + breaksIn(found.slice(0, -1));
      first.push({ line, index: index - lineStart, length: found.length, lastLine });
    }
  }
  return { first, count };
}

/** The column of each hit in its line, in characters from 1. Hits are in order and their lines decode. */
export function columnsOf(lines: Lines, hits: readonly Hit[]): readonly number[] {
  let line = 0;
  let text = '';
  let [index, column] = [0, 1];
  return hits.map((hit) => {
    if (hit.line !== line) {
      line = hit.line;
      text = lineText(lines, line) ?? '';
      [index, column] = [0, 1];
    }
    column += countCharacters(text.slice(index, hit.index));
    index = hit.index;
    return column;
  });
}

/** How far apart ranges may be and still be shown as one: a range has a line of its own to name it. */
const NEAR_LINES = 2;
/** A range is to fit into a result as a whole. */
const MOST_LINES = 60;

/** Hits that are shown as one range of lines. */
export interface HitGroup {
  readonly range: LineRange;
  readonly hits: readonly Hit[];
}

/** Ranges around the hits, with `context` lines before and after each; near ones are joined. */
export function groupHits(
  hits: readonly Hit[],
  context: number,
  totalLines: number,
): readonly HitGroup[] {
  const groups: HitGroup[] = [];
  for (const hit of hits) {
    const own = {
      start: Math.max(1, hit.line - context),
      end: Math.min(totalLines, hit.lastLine + context) + 1,
    };
    const last = groups.pop();
    groups.push(...(last === undefined ? [{ range: own, hits: [hit] }] : added(last, hit, own)));
  }
  return groups;
}

/** The group with the hit in it, or cut short where a group of its own begins for the hit. */
function added({ range, hits }: HitGroup, hit: Hit, own: LineRange): readonly HitGroup[] {
  const taken = Math.max(...hits.map(({ lastLine }) => lastLine)) + 1;
  const isNear = own.start <= range.end + NEAR_LINES && own.end - range.start <= MOST_LINES;
  if (isNear || hit.line < taken) {
    const end = Math.max(own.end, range.end);
    return [{ range: { start: range.start, end }, hits: [...hits, hit] }];
  }
  // No line is shown twice.
  const start = Math.max(own.start, taken);
  return [
    { range: { start: range.start, end: Math.min(range.end, start) }, hits },
    { range: { start, end: own.end }, hits: [hit] },
  ];
}

function breakAfter(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  return found === -1 ? text.length : found;
}

function breaksIn(text: string): number {
  return text.split('\n').length - 1;
}
