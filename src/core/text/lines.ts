import { findBreaks, NO_BREAK, sizeOf, terminatorOf } from './breaks.js';
import type { Terminator } from './breaks.js';
import type { Encoding } from './encoding.js';
import type { LineRange } from '../range.js';

/**
 * The lines of a buffer as offsets into it: no decoded copy. Lines count from 1. A byte order mark belongs
 * to the bytes of line 1 and not to its content; a file of nothing else has no lines.
 */
export interface Lines {
  readonly bytes: Buffer;
  readonly encoding: Encoding;
  readonly count: number;
  /** The bytes of the lines of a closed range, terminators and byte order mark included; a view. */
  readonly slice: (range: LineRange) => Buffer;
  /** The bytes of a line without terminator and byte order mark; a view. */
  readonly contentAt: (line: number) => Buffer;
  readonly terminatorAt: (line: number) => Terminator;
  /**
   * Where an edit may begin to change a line: its first byte, for line 1 after the byte order mark. The
   * line after the last one begins at the end of the file. In bytes from 0.
   */
  readonly startOf: (line: number) => number;
  /** The line that holds the byte at this offset. */
  readonly lineAt: (offset: number) => number;
}

/** Indexes whole-file bytes. */
export function indexLines(bytes: Buffer, encoding: Encoding): Lines {
  const { ends, count } = findEnds(bytes, encoding);
  const endOf = (line: number) => (line < 1 ? 0 : (ends[line - 1] ?? bytes.length));
  const slice = ({ start, end }: LineRange) =>
    start >= end ? bytes.subarray(0, 0) : bytes.subarray(endOf(start - 1), endOf(end - 1));
  const lineBytes = (line: number) => slice({ start: line, end: line + 1 });
  return {
    bytes,
    encoding,
    count,
    slice,
    contentAt: (line) => contentOf(lineBytes(line), line, encoding),
    terminatorAt: (line) => terminatorOf(lineBytes(line), encoding),
    startOf: (line) => (line === 1 ? encoding.bomLength : endOf(line - 1)),
    lineAt: (offset) => firstEndAfter(ends, count, offset) + 1,
  };
}

/** The content in a line's bytes: without its terminator and, in line 1, without the byte order mark. */
export function contentOf(line: Buffer, number: number, encoding: Encoding): Buffer {
  const end = line.length - sizeOf(terminatorOf(line, encoding), encoding);
  return line.subarray(number === 1 ? encoding.bomLength : 0, end);
}

type Offsets = Uint32Array | Float64Array;

interface Ends {
  /** Where each line ends; longer than `count`. */
  readonly ends: Offsets;
  readonly count: number;
}

/** Bytes of a line for which room is made at first. */
const USUAL_LINE = 32;

function findEnds(bytes: Buffer, encoding: Encoding): Ends {
  const next = findBreaks(bytes, encoding);
  let ends = offsetsFor(bytes, Math.ceil(bytes.length / USUAL_LINE) + 1);
  let count = 0;
  let at = encoding.bomLength;
  for (let end = next(at); end !== NO_BREAK; end = next(end)) {
    if (count + 1 >= ends.length) ends = grown(bytes, ends);
    ends[count] = end;
    count += 1;
    at = end;
  }
  if (at < bytes.length) {
    ends[count] = bytes.length;
    count += 1;
  }
  return { ends: ends.subarray(0, count), count };
}

function grown(bytes: Buffer, old: Offsets): Offsets {
  const larger = offsetsFor(bytes, old.length * 2);
  larger.set(old);
  return larger;
}

/** Half the room where it can hold every offset of these bytes. */
function offsetsFor(bytes: Buffer, length: number): Offsets {
  return bytes.length < 2 ** 32 ? new Uint32Array(length) : new Float64Array(length);
}

/** The index of the first line that ends after the offset; of the last line for one past the end. */
function firstEndAfter(ends: Offsets, count: number, offset: number): number {
  let low = 0;
  let high = Math.max(0, count - 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? Infinity) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
