import type { Units } from './encoding.js';

/** What ends a line; empty for a last line that nothing ends. */
export type Terminator = '\n' | '\r\n' | '\r' | '';

/**
 * The offset just after the first terminator that begins at or after `from`, or `NO_BREAK`. `from` must be
 * the start of a line and never less than in the call before.
 */
export type FindBreak = (from: number) => number;

/** What `FindBreak` gives when no terminator is left. */
export const NO_BREAK = Number.POSITIVE_INFINITY;

const LF = 0x0a;
const CR = 0x0d;

/** Finds the terminators of bytes whose first one is the start of a line. */
export function findBreaks(bytes: Buffer, units: Units): FindBreak {
  if (hasOnlyLf(bytes, units)) return (from) => endOfLf(bytes, from);
  const { unit } = units;
  // Each is sought again only when passed: a file may have no LF, or no CR, in all its length.
  let lf = indexOfUnit(bytes, LF, 0, units);
  let cr = indexOfUnit(bytes, CR, 0, units);
  return (from) => {
    if (lf < from) lf = indexOfUnit(bytes, LF, from, units);
    if (cr < from) cr = indexOfUnit(bytes, CR, from, units);
    if (lf < cr) return lf + unit;
    return lf === cr + unit ? lf + unit : cr + unit;
  };
}

/** Whether no line of these bytes can end in anything but a single byte LF. */
export function hasOnlyLf(bytes: Buffer, { unit }: Units): boolean {
  return unit === 1 && !bytes.includes(CR);
}

/** The offset just after the first byte LF at or after `from`, or `NO_BREAK`. */
export function endOfLf(bytes: Buffer, from: number): number {
  const found = bytes.indexOf(LF, from);
  return found === -1 ? NO_BREAK : found + 1;
}

/** The terminator that ends a line's bytes; they begin at the start of the line. */
export function terminatorOf(line: Buffer, units: Units): Terminator {
  return terminatorBefore(line, line.length, units);
}

/** The terminator that ends at `end` in bytes that begin at the start of a line. */
export function terminatorBefore(bytes: Buffer, end: number, units: Units): Terminator {
  const { unit } = units;
  if (unit === 1) return byteTerminatorBefore(bytes, end);
  // A file may end inside of a unit; its last bytes can then look like one that they are not.
  if (end % unit !== 0) return '';
  if (isUnit(bytes, end - unit, CR, units)) return '\r';
  if (!isUnit(bytes, end - unit, LF, units)) return '';
  return isUnit(bytes, end - 2 * unit, CR, units) ? '\r\n' : '\n';
}

function byteTerminatorBefore(bytes: Buffer, end: number): Terminator {
  const last = bytes[end - 1];
  if (last === CR) return '\r';
  if (last !== LF) return '';
  return bytes[end - 2] === CR ? '\r\n' : '\n';
}

/** Whether the bytes begin with an LF, which would make one terminator of it and a CR before them. */
export function beginsWithLf(bytes: Buffer, units: Units): boolean {
  return isUnit(bytes, 0, LF, units);
}

/** Whether the bytes end with a CR, which would make one terminator of it and an LF after them. */
export function endsWithCr(bytes: Buffer, units: Units): boolean {
  if (bytes.length % units.unit !== 0) return false;
  return isUnit(bytes, bytes.length - units.unit, CR, units);
}

/** How many lines the bytes are when they stand alone. */
export function countLines(bytes: Buffer, units: Units): number {
  const next = findBreaks(bytes, units);
  let count = 0;
  let at = 0;
  for (let end = next(0); end !== NO_BREAK; end = next(end)) {
    count += 1;
    at = end;
  }
  return at < bytes.length ? count + 1 : count;
}

/** Bytes of a terminator. */
export function sizeOf(terminator: Terminator, { unit }: Units): number {
  return terminator.length * unit;
}

function indexOfUnit(bytes: Buffer, code: number, from: number, units: Units): number {
  const { unit, isBigEndian } = units;
  const place = isBigEndian ? unit - 1 : 0;
  let found = bytes.indexOf(code, from + place);
  while (found !== -1) {
    const start = found - place;
    if (unit === 1 || (start % unit === 0 && isUnit(bytes, start, code, units))) return start;
    found = bytes.indexOf(code, found + 1);
  }
  return NO_BREAK;
}

/** Whether the unit at `start` is this code: one byte of it is, and all others are zero. */
function isUnit(bytes: Buffer, start: number, code: number, units: Units): boolean {
  const { unit, isBigEndian } = units;
  if (start < 0 || start + unit > bytes.length) return false;
  const place = isBigEndian ? unit - 1 : 0;
  for (let index = 0; index < unit; index += 1) {
    if (bytes[start + index] !== (index === place ? code : 0)) return false;
  }
  return true;
}
