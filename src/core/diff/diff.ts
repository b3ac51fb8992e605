import { commonStart, countCharacters, cutText } from '../text/characters.js';
import type { LineEdit } from '../edit/edit.js';
import type { Encoding } from '../text/encoding.js';
import { hunksOf, sizeOf } from './hunk.js';
import type { Hunk, Replacement } from './hunk.js';
import type { Lines } from '../text/lines.js';
import type { LineRange } from '../range.js';

/** Characters of a whole diff. */
const MOST_CHARS = 6000;
/** Characters shown of one line. */
const LINE_CHARS = 300;
/** Characters shown of two long lines before they differ. */
const LEAD_CHARS = 40;
/** Bytes shown of a line with bytes that do not decode. */
const RAW_BYTES = 150;

/**
 * Unified diff of edits, which are in the order of the file and do not collide: hunks with one line of
 * context and no file names; empty if no line changes. Made from the edits, so its cost is theirs and not
 * the file's. At most 6,000 characters, cut at a whole line with a last line that counts the rest; long
 * lines are cropped, and bytes that do not decode are shown as `\xNN`.
 */
export function unifiedDiff(lines: Lines, edits: readonly LineEdit[]): string {
  const hunks = hunksOf(lines, edits);
  const total = hunks.reduce((sum, hunk) => sum + countShown(hunk), 0);
  const shown: string[] = [];
  let room = MOST_CHARS - restText(total).length;
  for (const text of diffLines(lines, hunks)) {
    room -= text.length + 1;
    if (room < 0) return [...shown, restText(total - shown.length)].join('\n');
    shown.push(text);
  }
  return shown.join('\n');
}

function restText(count: number): string {
  return `… ${count} more line${count === 1 ? '' : 's'} of diff`;
}

function countShown({ old, replacements }: Hunk): number {
  return replacements.reduce((sum, { freshRange }) => sum + sizeOf(freshRange), 1 + sizeOf(old));
}

function* diffLines(lines: Lines, hunks: readonly Hunk[]): Generator<string> {
  for (const { old, now, replacements } of hunks) {
    yield `@@ -${sideText(old)} +${sideText(now)} @@`;
    let next = old.start;
    for (const replacement of replacements) {
      yield* contextLines(lines, { start: next, end: replacement.range.start });
      yield* replacementLines(lines, replacement);
      next = replacement.range.end;
    }
    yield* contextLines(lines, { start: next, end: old.end });
  }
}

/** By convention a side without lines is given by the line before it. */
function sideText(range: LineRange): string {
  const size = sizeOf(range);
  return `${size === 0 ? range.start - 1 : range.start},${size}`;
}

function* contextLines(lines: Lines, { start, end }: LineRange): Generator<string> {
  for (let line = start; line < end; line += 1) yield lineText(' ', lines, { line, from: 0 });
}

function* replacementLines(
  lines: Lines,
  { range, fresh, freshRange }: Replacement,
): Generator<string> {
  const fromOf = (index: number): number =>
    index < sizeOf(range) && index < sizeOf(freshRange)
      ? firstShown(
          lines.contentAt(range.start + index),
          fresh.contentAt(freshRange.start + index),
          lines.encoding,
        )
      : 0;
  for (let index = 0; index < sizeOf(range); index += 1) {
    yield lineText('-', lines, { line: range.start + index, from: fromOf(index) });
  }
  for (let index = 0; index < sizeOf(freshRange); index += 1) {
    yield lineText('+', fresh, { line: freshRange.start + index, from: fromOf(index) });
  }
}

/** From which character on two lines are shown, so that two long ones show where they differ. */
function firstShown(a: Buffer, b: Buffer, encoding: Encoding): number {
  if (a.length <= LINE_CHARS || b.length <= LINE_CHARS) return 0;
  const [textOfA, textOfB] = [encoding.decode(a), encoding.decode(b)];
  if (!('text' in textOfA) || !('text' in textOfB)) return 0;
  if (Math.min(textOfA.text.length, textOfB.text.length) <= LINE_CHARS) return 0;
  return Math.max(0, commonStart(textOfA.text, textOfB.text) - LEAD_CHARS);
}

function lineText(
  sign: ' ' | '-' | '+',
  lines: Lines,
  { line, from }: { readonly line: number; readonly from: number },
): string {
  const content = lines.contentAt(line);
  const decoded = lines.encoding.decode(content);
  const text =
    'text' in decoded ? croppedText(decoded.text, from) : escapedText(content, lines.encoding);
  const isOpen = lines.terminatorAt(line) === '';
  return `${sign}${text}${isOpen ? '\n\\ No newline at end of file' : ''}`;
}

function croppedText(text: string, from: number): string {
  if (text.length <= LINE_CHARS) return text;
  return `${from > 0 ? '…' : ''}${cutText(text, from, LINE_CHARS)}… [${countCharacters(text)} characters]`;
}

function escapedText(content: Buffer, encoding: Encoding): string {
  let text = '';
  let rest = content.subarray(0, RAW_BYTES);
  while (rest.length > 0) {
    const decoded = encoding.decode(rest);
    if ('text' in decoded) {
      text += decoded.text;
      break;
    }
    const { offset } = decoded;
    const readable = encoding.decode(rest.subarray(0, offset));
    text += 'text' in readable ? readable.text : '';
    const end = offset + encoding.unit;
    text += rest.subarray(offset, end).toString('hex').toUpperCase().replaceAll(/../g, '\\x$&');
    rest = rest.subarray(end);
  }
  return content.length > RAW_BYTES ? `${text}… [${content.length} bytes]` : text;
}
