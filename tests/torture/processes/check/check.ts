import { chainOf, type Chain } from './chain.js';
import {
  describeCall,
  short,
  type History,
  type Operation,
  type Read,
  type Write,
} from './history.js';
import { findCircle } from './precedence.js';

/** What a history shows. */
export interface Verdict {
  /** In words, each with the calls that prove it. None: the history is as if calls had come one by one. */
  readonly violations: readonly string[];
  /** Writes that took place, and of these how many nobody was told of. */
  readonly writes: number;
  readonly untold: number;
  readonly reads: number;
  /** Reads of one file that saw a version which was taken back later; that is allowed. */
  readonly provisional: number;
}

/**
 * Checks files as registers that are changed by compare-and-set. Of each file, all writes that were answered
 * form one path from version to version, with no refused one on it; a write of several files is on the paths of
 * all or of none; and every call saw what was current at a moment between its beginning and its end: each file
 * for itself (linearizability), and for all that sees transactions whole the files together (strict
 * serializability).
 */
export function check(history: History): Verdict {
  const chained = Object.keys(history.initial).map((file) => chainOf(file, history));
  const chains = new Map(chained.map(({ chain }) => [chain.file, chain]));
  const writes = history.operations.filter((call) => call.kind === 'write');
  const reads = history.operations.filter((call) => call.kind === 'read');
  const placed = writes.filter((write) => isPlaced(write, chains));
  const judged = judgeReads(reads, writes, chains);
  const violations = [
    ...chained.flatMap(({ faults }) => faults),
    ...writes.flatMap((write) => judgeWrite(write, writes, chains)),
    ...judged.faults,
    ...judgeOrder([...placed, ...judged.placed], [...chains.values()]),
  ];
  return {
    violations,
    writes: placed.length,
    untold: placed.filter(({ ending }) => ending === 'unknown').length,
    reads: reads.length,
    provisional: judged.provisional,
  };
}

type Chains = ReadonlyMap<string, Chain>;

function placesOf(write: Write, chains: Chains): readonly string[] {
  return Object.entries(write.to).flatMap(([file, version]) =>
    chains.get(file)?.positions.has(version) === true ? [file] : [],
  );
}

function isPlaced(write: Write, chains: Chains): boolean {
  return placesOf(write, chains).length > 0;
}

function judgeWrite(write: Write, writes: readonly Write[], chains: Chains): readonly string[] {
  const files = Object.keys(write.to);
  const places = placesOf(write, chains);
  if (write.ending === 'refused')
    return places.length === 0 ? [] : [`a refused write is there: ${describeCall(write)}`];
  if (places.length === files.length) return [];
  const missing = files.find((file) => !places.includes(file)) ?? '';
  const rivals = writes.filter(
    (other) => other !== write && other.from[missing] === write.from[missing],
  );
  const evidence = [write, ...rivals.filter((rival) => isPlaced(rival, chains))]
    .map(describeCall)
    .join('; in its place ');
  if (write.ending === 'saved') return [`a write that was answered is lost: ${evidence}`];
  return places.length === 0 ? [] : [`half of a write is there: ${evidence}`];
}

function judgeReads(reads: readonly Read[], writes: readonly Write[], chains: Chains) {
  const makers = new Map(
    writes.flatMap((write) =>
      Object.entries(write.to).map(([file, version]) => [`${file} ${version}`, write] as const),
    ),
  );
  const faults: string[] = [];
  const placed: Read[] = [];
  let provisional = 0;
  for (const read of reads) {
    const strange = Object.entries(read.seen).filter(
      ([file, version]) => chains.get(file)?.positions.has(version) !== true,
    );
    if (strange.length === 0) {
      placed.push(read);
      continue;
    }
    const isAllowed = strange.every(([file, version]) => {
      const write = makers.get(`${file} ${version}`);
      return !read.isSettled && write !== undefined && isBeingTakenBack(write, read);
    });
    if (isAllowed) provisional += 1;
    else
      faults.push(
        `a version was seen that never was: ${strange.map(([file, version]) => `${file}=${short(version)}`).join(' ')} in ${describeCall(read)}`,
      );
  }
  return { faults, placed, provisional };
}

/** Whether the read could see one file of a transaction that was switched but never committed. */
function isBeingTakenBack(write: Write, read: Read): boolean {
  const isOfSeveral = Object.keys(write.to).length > 1;
  return isOfSeveral && write.ending !== 'saved' && write.invoked <= read.returned;
}

function judgeOrder(placed: readonly Operation[], chains: readonly Chain[]): readonly string[] {
  const settled = placed.filter((call) => call.kind === 'write' || call.isSettled);
  const together = explain(findCircle(settled, chains), 'all files');
  const single = chains.flatMap((chain) => {
    const calls = placed.filter(
      (call) => chain.file in (call.kind === 'read' ? call.seen : call.to),
    );
    return explain(findCircle(calls, [chain]), chain.file);
  });
  return [...together, ...single];
}

function explain(circle: readonly Operation[] | undefined, what: string): readonly string[] {
  if (circle === undefined) return [];
  return [
    `no order explains ${what}: ${circle.map(describeCall).join(' < ')} < the first of these`,
  ];
}
