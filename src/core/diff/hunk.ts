import type { LineEdit } from '../edit/edit.js';
import { indexLines } from '../text/lines.js';
import type { Lines } from '../text/lines.js';
import type { LineRange } from '../range.js';

/** Old lines and the new ones in their place; the two differ in their first and in their last line. */
export interface Replacement {
  readonly range: LineRange;
  /** The new lines stand in this range of these lines. */
  readonly fresh: Lines;
  readonly freshRange: LineRange;
}

/** Replacements whose context touches. */
export interface Hunk {
  /** The lines shown, with context, as numbered in the old version. */
  readonly old: LineRange;
  /** The same as numbered in the new version. */
  readonly now: LineRange;
  readonly replacements: readonly Replacement[];
}

/** Lines of context on either side. */
const CONTEXT = 1;

/** What edits change, in the order of the file. They are in that order and do not collide. */
export function hunksOf(lines: Lines, edits: readonly LineEdit[]): readonly Hunk[] {
  const replacements = joinTouching(edits).flatMap((group) => {
    const { range, bytes } = withOpenLine(lines, group);
    const fresh = indexLines(Buffer.concat(bytes), { ...lines.encoding, bomLength: 0 });
    const whole = { range, fresh, freshRange: { start: 1, end: fresh.count + 1 } };
    const trimmed = trim(lines, whole);
    return sizeOf(trimmed.range) + sizeOf(trimmed.freshRange) > 0 ? [trimmed] : [];
  });
  let shift = 0;
  return joinNear(replacements).map((near) => {
    const old = shownRange(near, lines);
    const start = old.start + shift;
    shift += near.reduce((sum, one) => sum + sizeOf(one.freshRange) - sizeOf(one.range), 0);
    return { old, now: { start, end: old.end + shift }, replacements: near };
  });
}

/** How many lines a range has. */
export function sizeOf({ start, end }: LineRange): number {
  return end - start;
}

interface EditGroup {
  readonly range: LineRange;
  readonly bytes: readonly Buffer[];
}

function joinTouching(edits: readonly LineEdit[]): readonly EditGroup[] {
  const groups: { range: LineRange; readonly bytes: Buffer[] }[] = [];
  for (const { range, bytes } of edits) {
    const last = groups.at(-1);
    if (last?.range.end === range.start) {
      last.range = { start: last.range.start, end: range.end };
      last.bytes.push(bytes);
    } else groups.push({ range, bytes: [bytes] });
  }
  return groups;
}

/** Text added after a last line without terminator changes that line too: it gets one. */
function withOpenLine(lines: Lines, { range, bytes }: EditGroup): EditGroup {
  const { count } = lines;
  const isAppended = range.start === count + 1 && count > 0 && lines.terminatorAt(count) === '';
  if (!isAppended) return { range, bytes };
  const openLine = lines.bytes.subarray(lines.startOf(count));
  return { range: { start: count, end: range.end }, bytes: [openLine, ...bytes] };
}

/** Leaves out equal lines at both ends. */
function trim(lines: Lines, { range, fresh, freshRange }: Replacement): Replacement {
  let { start, end } = range;
  let { start: freshStart, end: freshEnd } = freshRange;
  while (start < end && freshStart < freshEnd && isSame(lines, start, fresh, freshStart)) {
    start += 1;
    freshStart += 1;
  }
  while (start < end && freshStart < freshEnd && isSame(lines, end - 1, fresh, freshEnd - 1)) {
    end -= 1;
    freshEnd -= 1;
  }
  return { range: { start, end }, fresh, freshRange: { start: freshStart, end: freshEnd } };
}

/** Whether two lines look the same: a diff shows whether a line has a terminator, but not which. */
function isSame(a: Lines, lineOfA: number, b: Lines, lineOfB: number): boolean {
  const isOpen = a.terminatorAt(lineOfA) === '';
  return (
    isOpen === (b.terminatorAt(lineOfB) === '') && a.contentAt(lineOfA).equals(b.contentAt(lineOfB))
  );
}

type Near = [Replacement, ...Replacement[]];

function joinNear(replacements: readonly Replacement[]): readonly Readonly<Near>[] {
  const groups: Near[] = [];
  for (const one of replacements) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (before !== undefined && one.range.start - before.range.end <= 2 * CONTEXT) group?.push(one);
    else groups.push([one]);
  }
  return groups;
}

function shownRange(near: Readonly<Near>, { count }: Lines): LineRange {
  const last = near.at(-1) ?? near[0];
  return {
    start: Math.max(1, near[0].range.start - CONTEXT),
    end: Math.min(count + 1, last.range.end + CONTEXT),
  };
}
