import type { Lines } from '../text/lines.js';
import type { LineRange } from '../range.js';

/** Lines of two versions of a file with equal lines before and after them. The ranges are closed. */
export interface Middle {
  readonly base: LineRange;
  readonly current: LineRange;
}

/**
 * The smallest middle of two versions of one encoding: as many lines as can be are equal before it, and
 * then as many as can be after it. Lines are equal when their bytes are, terminators included; a byte
 * order mark is not part of line 1 here, as in an edit.
 */
export function findMiddle(base: Lines, current: Lines): Middle {
  const before = countEqualStart(base, current);
  return middleWith(base, current, { before, after: countEqualEnd(base, current, before) });
}

/**
 * A middle around which every best alignment pairs the lines one by one, where best means with as many pairs
 * of equal lines as can be. It lies between two lines whose content occurs once in each version, the nearest
 * that are found; where there is none it reaches to the start or the end. Proof, for the line u before it:
 * the pairs with a line up to u that cross u all cross it to the same side, so there are at most u pairs
 * with a line up to u, and less when u is not paired with itself. The identity up to u has u of them and can
 * stand in their place in any alignment, and with u paired nothing else has as many.
 */
export function findCertainMiddle(base: Lines, current: Lines): Middle {
  const smallest = findMiddle(base, current);
  const { start, end } = smallest.base;
  const versions = { base, current, smallest };
  const first = findUnique(versions, countDown(start - 1, 1)) ?? 0;
  const last = findUnique(versions, countUp(end, base.count)) ?? base.count + 1;
  return middleWith(base, current, { before: first, after: base.count + 1 - last });
}

function middleWith(
  base: Lines,
  current: Lines,
  { before, after }: { readonly before: number; readonly after: number },
): Middle {
  return {
    base: { start: before + 1, end: base.count + 1 - after },
    current: { start: before + 1, end: current.count + 1 - after },
  };
}

function countEqualStart(base: Lines, current: Lines): number {
  const [start, otherStart] = [base.startOf(1), current.startOf(1)];
  const size = equalStart(base.bytes.subarray(start), current.bytes.subarray(otherStart));
  const isAll = start + size === base.bytes.length;
  let count = isAll ? base.count : base.lineAt(start + size) - 1;
  // Equal bytes need not be equal lines: the last may go on, with an LF after a CR or after an open end.
  while (base.startOf(count + 1) - start !== current.startOf(count + 1) - otherStart) count -= 1;
  return count;
}

function countEqualEnd(base: Lines, current: Lines, before: number): number {
  const a = base.bytes.subarray(base.startOf(before + 1));
  const b = current.bytes.subarray(current.startOf(before + 1));
  const from = base.bytes.length - equalEnd(a, b);
  const holder = base.lineAt(from);
  const first = base.startOf(holder) < from ? holder + 1 : holder;
  for (let line = first; line <= base.count; line += 1) {
    // And the first may begin in the middle of another line, or even of a character.
    const other = line + current.count - base.count;
    const size = base.bytes.length - base.startOf(line);
    if (current.startOf(other) === current.bytes.length - size) return base.count + 1 - line;
  }
  return 0;
}

/** Bytes that are compared at once. */
const BLOCK = 4096;

function equalStart(a: Buffer, b: Buffer): number {
  const most = Math.min(a.length, b.length);
  let size = 0;
  while (size + BLOCK <= most) {
    const end = size + BLOCK;
    if (a.compare(b, size, end, size, end) !== 0) break;
    size = end;
  }
  while (size < most && a[size] === b[size]) size += 1;
  return size;
}

function equalEnd(a: Buffer, b: Buffer): number {
  const most = Math.min(a.length, b.length);
  let size = 0;
  while (size + BLOCK <= most) {
    const [endOfA, endOfB] = [a.length - size, b.length - size];
    if (a.compare(b, endOfB - BLOCK, endOfB, endOfA - BLOCK, endOfA) !== 0) break;
    size += BLOCK;
  }
  while (size < most && a[a.length - 1 - size] === b[b.length - 1 - size]) size += 1;
  return size;
}

function* countDown(first: number, last: number): Generator<number> {
  for (let line = first; line >= last; line -= 1) yield line;
}

function* countUp(first: number, last: number): Generator<number> {
  for (let line = first; line <= last; line += 1) yield line;
}

/** Bytes that are looked through for a line that occurs once: as many, and the whole file so many times. */
const SEARCH_BYTES = 1024 * 1024;
const MOST_READINGS = 4;
/** What a search costs beside the bytes that it looks through, as if it were bytes. */
const SEARCH_COST = 1024;

interface Versions {
  readonly base: Lines;
  readonly current: Lines;
  readonly smallest: Middle;
}

/** The first of these lines of `base`, all outside the smallest middle, that occurs once in each version. */
function findUnique(versions: Versions, lines: Iterable<number>): number | undefined {
  const { base, current, smallest } = versions;
  const between = current.bytes.subarray(
    current.startOf(smallest.current.start),
    current.startOf(smallest.current.end),
  );
  let room = SEARCH_BYTES + MOST_READINGS * (base.bytes.length + between.length);
  // Among the bytes of other lines is as good as a line: it may only leave out some that do occur once.
  const isIn = (bytes: Buffer, line: Buffer): boolean => {
    const found = bytes.indexOf(line);
    room -= SEARCH_COST + (found === -1 ? bytes.length : found);
    return found !== -1;
  };
  for (const line of lines) {
    const start = base.startOf(line);
    const end = base.startOf(line + 1);
    const bytes = base.bytes.subarray(start, end);
    const occurs =
      isIn(between, bytes) ||
      isIn(base.bytes.subarray(0, end - 1), bytes) ||
      isIn(base.bytes.subarray(start + 1), bytes);
    if (!occurs) return line;
    if (room < 0) return undefined;
  }
  return undefined;
}
