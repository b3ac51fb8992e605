import type { Conflict } from '../../core/conflict.js';
import { toInclusive } from '../../core/range.js';
import type { LineRange } from '../../core/range.js';
import { hashText } from './layout.js';
import type { Limits } from '../tool.js';

/** Who knew the lines: the caller, or a change that was to be taken back. */
export type Whose = 'your' | 'its';

/** Lines that are as they were, in their place or in another. Both are closed. */
export interface KeptLines {
  readonly from: LineRange;
  readonly to: LineRange;
  /** Or as many digits of it as are known. */
  readonly hash: string;
}

/** The line that says where lines are that did not change. */
export function keptLine(
  { from, to, hash }: KeptLines,
  whose: Whose,
  limits: Pick<Limits, 'hashLength'>,
): string {
  const where = from.start === to.start ? 'still' : 'now';
  const digits = hashText(hash, limits);
  return `${whose} lines ${span(from)} are unchanged, ${where} ${span(to)}  range_hash ${digits}`;
}

/** The same for lines that were found elsewhere in the file; none if they were not. */
export function foundLines(
  { kind, range, movedTo, expected }: Conflict,
  whose: Whose,
  limits: Pick<Limits, 'hashLength'>,
): readonly string[] {
  if (range === undefined || movedTo === undefined) return [];
  // Only a caller names lines by how they begin and end.
  if (kind === 'lines') return [`lines that begin and end as yours are now ${span(movedTo)}`];
  return [keptLine({ from: range, to: movedTo, hash: expected }, whose, limits)];
}

/** Numbers of the first and the last line, also where they are the same: `5-5`. */
export function span(range: LineRange): string {
  const { start, end } = toInclusive(range);
  return `${start}-${end}`;
}
