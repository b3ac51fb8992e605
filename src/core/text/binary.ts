import type { Units } from './encoding.js';

/** Only so many bytes are searched for a NUL. */
const HEAD = 8192;

/** Where a file is binary, in bytes from 0: its first NUL near the start. UTF-16 and UTF-32 are text. */
export function binaryAt(bytes: Buffer, { unit }: Units): number | undefined {
  return unit === 1 ? nulInHead(bytes, 0) : undefined;
}

/** The first NUL near the start of a file in a part of it that begins at `offset`; an offset from 0. */
export function nulInHead(part: Buffer, offset: number): number | undefined {
  const found = part.subarray(0, Math.max(0, HEAD - offset)).indexOf(0);
  return found === -1 ? undefined : offset + found;
}
