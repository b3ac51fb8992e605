import { isWellFormed } from './codec.js';
import type { Lines } from './lines.js';
import type { LineRange } from '../range.js';
import { ILLEGIBLE, windowsOf, withLf } from './window.js';
import type { Window } from './window.js';
import { cutsWord } from './words.js';

/** A place between two characters of a file. */
export interface Place {
  /** From 1. The place after a last terminator is in the line after the last one. */
  readonly line: number;
  /** Into the text of the line, in UTF-16 units from 0. */
  readonly index: number;
}

/** Where a text occurs. */
export interface Occurrence {
  readonly start: Place;
  /** After its last character. */
  readonly end: Place;
  /** Whether no word of the file goes on at either side of it. */
  readonly isWord: boolean;
  /** Whether it is the whole text of the lines that it begins and ends in. */
  readonly isWholeLines: boolean;
}

/**
 * Finds a text, character for character, from the start of the file to its end; occurrences may overlap. A
 * line break in it matches any terminator. Lines that do not decode hold no occurrence, also not the break
 * at their end, and do not hinder others. The text must not be empty.
 */
export function* findText(lines: Lines, text: string): Generator<Occurrence> {
  const sought = withLf(text);
  // A half of a surrogate pair is no character, and no file that decodes has one.
  if (!isWellFormed(sought)) return;
  const pieces = sought.split('\n');
  const find = pieces.length === 1 ? findInLines(sought) : findOverLines(pieces);
  for (const window of windowsOf(lines, pieces.length - 1)) yield* find(window);
}

/** The lines that an occurrence has characters of, its line breaks included. */
export function linesOf({ start, end }: Occurrence): LineRange {
  return { start: start.line, end: end.index === 0 ? end.line : end.line + 1 };
}

type Find = (window: Window) => Generator<Occurrence>;

/** Finds a text of one line. */
function findInLines(sought: string): Find {
  return function* find({ firstLine, text, ownLength }) {
    let line = firstLine;
    let lineStart = 0;
    let lineEnd = breakAfter(text, 0);
    let found = text.indexOf(sought);
    while (found !== -1 && found < ownLength) {
      while (lineEnd < found) {
        line += 1;
        lineStart = lineEnd + 1;
        lineEnd = breakAfter(text, lineStart);
      }
      const end = found + sought.length;
      yield {
        start: { line, index: found - lineStart },
        end: { line, index: end - lineStart },
        isWord: !cutsWord(text, found) && !cutsWord(text, end),
        isWholeLines: found === lineStart && end === lineEnd,
      };
      found = text.indexOf(sought, found + 1);
    }
  };
}

function breakAfter(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  return found === -1 ? text.length : found;
}

/**
 * Finds a text of several lines. The time is that of reading the lines, however alike they are: the lines
 * between the first and the last piece are sought as Knuth, Morris and Pratt seek characters.
 */
function findOverLines(pieces: readonly string[]): Find {
  const middle = pieces.slice(1, -1);
  const longest = pieces.reduce((a, b) => (b.length > a.length ? b : a));
  return function* find({ firstLine, text, ownLines }) {
    if (!text.includes(longest)) return;
    const lines = text.split('\n');
    for (const start of startsOf(lines, middle)) {
      if (start >= ownLines) return;
      const found = between(pieces, {
        first: lines[start],
        last: lines[start + middle.length + 1],
        line: firstLine + start,
      });
      if (found !== undefined) yield found;
    }
  };
}

/** The lines in which a text may begin and end. */
interface OuterLines {
  readonly first: string | undefined;
  readonly last: string | undefined;
  /** The number of the first one. */
  readonly line: number;
}

/** The occurrence of a text whose inner lines stand between these two, if its outer ones are in them. */
function between(
  pieces: readonly string[],
  { first = ILLEGIBLE, last = ILLEGIBLE, line }: OuterLines,
): Occurrence | undefined {
  const [head = '', tail = ''] = [pieces[0], pieces.at(-1)];
  if (first === ILLEGIBLE || !first.endsWith(head) || !last.startsWith(tail)) return undefined;
  const index = first.length - head.length;
  return {
    start: { line, index },
    end: { line: line + pieces.length - 1, index: tail.length },
    isWord: !cutsWord(first, index) && !cutsWord(last, tail.length),
    isWholeLines: first === head && last === tail,
  };
}

/** The indexes of lines after which `middle` stands and one more line. */
function* startsOf(lines: readonly string[], middle: readonly string[]): Generator<number> {
  const borders = bordersOf(middle);
  let matched = 0;
  for (let index = 0; index + 1 < lines.length; index += 1) {
    if (middle.length > 0) matched = grown(matched, lines[index], { middle, borders });
    const start = index - middle.length;
    if (matched === middle.length && start >= 0) yield start;
  }
}

/** How many lines of `middle` are matched with one more line, when so many were before. */
function grown(
  matched: number,
  line: string | undefined,
  { middle, borders }: { readonly middle: readonly string[]; readonly borders: readonly number[] },
): number {
  let size = matched;
  while (size > 0 && middle[size] !== line) size = borders[size - 1] ?? 0;
  return middle[size] === line ? size + 1 : 0;
}

/** For each beginning of the lines the length of the longest shorter one that it also ends with. */
function bordersOf(middle: readonly string[]): readonly number[] {
  const borders: number[] = [];
  for (const line of middle) {
    const isFirst = borders.length === 0;
    borders.push(isFirst ? 0 : grown(borders.at(-1) ?? 0, line, { middle, borders }));
  }
  return borders;
}
