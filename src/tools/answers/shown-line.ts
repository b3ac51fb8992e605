import { terminatorOf } from '../../core/text/breaks.js';
import { countCharacters, cutText } from '../../core/text/characters.js';
import { decodeCut } from '../../core/text/codec.js';
import type { Decoded } from '../../core/text/codec.js';
import type { Encoding } from '../../core/text/encoding.js';
import { contentOf } from '../../core/text/lines.js';
import type { ScannedLine } from '../../core/scan/scan.js';

/** A line of a file, with its number. */
export interface NumberedLine {
  readonly number: number;
  readonly line: ScannedLine;
}

/** A line as texts show it. */
export interface ShownLine {
  /** `N<TAB>text`, without the terminator. */
  readonly numbered: string;
  /** The text with its terminator; a cropped line ends with a line feed. */
  readonly content: string;
  readonly isCropped: boolean;
}

/** A line that is not text, and its first byte that is none, counted from the start of the content. */
export interface BadLine {
  readonly badOffset: number;
}

/** Shows a line, of a long one the first `limit` characters. */
export function showLine(
  { number, line }: NumberedLine,
  encoding: Encoding,
  limit: number,
): ShownLine | BadLine {
  const decoded = decode(line, number, encoding);
  if ('offset' in decoded) return { badOffset: decoded.offset };
  const { text } = decoded;
  const isShort = text.length <= limit || countCharacters(text) <= limit;
  if (isShort && isWhole(line)) {
    const content = text + terminatorOf(line.bytes, encoding);
    return { numbered: `${number}\t${text}`, content, isCropped: false };
  }
  const start = cutText(text, 0, limit);
  const note = `… [cropped: this line has ${line.size} bytes]`;
  return { numbered: `${number}\t${start}${note}`, content: `${start}\n`, isCropped: true };
}

function decode(line: ScannedLine, number: number, encoding: Encoding): Decoded {
  const content = contentOf(line.bytes, number, encoding);
  return isWhole(line) ? encoding.decode(content) : decodeCut(encoding, content);
}

function isWhole({ bytes, size }: ScannedLine): boolean {
  return bytes.length === size;
}
