import { beginsWithLf, countLines, endsWithCr, terminatorOf } from '../text/breaks.js';
import type { Revision } from '../change.js';
import { LocklineError } from '../errors.js';
import type { Lines } from '../text/lines.js';
import { collide, isWithin, toInclusive } from '../range.js';
import type { LineRange } from '../range.js';

/**
 * Bytes in the place of the lines of a closed range. An empty range inserts, empty bytes delete. A byte
 * order mark is not part of line 1 here: it stays.
 */
export interface LineEdit {
  readonly range: LineRange;
  readonly bytes: Buffer;
}

/** An edit and its index in the request, from 0. */
export interface Ordered<Edit> {
  readonly edit: Edit;
  readonly index: number;
}

/** A version to come, in slices of the old one and of the edits. */
export interface AppliedEdits extends Pick<Revision, 'placed' | 'shifted' | 'totalLines'> {
  readonly slices: readonly Buffer[];
  /** Bytes of all slices. */
  readonly size: number;
}

/**
 * The edits in the order of the file. Those of one gap stay in the order of the request, and an insertion
 * goes before the lines that it touches. Throws OVERLAPPING_PATCHES for two that share a line or for an
 * insertion inside another's lines.
 */
export function orderEdits<Edit extends { readonly range: LineRange }>(
  edits: readonly Edit[],
  shown: string,
): readonly Ordered<Edit>[] {
  const ordered = edits
    .map((edit, index) => ({ edit, index }))
    .toSorted((a, b) => compareRanges(a.edit.range, b.edit.range));
  // None before the neighbour reaches further than it does, so each is compared with its neighbour only.
  for (const [place, current] of ordered.entries()) {
    const before = ordered[place - 1];
    if (before !== undefined && collide(before.edit.range, current.edit.range)) {
      throw overlap(before, current, shown);
    }
  }
  return ordered;
}

/**
 * Applies edits whose ranges address the lines as they are, all at once: the same as one after the other
 * from the bottom up. Copies no bytes. Throws OVERLAPPING_PATCHES and RANGE_OUT_OF_BOUNDS; nothing is
 * clamped. `shown` is the path in the error.
 */
export function applyEdits(lines: Lines, edits: readonly LineEdit[], shown: string): AppliedEdits {
  const output = createOutput(lines);
  const placed = edits.map(({ range }) => range);
  let next = 1;
  for (const { edit, index } of orderEdits(edits, shown)) {
    refuseOutside(edit.range, lines, shown);
    output.keep({ start: next, end: edit.range.start });
    placed[index] = output.add(edit.bytes);
    next = edit.range.end;
  }
  output.keep({ start: next, end: lines.count + 1 });
  return { ...output.finish(), placed };
}

/** Throws RANGE_OUT_OF_BOUNDS for a closed range whose lines do not all exist. */
export function refuseOutside(range: LineRange, lines: Lines, shown: string): void {
  if (isWithin(range, lines.count)) return;
  const { start, end } = toInclusive(range);
  throw new LocklineError('RANGE_OUT_OF_BOUNDS', {
    path: shown,
    start,
    ...(end !== start - 1 && { end }),
    totalLines: lines.count,
  });
}

function compareRanges(a: LineRange, b: LineRange): number {
  return a.start - b.start || a.end - b.end;
}

function overlap(
  a: Ordered<{ readonly range: LineRange }>,
  b: Ordered<{ readonly range: LineRange }>,
  shown: string,
): LocklineError {
  const [first, second] = a.index < b.index ? [a, b] : [b, a];
  return new LocklineError('OVERLAPPING_PATCHES', {
    path: shown,
    first: first.index + 1,
    second: second.index + 1,
    firstRange: first.edit.range,
    secondRange: second.edit.range,
  });
}

/** The version to come, written from top to bottom. */
interface Output {
  /** Old lines that stay. */
  keep(range: LineRange): void;
  /** New bytes; gives the lines that begin in them. */
  add(bytes: Buffer): LineRange;
  finish(): Omit<AppliedEdits, 'placed'>;
}

function createOutput(lines: Lines): Output {
  const mark = lines.bytes.subarray(0, lines.startOf(1));
  const slices = mark.length > 0 ? [mark] : [];
  const shifted: { readonly oldStart: number; readonly oldEnd: number; readonly by: number }[] = [];
  let size = mark.length;
  let totalLines = 0;
  let last: Buffer | undefined;

  /** Appends bytes that alone are so many lines; gives how many of these go on with the last line: 1 or 0. */
  const append = (bytes: Buffer, count: number): number => {
    const merged = last !== undefined && goesOn(last, bytes, lines) ? 1 : 0;
    slices.push(bytes);
    size += bytes.length;
    totalLines += count - merged;
    last = bytes;
    return merged;
  };

  return {
    keep({ start, end }) {
      if (start >= end) return;
      const bytes = lines.bytes.subarray(lines.startOf(start), lines.startOf(end));
      const oldStart = start + append(bytes, end - start);
      const by = totalLines - (end - 1);
      if (by !== 0 && oldStart < end) shifted.push({ oldStart, oldEnd: end - 1, by });
    },
    add(bytes) {
      const start = totalLines + 1;
      if (bytes.length > 0) append(bytes, countLines(bytes, lines.encoding));
      return { start, end: totalLines + 1 };
    },
    finish: () => ({ slices, size, shifted, totalLines }),
  };
}

/** Whether bytes go on with the line before them: it has no terminator, or CR and LF become one. */
function goesOn(before: Buffer, bytes: Buffer, { encoding }: Lines): boolean {
  if (terminatorOf(before, encoding) === '') return true;
  return endsWithCr(before, encoding) && beginsWithLf(bytes, encoding);
}
