/**
 * Two sequences and the shortest ways from the one to the other, by Myers' greedy algorithm. A point (x, y)
 * stands for the first x items of `from` and the first y of `to`; a step deletes an item, inserts one or
 * pairs two equal ones, and only pairs are free. Diagonal k holds the points with y - x = k.
 */
export interface EditGraph {
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** For each number of edits the greatest x that they reach on diagonals -edits, 2 - edits, ..., edits. */
  readonly reach: readonly Int32Array[];
}

/** Edits beyond which a search is given up: their reach takes 32 MiB. */
const MOST_EDITS = 4000;
/** Points beyond which a search is given up: some tenths of a second. */
const MOST_POINTS = 100_000_000;

/** Searches the shortest ways; `undefined` when they are longer than is worth the work. */
export function searchGraph(from: Int32Array, to: Int32Array): EditGraph | undefined {
  const target = to.length - from.length;
  const reach: Int32Array[] = [];
  let before = new Int32Array(0);
  let room = MOST_POINTS;
  for (let edits = 0; edits <= MOST_EDITS; edits += 1) {
    const row = new Int32Array(edits + 1);
    for (let index = 0; index <= edits; index += 1) {
      const diagonal = 2 * index - edits;
      const inserted = before[index - 1] ?? -1;
      const deleted = (before[index] ?? -1) + 1;
      const start = inserted > deleted ? inserted : deleted;
      const end = followPairs(from, to, { x: start, y: start + diagonal });
      row[index] = end;
      room -= 1 + end - start;
      if (room < 0) return undefined;
      if (diagonal === target && end >= from.length) return { from, to, reach: [...reach, row] };
    }
    reach.push(row);
    before = row;
  }
  return undefined;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The x to which pairs lead from a point. */
function followPairs(from: Int32Array, to: Int32Array, { x, y }: Point): number {
  const diagonal = y - x;
  let end = x;
  while (end < from.length && end + diagonal < to.length && from[end] === to[end + diagonal]) {
    end += 1;
  }
  return end;
}

/** The edit that is made wherever there is a choice, from the end backwards. */
export type Preference = 'insert' | 'delete';

/** What is in place of an index for an item without its equal. */
export const UNPAIRED = -1;

/**
 * One shortest way: for each item of `from` the index in `to` of the one that it is paired with, else
 * `UNPAIRED`. All shortest ways lie between those of the two preferences, so what these two pair alike,
 * all do.
 */
export function pairsAlong(graph: EditGraph, preference: Preference): Int32Array {
  const { from, to, reach } = graph;
  const paired = new Int32Array(from.length).fill(UNPAIRED);
  let [x, y] = [from.length, to.length];
  for (let edits = reach.length - 1; edits >= 0; edits -= 1) {
    const { inserted, deleted } = lastEdits(graph, edits, y - x);
    const least = preference === 'insert' ? inserted : deleted;
    const size = countPairsBefore(graph, { x, y }, least);
    for (let step = 1; step <= size; step += 1) paired[x - step] = y - step;
    x -= size;
    y -= size;
    const isInserted = preference === 'insert' ? x <= inserted : x > deleted;
    if (isInserted) y -= 1;
    else x -= 1;
  }
  return paired;
}

/** The greatest x on a diagonal to which the last of so many edits can have led; -1 for none. */
function lastEdits(
  { reach }: EditGraph,
  edits: number,
  diagonal: number,
): { readonly inserted: number; readonly deleted: number } {
  const before = reach[edits - 1];
  const index = (diagonal + edits) >> 1;
  return { inserted: before?.[index - 1] ?? -1, deleted: (before?.[index] ?? -2) + 1 };
}

/** How many pairs end at a point, one before the other, that begin at `least` or after. */
function countPairsBefore({ from, to }: EditGraph, { x, y }: Point, least: number): number {
  const most = Math.min(x - Math.max(0, least), y);
  let size = 0;
  while (size < most && from[x - 1 - size] === to[y - 1 - size]) size += 1;
  return size;
}
