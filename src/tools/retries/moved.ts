import type { Conflict } from '../../core/conflict.js';
import { toInclusive } from '../../core/range.js';
import type { LineRange } from '../../core/range.js';
import { withFile, withLines } from './call-files.js';
import { placedEntry } from './placed.js';
import { hashText } from '../answers/layout.js';
import type { JsonRecord } from '../arguments/record.js';
import type { Limits } from '../tool.js';

const MOST_CONFLICTS = 50;

/**
 * The arguments with the current hashes and line numbers, where every line that they mean stands
 * unchanged in exactly one place.
 */
export function movedArguments(
  args: JsonRecord,
  conflicts: readonly Conflict[],
  limits: Limits,
): JsonRecord | undefined {
  // A call with more of them would be too long to be given.
  if (conflicts.length > MOST_CONFLICTS) return undefined;
  const paths = [...new Set(conflicts.map(({ path }) => path))];
  return paths.reduce<JsonRecord | undefined>(
    (changed, shown) =>
      changed &&
      withFile(changed, shown, (entry) =>
        movedEntry(
          entry,
          conflicts.filter(({ path }) => path === shown),
          limits,
        ),
      ),
    args,
  );
}

function movedEntry(
  entry: JsonRecord,
  conflicts: readonly Conflict[],
  limits: Limits,
): JsonRecord | undefined {
  const stale = conflicts.find(({ kind }) => kind === 'file_hash');
  if (typeof stale?.since === 'object') {
    const { since, actual = '' } = stale;
    if (since.made !== undefined) return undefined;
    if (since.fits) return placedEntry(entry, since.moves, hashText(actual, limits));
    // All of its lines are there: then it may have been made already.
    if (since.moves.every(({ to }) => to !== undefined)) return undefined;
  }
  const moved = withLines(entry, (item) => movedItem(item, conflicts, stale));
  if (stale?.actual === undefined || moved === undefined) return moved;
  return { ...moved, file_hash: hashText(stale.actual, limits) };
}

function movedItem(
  item: JsonRecord,
  conflicts: readonly Conflict[],
  stale: Conflict | undefined,
): JsonRecord | undefined {
  if (stale !== undefined && !isProvedWhole(item)) return undefined;
  const own = conflicts.filter(({ range }) => range !== undefined && isOf(range, item));
  if (own.length > 0) return own.length < countProofs(item) ? undefined : movedTo(item, own);
  const isKept = stale?.unchanged?.some(({ range }) => isOf(range, item)) ?? true;
  return isKept ? item : undefined;
}

/** Whether the item proves every line that it means: in another version, those between two ends may have changed. */
function isProvedWhole({ start, end, range_hash }: JsonRecord): boolean {
  if (typeof range_hash === 'string') return range_hash !== '';
  return typeof start === 'number' && typeof end === 'number' && end - start <= 1;
}

/** A proof that holds where the lines were meant to be contradicts one that is found elsewhere. */
function countProofs({ range_hash, first_line }: JsonRecord): number {
  return [range_hash, first_line].filter((proof) => typeof proof === 'string').length;
}

function movedTo(item: JsonRecord, conflicts: readonly Conflict[]): JsonRecord | undefined {
  const [first] = conflicts;
  const place = first?.movedTo;
  const isOne = conflicts.every(
    (conflict) => conflict.movedTo?.start === place?.start && conflict.movedTo?.end === place?.end,
  );
  return place === undefined || !isOne ? undefined : { ...item, ...toInclusive(place) };
}

function isOf(range: LineRange, { start, end }: JsonRecord): boolean {
  return range.start === start && (end === undefined || range.end - 1 === end);
}
