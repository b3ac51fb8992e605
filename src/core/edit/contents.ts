import { beginsWithLf } from '../text/breaks.js';
import type { Terminator } from '../text/breaks.js';
import { countCharacters } from '../text/characters.js';
import type { Encoding } from '../text/encoding.js';
import { LocklineError } from '../errors.js';
import type { Lines } from '../text/lines.js';
import { isGap } from '../range.js';
import type { LineRange } from '../range.js';
import { unreachable } from '../unreachable.js';

/** New lines, without terminators, in the place of the lines of a closed range. */
export interface TextEdit {
  readonly range: LineRange;
  readonly texts: readonly string[];
}

/**
 * The lines of a caller's text. LF, CRLF and CR all break lines, and a last break may be left out: `a` and
 * `a\n` are one line, `\n` is one blank line, and nothing is no lines. Throws INVALID_ARGUMENT for a NUL,
 * with `shown` as the path.
 */
export function readContents(contents: string, shown: string): readonly string[] {
  const nul = contents.indexOf('\0');
  if (nul !== -1) throw nulRefused(contents.slice(0, nul), shown);
  if (contents === '') return [];
  const texts = contents.split(BREAK);
  return texts.at(-1) === '' ? texts.slice(0, -1) : texts;
}

const BREAK = /\r\n|\n|\r/;

function nulRefused(before: string, shown: string): LocklineError<'INVALID_ARGUMENT'> {
  const lines = before.split(BREAK);
  const column = countCharacters(lines.at(-1) ?? '') + 1;
  return new LocklineError('INVALID_ARGUMENT', {
    what: `The new text for ${shown} has a NUL in line ${lines.length}, column ${column}.`,
    hint: 'A text file holds no NUL. In source code, write it as an escape such as \\0.',
  });
}

/**
 * Whether every line begins with its number and a tab, as a read shows lines: numbers that count up from
 * line to line, or for a single line the number of the line that it replaces.
 */
export function hasLineNumbers({ range, texts }: TextEdit): boolean {
  const numbers = texts.map((text) => Number(/^ *(\d{1,9})\t/.exec(text)?.[1] ?? Number.NaN));
  const [first] = numbers;
  if (first === undefined || (numbers.length === 1 && first !== range.start)) return false;
  return numbers.every((number, index) => number === first + index);
}

/** The terminator that new text takes at a place. */
export type ChooseTerminator = (lines: Lines, range: LineRange) => Terminator;

/**
 * The terminator of the first line of the range, else of the nearest line before that has one, else of the
 * nearest line after, else LF.
 */
export function terminatorNear(lines: Lines, range: LineRange): Terminator {
  // Every line but the last has one, so two steps back are enough.
  const places = [range.start - 1, range.start - 2, range.end];
  if (!isGap(range)) places.unshift(range.start);
  for (const line of places) {
    const found = line >= 1 && line <= lines.count ? lines.terminatorAt(line) : '';
    if (found !== '') return found;
  }
  return '\n';
}

/**
 * The text of each edit as it will stand in the file: lines joined by the file's terminators. Edits are in
 * the order of the file and do not collide. At the end of a file whose last line has no terminator, the
 * new last line has none either, and text added after the old one ends that first. Only a blank last line
 * is always ended: without a terminator it would not be there.
 */
export function shapeTexts(
  lines: Lines,
  edits: readonly TextEdit[],
  choose: ChooseTerminator,
): readonly string[] {
  const shaped: string[] = [];
  let end: End = { isOpen: false, hasCr: false };
  for (const [index, { range, texts }] of edits.entries()) {
    if (edits[index - 1]?.range.end !== range.start) end = endOfLine(lines, range.start - 1);
    const terminator = choose(lines, range);
    const isOpen = reachesOpenEnd(lines, range) && texts.at(-1) !== '';
    const text = joinLines(texts, terminator, { before: end, isOpen });
    shaped.push(text);
    if (text !== '') end = { isOpen, hasCr: text.endsWith('\r'), madeBy: index };
    if (edits[index + 1]?.range.start !== range.end) protectLf(lines, range.end, end, shaped);
  }
  return shaped;
}

/** How the new version ends at some place. */
interface End {
  /** Whether that is inside a line: nothing ends it yet. */
  readonly isOpen: boolean;
  readonly hasCr: boolean;
  /** Index of the edit whose text stands there; absent for an old line. */
  readonly madeBy?: number;
}

function endOfLine(lines: Lines, line: number): End {
  if (line < 1) return { isOpen: false, hasCr: false };
  const terminator = lines.terminatorAt(line);
  return { isOpen: terminator === '', hasCr: terminator === '\r' };
}

/** Whether the range reaches the end of a file whose last line has no terminator. */
function reachesOpenEnd(lines: Lines, range: LineRange): boolean {
  return range.end > lines.count && lines.count > 0 && lines.terminatorAt(lines.count) === '';
}

function joinLines(
  texts: readonly string[],
  terminator: Terminator,
  { before, isOpen }: { readonly before: End; readonly isOpen: boolean },
): string {
  if (texts.length === 0) return '';
  const body = texts.join(terminator) + (isOpen ? '' : terminator);
  if (before.isOpen) return terminator + body;
  // The LF of a blank line after a CR would be taken for a part of it: CRLF is a terminator of its own.
  return before.hasCr && body.startsWith('\n') ? `\r${body}` : body;
}

/** The same where an old blank line follows new text: its LF must not become a part of the CR before it. */
function protectLf(lines: Lines, line: number, end: End, shaped: string[]): void {
  if (!end.hasCr || end.madeBy === undefined || line > lines.count) return;
  const isBlank = beginsWithLf(lines.bytes.subarray(lines.startOf(line)), lines.encoding);
  if (isBlank) shaped[end.madeBy] += '\n';
}

/** Where new text goes, for its bytes and for errors about it. */
export interface Destination {
  readonly encoding: Pick<Encoding, 'name' | 'encode'>;
  /** The path as results show it. */
  readonly shown: string;
}

/**
 * The bytes of shaped text. Throws UNENCODABLE, naming the first character that the encoding cannot hold
 * by its place in the caller's lines `texts`; half of a surrogate pair is one that none can.
 */
export function encodeShaped(
  shaped: string,
  texts: readonly string[],
  { encoding, shown }: Destination,
): Buffer {
  const encoded = encoding.encode(shaped);
  if ('bytes' in encoded) return encoded.bytes;
  for (const [index, text] of texts.entries()) {
    const alone = encoding.encode(text);
    if ('bytes' in alone) continue;
    throw new LocklineError('UNENCODABLE', {
      path: shown,
      encoding: encoding.name,
      character: String.fromCodePoint(text.codePointAt(alone.index) ?? 0),
      line: index + 1,
      column: countCharacters(text.slice(0, alone.index)) + 1,
    });
  }
  return unreachable('terminators can be written in every encoding');
}
