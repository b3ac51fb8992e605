import { unifiedDiff } from './diff.js';
import type { LineEdit } from '../edit/edit.js';
import { pairsAlong, searchGraph, UNPAIRED } from './edit-graph.js';
import { numberLines } from './line-ids.js';
import type { Lines } from '../text/lines.js';
import { findMiddle } from './middle.js';
import type { Middle } from './middle.js';

/**
 * The fewest changed lines that turn one version of a file into another of the same encoding, as edits in
 * the order of the file; none touches another. Where lines repeat, a change is put as far down as it can
 * be. In versions that differ in very much, everything from the first to the last difference is one edit.
 * A byte order mark is no part of it.
 */
export function editsBetween(base: Lines, current: Lines): readonly LineEdit[] {
  const middle = findMiddle(base, current);
  const edits: LineEdit[] = [];
  let { start } = middle.base;
  let { start: freshStart } = middle.current;
  for (const [line, freshLine] of pairsIn(base, current, middle)) {
    if (line > start || freshLine > freshStart) {
      const bytes = current.bytes.subarray(current.startOf(freshStart), current.startOf(freshLine));
      edits.push({ range: { start, end: line }, bytes });
    }
    start = line + 1;
    freshStart = freshLine + 1;
  }
  return edits;
}

/**
 * Unified diff from one version of a file to another of the same encoding, with one line of context and at
 * most 6,000 characters; empty where only a byte order mark or kinds of terminators differ.
 */
export function diffVersions(base: Lines, current: Lines): string {
  return unifiedDiff(base, editsBetween(base, current));
}

/** Equal lines of a middle in one best alignment, and as the last pair the lines after it. */
function* pairsIn(
  base: Lines,
  current: Lines,
  middle: Middle,
): Generator<readonly [line: number, freshLine: number]> {
  const numbered = numberLines(base, current, middle);
  const graph = searchGraph(numbered.base.ids, numbered.current.ids);
  const pairs = graph === undefined ? [] : pairsAlong(graph, 'insert').entries();
  for (const [index, paired] of pairs) {
    const line = numbered.base.lines[index];
    const freshLine = numbered.current.lines[paired];
    if (paired !== UNPAIRED && line !== undefined && freshLine !== undefined) {
      yield [line, freshLine];
    }
  }
  yield [middle.base.end, middle.current.end];
}
