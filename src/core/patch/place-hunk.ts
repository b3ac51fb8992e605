import { LocklineError } from '../errors.js';
import type { Lines } from '../text/lines.js';
import { findText } from '../text/match.js';
import { nearestText } from '../near/near-miss.js';
import { quoteText } from '../messages/phrase.js';
import { quoteLine } from '../messages/quote-line.js';
import { lineText } from '../text/window.js';
import type { Hunk, HunkLine } from './file-patch.js';

/** A hunk, and what errors say of it. */
export interface NamedHunk {
  readonly hunk: Hunk;
  /** `hunk 2 of patch`. */
  readonly name: string;
  /** The path as results show it. */
  readonly shown: string;
}

/**
 * The line of the file where a hunk begins; for one without old lines the gap before this line. Its old
 * lines must be there to the letter: at the line that it gives, else in a single place, after the lines
 * that are said to stand before it. Throws NO_MATCH, with the lines that are nearest or fit as well.
 */
export function placeHunk(lines: Lines, named: NamedHunk): number {
  const { hunk } = named;
  const old = oldLines(hunk);
  if (hunk.start !== undefined && fits(lines, hunk, hunk.start)) return hunk.start;
  const [place, ...others] = placesOf(lines, hunk, old);
  if (place === undefined) throw noPlace(lines, named, old);
  if (others.length === 0) return place;
  throw new LocklineError('NO_MATCH', {
    path: named.shown,
    what: named.name,
    places: others.length + 1,
    nearest: [place, ...others]
      .slice(0, MOST_LISTED)
      .map((line) => quoteLine(lines, line, 0))
      .join('\n'),
  });
}

const MOST_LISTED = 20;

/** The lines of the old file that a hunk has. */
function oldLines({ lines }: Hunk): readonly HunkLine[] {
  return lines.filter(({ kind }) => kind !== 'new');
}

/** Whether the old lines of a hunk stand at a line. */
function fits(lines: Lines, hunk: Hunk, start: number): boolean {
  const old = oldLines(hunk);
  const end = start + old.length;
  if (start < 1 || end > lines.count + 1 || (hunk.isAtEnd && end !== lines.count + 1)) return false;
  return old.every(({ text, isOpen }, index) => {
    const line = start + index;
    return lineText(lines, line) === text && (!isOpen || isOpenLine(lines, line));
  });
}

function isOpenLine(lines: Lines, line: number): boolean {
  return line === lines.count && lines.terminatorAt(line) === '';
}

/** All places where a hunk fits, by what it says besides a line number. */
function placesOf(lines: Lines, hunk: Hunk, old: readonly HunkLine[]): readonly number[] {
  const anchors = anchorEnds(lines, hunk.anchors);
  if (old.length === 0) return gapsOf(lines, hunk, anchors);
  const places: number[] = [];
  for (const place of linesLike(lines, old)) {
    if (fits(lines, hunk, place)) places.push(place);
  }
  if (hunk.anchors.length === 0) return places;
  // The last anchor may be given once more as the first line.
  const after = anchors.map((anchor) => places.find((place) => place >= anchor - 1));
  return [...new Set(after.filter((place) => place !== undefined))];
}

/** Where lines can go that have no old lines around them. */
function gapsOf(lines: Lines, hunk: Hunk, anchors: readonly number[]): readonly number[] {
  if (hunk.anchors.length > 0) return anchors;
  return hunk.isAtEnd || lines.count === 0 ? [lines.count + 1] : [];
}

/** The lines after each run of anchors. */
function anchorEnds(lines: Lines, anchors: readonly string[]): readonly number[] {
  const [first, ...others] = anchors.map((anchor) => [...linesNamed(lines, anchor)]);
  const ends = (first ?? []).map((start) =>
    others.reduce<number | undefined>(
      (before, next) => next.find((line) => before !== undefined && line > before),
      start,
    ),
  );
  return [...new Set(ends.filter((end) => end !== undefined))].map((end) => end + 1);
}

/** The lines that are an anchor but for the blanks at their ends. */
function* linesNamed(lines: Lines, anchor: string): Generator<number> {
  const name = anchor.trim();
  let last = 0;
  for (const { start } of findText(lines, name)) {
    if (start.line !== last && lineText(lines, start.line)?.trim() === name) yield start.line;
    last = start.line;
  }
}

/** Where lines with the texts of these stand. */
function* linesLike(lines: Lines, old: readonly HunkLine[]): Generator<number> {
  const text = old.map((line) => line.text).join('\n');
  if (text === '') yield* blankLines(lines);
  else {
    for (const { start, isWholeLines } of findText(lines, text)) {
      if (isWholeLines) yield start.line;
    }
  }
}

function* blankLines(lines: Lines): Generator<number> {
  for (let line = 1; line <= lines.count; line += 1) {
    if (lines.contentAt(line).length === 0) yield line;
  }
}

function noPlace(
  lines: Lines,
  { hunk, name, shown }: NamedHunk,
  old: readonly HunkLine[],
): LocklineError<'NO_MATCH'> {
  const missing = hunk.anchors.find((anchor) => linesNamed(lines, anchor).next().done === true);
  const refusal = (what: string, nearest: readonly string[]) =>
    new LocklineError('NO_MATCH', { path: shown, what, nearest: nearest.join('\n') });
  if (missing !== undefined) {
    const what = `${quoteText(missing.trim())}, after @@ in ${name},`;
    return refusal(what, nearestText(lines, missing.trim(), 'the line after @@'));
  }
  if (old.length === 0) {
    return refusal(name, ['It has neither old lines nor a line number that tell where it goes.']);
  }
  const [elsewhere] = linesLike(lines, old);
  if (elsewhere !== undefined) {
    return refusal(name, [
      `Its lines are at line ${elsewhere}, but not ${hunk.anchors.length > 0 ? 'after the lines of @@' : 'at the end of the file'}, where the patch has them.`,
    ]);
  }
  const text = old.map((line) => line.text).join('\n');
  return refusal(name, nearestText(lines, text, name.toLowerCase()));
}
