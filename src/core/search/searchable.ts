import { isUtf8 } from 'node:buffer';
import { AUTO, HEAD_SIZE, resolveEncoding } from '../text/encoding.js';
import { indexLines } from '../text/lines.js';
import type { Lines } from '../text/lines.js';
import { createScanner } from '../scan/scan.js';
import type { FileScan } from '../scan/scan.js';
import type { SearchPattern } from './search-pattern.js';

/** Indexes a file for a search. Bytes that are no text do not hide the lines that they are in. */
export function searchableLines(bytes: Buffer): {
  readonly lines: Lines;
  readonly isLegible: boolean;
} {
  const encoding = resolveEncoding(AUTO, bytes.subarray(0, HEAD_SIZE));
  const isLegible = encoding.unit > 1 || isUtf8(bytes);
  if (isLegible) return { lines: indexLines(bytes, encoding), isLegible };
  const decode = (part: Uint8Array) => ({ text: Buffer.from(part).toString('utf8') });
  return { lines: indexLines(bytes, { ...encoding, decode }), isLegible };
}

/** Whether a search of the file can find anything; false is certain. */
export function mayHold(bytes: Buffer, pattern: SearchPattern): boolean {
  const { needle, isLinear, isMultiline, source, flags } = pattern;
  if (isWide(bytes)) return true;
  if (needle.length > 0) return bytes.includes(needle);
  // What may take for ever must not be tried here.
  if (isMultiline || !isLinear) return true;
  return new RegExp(source, flags).test(bytes.toString('utf8'));
}

/** The file as one that a search of UTF-8 can take: as it is, or converted from UTF-16 or UTF-32. */
export function asUtf8(bytes: Buffer): Buffer {
  if (!isWide(bytes)) return bytes;
  const decoded = resolveEncoding(AUTO, bytes.subarray(0, HEAD_SIZE)).decode(bytes);
  return Buffer.from('text' in decoded ? decoded.text : '');
}

/** The facts of a file that is at hand. */
export function factsOf(bytes: Buffer): FileScan {
  const scanner = createScanner({
    encoding: AUTO,
    ranges: [],
    keepLineBytes: 0,
    keepRangeBytes: 0,
  });
  scanner.push(bytes);
  return scanner.finish();
}

/** The byte order marks of UTF-16 and UTF-32 begin with one of these. */
const WIDE_STARTS: readonly (number | undefined)[] = [0xff, 0xfe, 0];

function isWide(bytes: Buffer): boolean {
  return (
    WIDE_STARTS.includes(bytes[0]) && resolveEncoding(AUTO, bytes.subarray(0, HEAD_SIZE)).unit > 1
  );
}
