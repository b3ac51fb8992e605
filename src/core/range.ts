/**
 * Whole lines `start` to `end`, 1-based and half-open: `{start: 3, end: 5}` is lines 3 and 4.
 * `start === end` is the gap before line `start`. `end` may be `TO_END` until the file is read.
 */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** The `end` of a range that reaches to the last line of a file not yet read. */
export const TO_END = Number.POSITIVE_INFINITY;

/** The range of lines `first` to `last`, both included, as callers write it; no `last` = to the last line. */
export function inclusive(first: number, last?: number): LineRange {
  return { start: first, end: last === undefined ? TO_END : last + 1 };
}

/** The gap before line `line`. */
export function gapBefore(line: number): LineRange {
  return { start: line, end: line };
}

/** Whether the range holds no line. */
export function isGap(range: LineRange): boolean {
  return range.start === range.end;
}

/** Gives an open end the number of lines that the file really has. */
export function closeRange(range: LineRange, totalLines: number): LineRange {
  return range.end === TO_END
    ? { start: range.start, end: Math.max(range.start, totalLines + 1) }
    : range;
}

/** Whether every line of the (closed) range exists in a file of `totalLines` lines; a gap may lie after the last. */
export function isWithin(range: LineRange, totalLines: number): boolean {
  return range.start >= 1 && range.end >= range.start && range.end <= totalLines + 1;
}

/**
 * Whether two ranges collide: they share a line, or one is a gap strictly inside the other.
 * Ranges that only touch do not collide, nor do two gaps.
 */
export function collide(a: LineRange, b: LineRange): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Numbers of the first and last line, both included, as results show them; the gap before n is n..n-1. */
export function toInclusive(range: LineRange): { readonly start: number; readonly end: number } {
  return { start: range.start, end: range.end - 1 };
}
