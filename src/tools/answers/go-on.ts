import { TO_END } from '../../core/range.js';
import type { LineRange } from '../../core/range.js';
import type { ShownFile } from './shown-file.js';

/** A range that is still to be read, and its file. */
interface Rest {
  readonly shown: string;
  readonly range: LineRange;
}

/**
 * The last line of a read that was cut: the arguments with which to go on, as many as fit into `room`
 * characters; `undefined` if nothing was cut.
 */
export function goOnLine(files: readonly ShownFile[], room: number): string | undefined {
  const all = files.flatMap(({ shown, rest }) => rest.map((range) => ({ shown, range })));
  if (all.length === 0) return undefined;
  for (let count = all.length; count > 0; count = Math.floor(count / 2)) {
    const line = goOnWith(all.slice(0, count), all.length - count);
    if (line.length <= room) return line;
  }
  return `… cut here; ${all.length} ranges are not shown whole: ask for less at once`;
}

function goOnWith(rests: readonly Rest[], more: number): string {
  const paths = [...new Set(rests.map(({ shown }) => shown))];
  const files = paths.map((path) => ({
    file_path: path,
    ranges: rests.filter(({ shown }) => shown === path).map(({ range }) => wireRange(range)),
  }));
  const then = more === 0 ? '' : `, then ${more} more ranges`;
  return `… cut here; go on with ${JSON.stringify({ files })}${then}`;
}

function wireRange({ start, end }: LineRange): { readonly start: number; readonly end?: number } {
  return { start, ...(end !== TO_END && { end: end - 1 }) };
}
