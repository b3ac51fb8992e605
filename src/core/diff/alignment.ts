import { pairsAlong, searchGraph, UNPAIRED } from './edit-graph.js';
import { numberLines } from './line-ids.js';
import type { Lines } from '../text/lines.js';
import { findCertainMiddle } from './middle.js';

/** The line of `current` that a line of `base` is, or `undefined` if that cannot be said. */
export type FindLine = (line: number) => number | undefined;

/**
 * Aligns two versions of a file of one encoding: an alignment pairs equal lines, none twice and none across
 * another, and a best one has as many pairs as can be. A line is found where every best alignment has it.
 * The line 0 is the start of the file and the one after the last is its end; both are always found. The
 * work is bounded: in versions that differ in very much, lines between the first and the last difference
 * may not be found. What is found is never wrong.
 */
export function alignLines(base: Lines, current: Lines): FindLine {
  const middle = findCertainMiddle(base, current);
  const { start, end } = middle.base;
  const shift = middle.current.end - end;
  const numbered = numberLines(base, current, middle);
  const graph = searchGraph(numbered.base.ids, numbered.current.ids);
  const found = new Int32Array(end - start);
  if (graph !== undefined) {
    const lowest = pairsAlong(graph, 'insert');
    const highest = pairsAlong(graph, 'delete');
    for (let index = 0; index < lowest.length; index += 1) {
      const paired = lowest[index] ?? UNPAIRED;
      if (paired === UNPAIRED || paired !== highest[index]) continue;
      found[(numbered.base.lines[index] ?? start) - start] = numbered.current.lines[paired] ?? 0;
    }
  }
  return (line) => {
    if (line < start) return line;
    if (line >= end) return line + shift;
    const place = found[line - start];
    return place === 0 ? undefined : place;
  };
}
