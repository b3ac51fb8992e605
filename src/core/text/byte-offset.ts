import type { Encoding } from './encoding.js';

/**
 * Where the character at an index of a line's text is in the line's bytes, in bytes from 0; `undefined`
 * where the encoding has no boundary there. Indexes are in UTF-16 units from 0 and never less than in the
 * call before.
 */
export type FindByte = (index: number) => number | undefined;

/** Relates the text of a line to its content, from which it was decoded. */
export function relateBytes(content: Buffer, text: string, encoding: Encoding): FindByte {
  let index = 0;
  let offset = 0;
  return (wanted) => {
    const size = sizeOf(text.slice(index, wanted), content.subarray(offset), encoding);
    if (size === undefined) return undefined;
    index = wanted;
    offset += size;
    return offset;
  };
}

/** Bytes of the longest character of any codec. */
const LONGEST_CHARACTER = 6;
const PIECE = 4096;

/** How many of the bytes the text at their beginning takes. */
function sizeOf(text: string, bytes: Buffer, encoding: Encoding): number | undefined {
  let taken = 0;
  let size = 0;
  let span = Math.max(1, text.length);
  while (taken < text.length) {
    const encoded = encoding.encode(text.slice(taken, taken + span));
    if ('bytes' in encoded && startsWith(bytes, encoded.bytes, size)) {
      taken += span;
      size += encoded.bytes.length;
      span *= 2;
    } else if (span > 1) {
      span = Math.min(PIECE, span >>> 1);
    } else {
      // A character may have two codes, and the file the one that is not written.
      const first = firstCharacter(bytes.subarray(size), encoding);
      if (first === undefined || !text.startsWith(first.text, taken)) return undefined;
      taken += first.text.length;
      size += first.size;
    }
  }
  return size;
}

function startsWith(bytes: Buffer, start: Buffer, at: number): boolean {
  return bytes.subarray(at, at + start.length).equals(start);
}

function firstCharacter(
  bytes: Buffer,
  encoding: Encoding,
): { readonly text: string; readonly size: number } | undefined {
  for (let size = encoding.unit; size <= LONGEST_CHARACTER; size += encoding.unit) {
    const decoded = encoding.decode(bytes.subarray(0, size));
    if ('text' in decoded && decoded.text !== '') return { text: decoded.text, size };
  }
  return undefined;
}
