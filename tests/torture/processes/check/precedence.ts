import type { Chain } from './chain.js';
import type { Operation } from './history.js';

/*
 * What came before what: a write before the reads of its version, those before the next write, and a call
 * that had returned before one that was invoked later. Calls can be put into one order that explains all
 * they saw exactly if these never lead round in a circle.
 */

/** Calls that each had to come before the next, and the last before the first; `undefined` if there are none. */
export function findCircle(
  operations: readonly Operation[],
  chains: readonly Chain[],
): readonly Operation[] | undefined {
  const graph = createGraph(operations);
  for (const chain of chains) orderByVersions(operations, chain, graph);
  orderByTime(operations, graph);
  return circleIn(graph)?.flatMap((node) => operations[node] ?? []);
}

/** Nodes are the operations by their index, then moments in time. */
interface Graph {
  readonly after: number[][];
}

function createGraph(operations: readonly Operation[]): Graph {
  return { after: operations.map(() => []) };
}

function addNode({ after }: Graph): number {
  return after.push([]) - 1;
}

function order({ after }: Graph, before: number, later: number): void {
  if (before !== later) after[before]?.push(later);
}

function orderByVersions(operations: readonly Operation[], chain: Chain, graph: Graph): void {
  const writes = new Map(chain.writes.map((write, index) => [write, index + 1]));
  const makers: number[] = [];
  const readers: number[][] = chain.versions.map(() => []);
  operations.forEach((operation, node) => {
    if (operation.kind === 'write') {
      const position = writes.get(operation);
      if (position !== undefined) makers[position] = node;
      return;
    }
    const seen = operation.seen[chain.file];
    const position = seen === undefined ? undefined : chain.positions.get(seen);
    if (position !== undefined) readers[position]?.push(node);
  });
  chain.versions.forEach((_, position) => {
    const [maker, next] = [makers[position], makers[position + 1]];
    for (const reader of readers[position] ?? []) {
      if (maker !== undefined) order(graph, maker, reader);
      if (next !== undefined) order(graph, reader, next);
    }
    if (maker !== undefined && next !== undefined) order(graph, maker, next);
  });
}

/** A line of moments: a call leads to the moment of its return, and a moment to the calls invoked then. */
function orderByTime(operations: readonly Operation[], graph: Graph): void {
  const events = operations.flatMap(({ invoked, returned }, node) => [
    { time: invoked, isReturn: false, node },
    { time: returned, isReturn: true, node },
  ]);
  // Of equal times it is not known which came first.
  events.sort((a, b) => a.time - b.time || Number(a.isReturn) - Number(b.isReturn));
  let last: number | undefined;
  for (const { isReturn, node } of events) {
    const moment = addNode(graph);
    if (last !== undefined) order(graph, last, moment);
    if (isReturn) order(graph, node, moment);
    else order(graph, moment, node);
    last = moment;
  }
}

/** Takes away what nothing comes before, again and again; what is left lies on or behind a circle. */
function circleIn({ after }: Graph): readonly number[] | undefined {
  const waiting = after.map(() => 0);
  for (const targets of after) for (const node of targets) waiting[node] = (waiting[node] ?? 0) + 1;
  const free = waiting.flatMap((count, node) => (count === 0 ? [node] : []));
  let taken = 0;
  for (let node = free.pop(); node !== undefined; node = free.pop()) {
    taken += 1;
    for (const target of after[node] ?? []) {
      const left = (waiting[target] ?? 0) - 1;
      waiting[target] = left;
      if (left === 0) free.push(target);
    }
  }
  if (taken === after.length) return undefined;
  return walkRound(after, (node) => (waiting[node] ?? 0) > 0);
}

/** Everything left has something left before it, so a walk against the arrows comes round. */
function walkRound(
  after: readonly (readonly number[])[],
  isLeft: (node: number) => boolean,
): readonly number[] {
  const before = new Map<number, number>();
  after.forEach((targets, node) => {
    if (isLeft(node)) for (const target of targets) if (isLeft(target)) before.set(target, node);
  });
  const places = new Map<number, number>();
  const walk: number[] = [];
  const [start = 0] = before.keys();
  for (let node = start; !places.has(node); node = before.get(node) ?? start) {
    places.set(node, walk.length);
    walk.push(node);
    const next = before.get(node) ?? start;
    const place = places.get(next);
    if (place !== undefined) return walk.slice(place).reverse();
  }
  return walk;
}
