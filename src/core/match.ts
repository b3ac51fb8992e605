import { isWellFormed } from './codec.js';
import type { Lines } from './lines.js';
import type { LineRange } from './range.js';
import { windowsOf, withLf } from './window.js';
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
 * line break in it matches any terminator. Lines that do not decode hold no occurrence and do not hinder
 * others. The text must not be empty.
 */
export function* findText(lines: Lines, text: string): Generator<Occurrence> {
  const sought = withLf(text);
  // A half of a surrogate pair is no character, and no file that decodes has one.
  if (!isWellFormed(sought)) return;
  const shape = shapeOf(sought);
  for (const window of windowsOf(lines, shape.breaks)) {
    yield* findInWindow(window, sought, shape);
  }
}

/** The lines that an occurrence has characters of, its line breaks included. */
export function linesOf({ start, end }: Occurrence): LineRange {
  return { start: start.line, end: end.index === 0 ? end.line : end.line + 1 };
}

interface Shape {
  readonly breaks: number;
  /** Length of what follows the last break. */
  readonly lastLength: number;
}

function shapeOf(sought: string): Shape {
  return {
    breaks: sought.split('\n').length - 1,
    lastLength: sought.length - (sought.lastIndexOf('\n') + 1),
  };
}

function* findInWindow(
  { firstLine, text, ownLength }: Window,
  sought: string,
  { breaks, lastLength }: Shape,
): Generator<Occurrence> {
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
    const index = found - lineStart;
    const end = found + sought.length;
    yield {
      start: { line, index },
      end: { line: line + breaks, index: breaks === 0 ? index + sought.length : lastLength },
      isWord: !cutsWord(text, found) && !cutsWord(text, end),
      isWholeLines: index === 0 && (end === text.length || text[end] === '\n'),
    };
    found = text.indexOf(sought, found + 1);
  }
}

function breakAfter(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  return found === -1 ? text.length : found;
}
