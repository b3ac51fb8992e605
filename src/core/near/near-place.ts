import { isWellFormed } from '../text/codec.js';
import { compareAround, compareLines } from './comparison.js';
import type { Difference, Fit, LineComparison } from './comparison.js';
import type { Lines } from '../text/lines.js';
import { findText } from '../text/match.js';
import type { LineRange } from '../range.js';
import { lineText } from '../text/window.js';

/** Lines that are like a text, and where the two first differ. */
export interface NearPlace {
  readonly range: LineRange;
  /** How many UTF-16 units are the same. */
  readonly same: number;
  readonly first?: FirstDifference;
}

export interface FirstDifference extends Difference {
  readonly line: number;
  /** Index of the line of the text, from 0. */
  readonly piece: number;
}

/**
 * The places of a file that are most like the lines of a text, the likest first, one for each line where
 * the text would begin. They have one of the text's longest words in common with it.
 */
export function nearPlaces(lines: Lines, pieces: readonly string[]): readonly NearPlace[] {
  const theirs = createReader(lines);
  const least = pieces.join('').replaceAll(/\s/g, '').length * LEAST_SHARE;
  const places = anchorsOf(lines, pieces)
    .map((anchor) => compareAt(pieces, theirs, anchor))
    .filter(({ same, range }) => same >= least && range.end > range.start)
    .toSorted((a, b) => b.same - a.same);
  const starts = places.map(({ range }) => range.start);
  return places.filter(({ range }, index) => starts.indexOf(range.start) === index);
}

/** With less of the text in common than this, a place is not near. */
const LEAST_SHARE = 1 / 3;
const MOST_WORDS = 4;
/** Lines that are compared in all for one word. */
const MOST_COMPARED = 1000;
const LEAST_ANCHORS = 2;

/** Characters that a line of the text has in common with a line of the file. */
interface Anchor {
  /** The line where the text would begin; less than 1 if that is before the file. */
  readonly start: number;
  readonly piece: number;
  readonly at: Difference;
}

function anchorsOf(lines: Lines, pieces: readonly string[]): readonly Anchor[] {
  const words = longestWords(pieces);
  const anchors = anchorsAt(lines, pieces, words);
  // A slip in the only word there is leaves one half of it.
  return anchors.length > 0 ? anchors : anchorsAt(lines, pieces, words.flatMap(halvesOf));
}

function anchorsAt(
  lines: Lines,
  pieces: readonly string[],
  words: readonly WordPlace[],
): readonly Anchor[] {
  const most = Math.max(LEAST_ANCHORS, Math.floor(MOST_COMPARED / pieces.length));
  return words.flatMap(({ word, piece, index }) => {
    const anchors: Anchor[] = [];
    for (const { start } of findText(lines, word)) {
      anchors.push({ start: start.line - piece, piece, at: { own: index, theirs: start.index } });
      if (anchors.length === most) break;
    }
    return anchors;
  });
}

interface WordPlace {
  readonly word: string;
  readonly piece: number;
  readonly index: number;
}

function longestWords(pieces: readonly string[]): readonly WordPlace[] {
  const words = wordsIn(pieces, /[\p{L}\p{M}\p{N}_]+/gu);
  const chosen = words.length > 0 ? words : wordsIn(pieces, /\S+/gu);
  return chosen.toSorted((a, b) => b.word.length - a.word.length).slice(0, MOST_WORDS);
}

function halvesOf({ word, piece, index }: WordPlace): readonly WordPlace[] {
  const middle = Math.floor(word.length / 2);
  return [
    { word: word.slice(0, middle), piece, index },
    { word: word.slice(middle), piece, index: index + middle },
  ].filter((half) => half.word !== '' && isWellFormed(half.word));
}

/** Each different word where it is first. */
function wordsIn(pieces: readonly string[], pattern: RegExp): readonly WordPlace[] {
  const places = new Map<string, WordPlace>();
  for (const [piece, own] of pieces.entries()) {
    for (const { 0: word, index } of own.matchAll(pattern)) {
      if (!places.has(word)) places.set(word, { word, piece, index });
    }
  }
  return [...places.values()];
}

type Reader = (line: number) => string | undefined;

/** Reads lines that may be asked for again, and may be very long. */
function createReader(lines: Lines): Reader {
  const known = new Map<number, string | undefined>();
  return (line) => {
    if (line < 1 || line > lines.count) return isAfterBreak(lines, line) ? '' : undefined;
    if (!known.has(line)) known.set(line, lineText(lines, line));
    return known.get(line);
  };
}

function isAfterBreak(lines: Lines, line: number): boolean {
  return line === lines.count + 1 && lines.count > 0 && lines.terminatorAt(lines.count) !== '';
}

function compareAt(pieces: readonly string[], read: Reader, anchor: Anchor): NearPlace {
  let same = 0;
  let first: FirstDifference | undefined;
  for (const [piece, own] of pieces.entries()) {
    const line = anchor.start + piece;
    const compared = comparePiece(own, read(line), { anchor, fit: fitOf(piece, pieces.length) });
    same += compared.same;
    if (compared.difference !== undefined) first ??= { ...compared.difference, line, piece };
  }
  // After its last break a text has no line of its own.
  const size = pieces.length > 1 && pieces.at(-1) === '' ? pieces.length - 1 : pieces.length;
  const range = { start: Math.max(1, anchor.start), end: anchor.start + size };
  return { range, same, ...(first && { first }) };
}

/** Which part of its line each line of the text must be; the only one may be any part. */
function fitOf(piece: number, count: number): Fit | undefined {
  if (count === 1) return undefined;
  if (piece === 0) return 'end';
  return piece === count - 1 ? 'start' : 'whole';
}

function comparePiece(
  own: string,
  theirs: string | undefined,
  { anchor, fit }: { readonly anchor: Anchor; readonly fit: Fit | undefined },
): LineComparison {
  // A line that is not there, or does not decode, differs from the start on, even from a blank one.
  if (theirs === undefined) return { same: 0, difference: { own: 0, theirs: 0 } };
  return fit === undefined ? compareAround(own, theirs, anchor.at) : compareLines(own, theirs, fit);
}
