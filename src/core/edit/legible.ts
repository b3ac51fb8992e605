import { isUtf8 } from 'node:buffer';
import { countCharacters } from '../text/characters.js';
import type { TextEdit } from './contents.js';
import { LocklineError } from '../errors.js';
import type { Lines } from '../text/lines.js';
import { isGap } from '../range.js';
import type { LineRange } from '../range.js';
import { undecodableAt } from '../text/undecodable.js';

/**
 * Refuses to replace lines that nobody can have read whole: UNDECODABLE, and LINE_TOO_LONG for one of more
 * than `maxLineChars` characters. To take lines away is no replacement: that needs no knowledge of their
 * text. `shown` is the path in the error.
 */
export function refuseIllegible(
  lines: Lines,
  edits: readonly TextEdit[],
  { maxLineChars, shown }: { readonly maxLineChars: number; readonly shown: string },
): void {
  for (const { range, texts } of edits) {
    if (isGap(range) || texts.length === 0) continue;
    refuseUndecodable(lines, range, shown);
    if (maxLineChars !== Infinity) refuseLong(lines, range, { maxLineChars, shown });
  }
}

/**
 * Refuses to make a file a mix of two encodings: UNDECODABLE where nobody named the encoding, the file has
 * a byte that is not UTF-8, and new text is not ASCII.
 */
export function refuseMix(
  lines: Lines,
  edits: readonly Pick<TextEdit, 'texts'>[],
  shown: string,
): void {
  if (!lines.encoding.isAuto || lines.encoding.unit !== 1) return;
  const isPlain = edits.every(({ texts }) => texts.every((text) => !/[^\0-\u007f]/.test(text)));
  if (isPlain || isUtf8(lines.bytes)) return;
  refuseUndecodable(lines, { start: 1, end: lines.count + 1 }, shown);
}

function refuseUndecodable(lines: Lines, { start, end }: LineRange, shown: string): void {
  const offset = lines.startOf(start);
  const decoded = lines.encoding.decode(lines.bytes.subarray(offset, lines.startOf(end)));
  if ('offset' in decoded) throw undecodableAt(lines, offset + decoded.offset, shown);
}

function refuseLong(
  lines: Lines,
  { start, end }: LineRange,
  { maxLineChars, shown }: { readonly maxLineChars: number; readonly shown: string },
): void {
  for (let line = start; line < end; line += 1) {
    const content = lines.contentAt(line);
    if (content.length <= maxLineChars * lines.encoding.unit) continue;
    const decoded = lines.encoding.decode(content);
    const chars = countCharacters('text' in decoded ? decoded.text : '');
    if (chars <= maxLineChars) continue;
    throw new LocklineError('LINE_TOO_LONG', { path: shown, line, chars, limit: maxLineChars });
  }
}
