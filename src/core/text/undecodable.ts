import type { Encoding } from './encoding.js';
import { LocklineError } from '../errors.js';
import type { Lines } from './lines.js';
import { likelyReadings } from './readings.js';

/** A line whose content holds a byte that does not decode. */
export interface BadLine {
  /** The path as results show it. */
  readonly shown: string;
  readonly encoding: Encoding;
  readonly line: number;
  readonly content: Buffer;
  /** Where the content begins, in bytes from the start of the file. */
  readonly contentOffset: number;
  /** The place of the byte in the content, from 0. */
  readonly badOffset: number;
}

/** The error that says which byte of a line does not decode, and how the line reads in other encodings. */
export function undecodable(bad: BadLine): LocklineError<'UNDECODABLE'> {
  const { shown, encoding, line, content, contentOffset, badOffset } = bad;
  return new LocklineError('UNDECODABLE', {
    path: shown,
    encoding: encoding.name,
    line,
    offset: contentOffset + badOffset,
    // Readings of half characters would tell nothing.
    readings: encoding.unit === 1 ? likelyReadings(content, badOffset) : [],
  });
}

/** The same for a byte at `offset` of a whole file. */
export function undecodableAt(
  lines: Lines,
  offset: number,
  shown: string,
): LocklineError<'UNDECODABLE'> {
  const line = lines.lineAt(offset);
  const contentOffset = lines.startOf(line);
  return undecodable({
    shown,
    encoding: lines.encoding,
    line,
    content: lines.contentAt(line),
    contentOffset,
    badOffset: offset - contentOffset,
  });
}
