import type { Lines } from './lines.js';
import type { LineRange } from '../range.js';

/** The text of some lines, with that of lines after them into which a search may reach. */
export interface Window {
  readonly firstLine: number;
  /** Every terminator is LF. A line that does not decode is `ILLEGIBLE`. */
  readonly text: string;
  /** The length of the text without the lines after, which are also in the next window. */
  readonly ownLength: number;
  /** How many lines are not among those after. */
  readonly ownLines: number;
}

/** Stands for a line that does not decode: no text with LF only has a CR in it. */
export const ILLEGIBLE = '\r';

/** Bytes of a window: few enough to be decoded in a moment, and many enough to be searched as one. */
const SIZE = 1024 * 1024;

/** The text of a file in windows, each with `linesAfter` lines after its own. A line is never cut. */
export function* windowsOf(lines: Lines, linesAfter: number): Generator<Window> {
  const past = lines.count + 1;
  for (const { start, end } of windowRanges(lines)) {
    const own = textOf(lines, { start, end });
    const after = textOf(lines, { start: end, end: Math.min(end + linesAfter, past) });
    yield { firstLine: start, text: own + after, ownLength: own.length, ownLines: end - start };
  }
}

/** The numbers of the lines that do not decode. */
export function* illegibleLines(lines: Lines): Generator<number> {
  for (const range of windowRanges(lines)) {
    if (decodeAll(lines, range) !== undefined) continue;
    for (let line = range.start; line < range.end; line += 1) {
      if (lineText(lines, line) === undefined) yield line;
    }
  }
}

/** The text of a line, without terminator and byte order mark; `undefined` for one that does not decode. */
export function lineText(lines: Lines, line: number): string | undefined {
  const decoded = lines.encoding.decode(lines.contentAt(line));
  return 'text' in decoded ? decoded.text : undefined;
}

/** The text with every line break (LF, CRLF, CR) as LF. */
export function withLf(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

function* windowRanges(lines: Lines): Generator<LineRange> {
  let start = 1;
  while (start <= lines.count) {
    const offset = lines.startOf(start) + SIZE;
    const isLast = offset >= lines.bytes.length;
    const end = isLast ? lines.count + 1 : Math.max(start + 1, lines.lineAt(offset));
    yield { start, end };
    start = end;
  }
}

function textOf(lines: Lines, range: LineRange): string {
  const whole = decodeAll(lines, range);
  if (whole !== undefined) return withLf(whole);
  let text = '';
  for (let line = range.start; line < range.end; line += 1) {
    text += lineText(lines, line) ?? ILLEGIBLE;
    if (lines.terminatorAt(line) !== '') text += '\n';
  }
  return text;
}

function decodeAll(lines: Lines, { start, end }: LineRange): string | undefined {
  if (start >= end) return '';
  const decoded = lines.encoding.decode(
    lines.bytes.subarray(lines.startOf(start), lines.startOf(end)),
  );
  return 'text' in decoded ? decoded.text : undefined;
}
