import type { Move } from '../../core/change.js';
import { toInclusive } from '../../core/range.js';
import type { LineRange } from '../../core/range.js';
import { withLines } from './call-files.js';
import type { JsonRecord } from '../arguments/record.js';

/**
 * The entry of a file with the current hash, and with the lines that it names where they are now. Each edit
 * is known to fit there. `undefined` for a change of the file as a whole.
 */
export function placedEntry(
  entry: JsonRecord,
  moves: readonly Move[],
  hash: string,
): JsonRecord | undefined {
  if (moves.length === 0 || typeof entry['file_hash'] !== 'string') return undefined;
  const placed = Array.isArray(entry['patches'] ?? entry['ranges'])
    ? withLines(entry, (item) => placedLines(item, moves))
    : placedGap(entry, moves);
  return placed && { ...placed, file_hash: hash };
}

function placedLines(item: JsonRecord, moves: readonly Move[]): JsonRecord | undefined {
  const { start, end, range_hash } = item;
  const isInsertion = range_hash === '';
  const move = moves.find(
    ({ from }) =>
      from.start === start &&
      (from.end === from.start) === isInsertion &&
      (end === undefined || end === from.end - 1),
  );
  if (move?.to === undefined) return undefined;
  return isInsertion ? { ...item, start: move.to.start } : { ...item, ...toInclusive(move.to) };
}

/** For `before` and `after`. What is named by its text needs no new number, nor does the end of the file. */
function placedGap(entry: JsonRecord, [move]: readonly Move[]): JsonRecord | undefined {
  const place: LineRange | undefined = move?.to;
  if (place === undefined) return undefined;
  if (typeof entry['before'] === 'number') return { ...entry, before: place.start };
  if (typeof entry['after'] === 'number') return { ...entry, after: place.start - 1 };
  return entry;
}
