import type { ErrorDetails } from '../../core/errors.js';
import { withFile, withLines } from './call-files.js';
import type { JsonRecord } from '../arguments/record.js';

type Bounds = ErrorDetails['RANGE_OUT_OF_BOUNDS'];

/**
 * The arguments with the numbers that are out of bounds moved to the nearest lines that exist, where
 * that leaves no doubt. What proves the lines stays, so a wrong guess is refused again.
 */
export function boundedArguments(args: JsonRecord, bounds: Bounds): JsonRecord | undefined {
  return withFile(
    args,
    bounds.path,
    (entry) => boundedGap(entry, bounds) ?? boundedLines(entry, bounds),
  );
}

/** For `before` and `after`: text that was to go past an end goes to that end. */
function boundedGap(entry: JsonRecord, { start, totalLines }: Bounds): JsonRecord | undefined {
  if (entry['before'] === start) return { ...entry, before: start < 1 ? 1 : totalLines + 1 };
  if (entry['after'] === start) return { ...entry, after: start < 0 ? 0 : totalLines };
  return undefined;
}

function boundedLines(entry: JsonRecord, bounds: Bounds): JsonRecord | undefined {
  const { start, end } = bounds;
  return withLines(entry, (item) =>
    item['start'] === start && (end === undefined || item['end'] === end)
      ? boundedItem(item, bounds)
      : item,
  );
}

function boundedItem(item: JsonRecord, { start, totalLines }: Bounds): JsonRecord | undefined {
  const { range_hash, first_line, end } = item;
  if (range_hash === '') return { ...item, start: Math.min(Math.max(start, 1), totalLines + 1) };
  if (typeof end !== 'number') return start < 1 ? { ...item, start: 1 } : undefined;
  const first = Math.max(1, Math.min(start, end));
  const last = Math.min(totalLines, Math.max(start, end));
  if (first <= last) return { ...item, start: first, end: last };
  const isRead = range_hash === undefined && first_line === undefined;
  return isRead && totalLines > 0 ? lastLines(item, end - start, totalLines) : undefined;
}

/** As many lines as were asked for, at the end of the file. */
function lastLines(item: JsonRecord, more: number, totalLines: number): JsonRecord {
  return { ...item, start: Math.max(1, totalLines - Math.max(0, more)), end: totalLines };
}
