import type { LineRange } from '../range.js';

/** Lines of one version, and the lines in their place in a later one. Both are closed; all others are the same. */
export interface Shift {
  readonly from: LineRange;
  readonly to: LineRange;
}

/**
 * The shifts of two steps in a row as those of one. Each list is in the order of the file, and its shifts
 * do not collide. Shifts that touch in the version between become one.
 */
export function joinShifts(first: readonly Shift[], second: readonly Shift[]): readonly Shift[] {
  const parts = [
    ...first.map(({ from, to }) => ({ between: to, lost: sizeOf(from) - sizeOf(to), gained: 0 })),
    ...second.map(({ from, to }) => ({
      between: from,
      lost: 0,
      gained: sizeOf(to) - sizeOf(from),
    })),
  ].toSorted((a, b) => a.between.start - b.between.start || a.between.end - b.between.end);
  const joined: Shift[] = [];
  let lost = 0;
  let gained = 0;
  for (const group of groupTouching(parts)) {
    const { start, end } = group.between;
    const [oldStart, newStart] = [start + lost, start + gained];
    for (const part of group.parts) {
      lost += part.lost;
      gained += part.gained;
    }
    joined.push({
      from: { start: oldStart, end: end + lost },
      to: { start: newStart, end: end + gained },
    });
  }
  return joined;
}

/** Where lines of a version are after shifts. Lines that a shift has in part become all those in its place. */
export function shiftRange(range: LineRange, shifts: readonly Shift[]): LineRange {
  const before = shifts.findLast(({ from }) => from.start <= range.start);
  const within = shifts.findLast(({ from }) => from.start < range.end);
  const start = before === undefined ? range.start : shiftStart(range.start, before);
  const end = within === undefined ? range.end : shiftEnd(range.end, within);
  return { start: Math.min(start, end), end };
}

function shiftStart(line: number, { from, to }: Shift): number {
  return line < from.end ? to.start : line + to.end - from.end;
}

function shiftEnd(line: number, { from, to }: Shift): number {
  return line <= from.end ? to.end : line + to.end - from.end;
}

interface Part {
  readonly between: LineRange;
  readonly lost: number;
  readonly gained: number;
}

interface PartGroup {
  readonly between: LineRange;
  readonly parts: readonly Part[];
}

function groupTouching(parts: readonly Part[]): readonly PartGroup[] {
  const groups: { between: LineRange; readonly parts: Part[] }[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (last !== undefined && part.between.start <= last.between.end) {
      last.between = {
        start: last.between.start,
        end: Math.max(last.between.end, part.between.end),
      };
      last.parts.push(part);
    } else groups.push({ between: part.between, parts: [part] });
  }
  return groups;
}

function sizeOf({ start, end }: LineRange): number {
  return end - start;
}
