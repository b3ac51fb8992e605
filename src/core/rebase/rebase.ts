import { alignLines } from '../diff/alignment.js';
import type { FindLine } from '../diff/alignment.js';
import { applyEdits } from '../edit/edit.js';
import type { LineEdit } from '../edit/edit.js';
import { editsBetween } from '../diff/line-diff.js';
import { indexLines } from '../text/lines.js';
import type { Lines } from '../text/lines.js';
import { gapBefore, isGap, isWithin } from '../range.js';
import type { LineRange } from '../range.js';

/**
 * Where closed ranges of one version of a file are in another of the same encoding, in the order of the
 * ranges. `undefined` for one that cannot be placed: each of its lines must be in the other version, byte
 * for byte and terminator included, and all in a row. For a gap, the lines on both sides must be, still
 * next to each other; the start and the end of the file count as such. Where several alignments of the
 * versions have as many common lines as can be, all of them must agree.
 */
export function rebaseRanges(
  base: Lines,
  current: Lines,
  ranges: readonly LineRange[],
): readonly (LineRange | undefined)[] {
  const placeOf = createPlaces(base, current);
  return ranges.map(placeOf);
}

/**
 * Edits of one version of a file, at their place in another of the same encoding; `undefined` if one of
 * them cannot be placed or if they may be in it already. So that none is made twice, what they change when
 * written in as few lines as can be must have a place too: to put `x` and the old line in the place of the
 * old line is to insert `x`, and needs that gap. `shown` is the path in errors. Throws OVERLAPPING_PATCHES,
 * and RANGE_OUT_OF_BOUNDS for ranges that `base` has not.
 */
export function rebaseEdits(
  base: Lines,
  current: Lines,
  edits: readonly LineEdit[],
  shown: string,
): readonly LineEdit[] | undefined {
  const { slices } = applyEdits(base, edits, shown);
  const placeOf = createPlaces(base, current);
  const placed: LineEdit[] = [];
  for (const { range, bytes } of edits) {
    const place = placeOf(range);
    if (place === undefined) return undefined;
    placed.push({ range: place, bytes });
  }
  const isNew = shorten(base, edits, slices).every(({ range }) => placeOf(range) !== undefined);
  return isNew ? placed : undefined;
}

type PlaceRange = (range: LineRange) => LineRange | undefined;

function createPlaces(base: Lines, current: Lines): PlaceRange {
  const findLine = alignLines(base, current);
  return (range) => {
    if (!isWithin(range, base.count)) return undefined;
    return isGap(range) ? placeGap(findLine, range) : placeLines(base, current, findLine, range);
  };
}

function placeGap(findLine: FindLine, { start }: LineRange): LineRange | undefined {
  const before = findLine(start - 1);
  const after = findLine(start);
  return before !== undefined && after === before + 1 ? gapBefore(after) : undefined;
}

function placeLines(
  base: Lines,
  current: Lines,
  findLine: FindLine,
  range: LineRange,
): LineRange | undefined {
  const size = range.end - range.start;
  const first = findLine(range.start);
  const last = findLine(range.end - 1);
  if (first === undefined || last !== first + size - 1) return undefined;
  // With its ends in place, lines that are all equal are paired one by one in every best alignment.
  const place = { start: first, end: first + size };
  return bytesOf(base, range).equals(bytesOf(current, place)) ? place : undefined;
}

/** The edits, which make a version of these slices, in as few lines as can be. */
function shorten(
  base: Lines,
  edits: readonly LineEdit[],
  slices: readonly Buffer[],
): readonly LineEdit[] {
  const each = edits.flatMap((edit) => shortenOne(base, edit));
  // For one edit there is nothing shorter. Two may move a block over lines that are fewer than it has.
  if (edits.length <= 1) return each;
  const whole = editsBetween(base, indexLines(Buffer.concat(slices), base.encoding));
  return countTaken(whole) < countTaken(each) ? whole : each;
}

/** An edit in parts that leave out what it keeps of its lines. */
function shortenOne(base: Lines, { range, bytes }: LineEdit): readonly LineEdit[] {
  const encoding = { ...base.encoding, bomLength: 0 };
  const parts = editsBetween(
    indexLines(bytesOf(base, range), encoding),
    indexLines(bytes, encoding),
  );
  const shift = range.start - 1;
  return parts.map((part) => ({
    range: { start: part.range.start + shift, end: part.range.end + shift },
    bytes: part.bytes,
  }));
}

function countTaken(edits: readonly LineEdit[]): number {
  return edits.reduce((sum, { range }) => sum + range.end - range.start, 0);
}

function bytesOf(lines: Lines, { start, end }: LineRange): Buffer {
  return lines.bytes.subarray(lines.startOf(start), lines.startOf(end));
}
