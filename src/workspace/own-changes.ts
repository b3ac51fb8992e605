import type { Content, Meaning, Snapshot } from '../core/change.js';
import { matches } from '../core/hash.js';
import type { Hash, HashPrefix } from '../core/hash.js';
import type { FilePath } from '../core/path.js';

/** One file of a change: the step from a version to the next. */
export interface Step {
  /** Where the file is after it. */
  readonly path: FilePath;
  readonly before: Snapshot;
  readonly after: Content;
  readonly author: string;
  /** The version that was meant, and what would have been made of that; absent if it is this very step. */
  readonly meant?: Meaning;
}

/** A way from one version of a file to another. */
interface Way {
  readonly from: HashPrefix;
  readonly to: Hash;
  /** Whose steps alone it may take; anybody's if absent. */
  readonly author?: string;
}

/**
 * The changes made through one workspace: which version came of which and by whom, and the versions
 * themselves as far as there is room. Nothing depends on it: what is forgotten is a conflict.
 */
export interface OwnChanges {
  /** Takes in what is about to be made, before anybody can see it. Hashes nothing that is not hashed yet. */
  add(steps: readonly Step[]): Added;
  /** A version of a file whose hash begins so: a former one, or the last that was made here. */
  version(path: FilePath, hash: HashPrefix): Snapshot | undefined;
  /** How many steps lead from one version to another; `undefined` if none do. */
  distance(path: FilePath, way: Way): number | undefined;
  /** Whether this very change was made since the file was last the version that it means, as far as is known. */
  isMade(path: FilePath, meant: Meaning): boolean;
}

/** What was taken in; one of the two is to follow. */
export interface Added {
  /** It is made: from now on it counts against the room. */
  confirm(): void;
  /** It is not made after all. */
  takeBack(): void;
}

export const nothingAdded: Added = { confirm: () => undefined, takeBack: () => undefined };

export interface OwnChangesOptions {
  readonly maxSteps: number;
  /** For all versions together. */
  readonly maxBytes: number;
}

const ROOM: OwnChangesOptions = { maxSteps: 10_000, maxBytes: 32 * 1024 * 1024 };

/** A step as it is remembered: without its versions once there is no room for them. */
interface Trace extends Omit<Step, 'before' | 'after'> {
  readonly before: Hash;
  /** The version that was made; only its hash once the versions are forgotten. */
  after: Pick<Content, 'hash'>;
  versions: Pick<Step, 'before' | 'after'> | undefined;
}

export function createOwnChanges({ maxSteps, maxBytes }: OwnChangesOptions = ROOM): OwnChanges {
  // Both with the oldest first.
  const traces = new Set<Trace>();
  const whole = new Set<Trace>();
  let bytes = 0;

  const forgetVersions = (trace: Trace): void => {
    if (whole.delete(trace)) bytes -= sizeOf(trace);
    trace.after = { hash: trace.after.hash };
    trace.versions = undefined;
  };
  const forget = (trace: Trace): void => {
    forgetVersions(trace);
    traces.delete(trace);
  };
  const makeRoom = (): void => {
    for (const trace of whole) {
      if (bytes <= maxBytes) break;
      forgetVersions(trace);
    }
    for (const trace of traces) {
      if (traces.size <= maxSteps) break;
      forget(trace);
    }
  };
  const tracesOf = (path: FilePath): readonly Trace[] =>
    [...traces].filter((trace) => trace.path === path);

  return {
    add(steps) {
      const added = steps.map(toTrace);
      for (const trace of added) {
        traces.add(trace);
        whole.add(trace);
        bytes += sizeOf(trace);
      }
      return { confirm: makeRoom, takeBack: () => added.forEach(forget) };
    },
    version: (path, hash) => versionIn(tracesOf(path), hash),
    distance: (path, way) => shortest(tracesOf(path), way)?.length,
    isMade: (path, meant) => isMadeSince(tracesOf(path), meant),
  };
}

/** What was taken back so that the version meant was there again can be meant anew. */
function isMadeSince(traces: readonly Trace[], { base, result }: Meaning): boolean {
  for (const { before, after, meant } of traces.toReversed()) {
    const own = meant ?? { base: before, result: after.hash };
    if (own.base === base && own.result === result) return true;
    if (before === base || after.hash === base) return false;
  }
  return false;
}

function toTrace({ before, after, ...step }: Step): Trace {
  return { ...step, before: before.hash, after, versions: { before, after } };
}

function versionIn(traces: readonly Trace[], hash: HashPrefix): Snapshot | undefined {
  const known = traces.filter(({ versions }) => versions !== undefined);
  const left = known.find(({ before }) => matches(before, hash));
  if (left !== undefined) return left.versions?.before;
  const made = known.find(({ after }) => matches(after.hash, hash));
  const content = made?.versions?.after;
  if (made === undefined || content === undefined) return undefined;
  const { slices, size } = content;
  return { path: made.path, bytes: Buffer.concat(slices, size), hash: content.hash };
}

/** Bytes in memory: what a step has kept of the version before is there once. */
function sizeOf({ versions }: Trace): number {
  if (versions === undefined) return 0;
  const { before, after } = versions;
  const fresh = after.slices.filter(({ buffer }) => buffer !== before.bytes.buffer);
  return fresh.reduce((sum, { length }) => sum + length, before.bytes.length);
}

/** The steps of the shortest way. Breadth first, so that no loop of versions is walked twice. */
function shortest(
  traces: readonly Trace[],
  { from, to, author }: Way,
): readonly Trace[] | undefined {
  const walkable = traces.filter((trace) => author === undefined || trace.author === author);
  const start = walkable.find(({ before }) => matches(before, from))?.before;
  const stepsFrom = new Map<Hash, Trace[]>();
  for (const trace of walkable) {
    const others = stepsFrom.get(trace.before);
    if (others === undefined) stepsFrom.set(trace.before, [trace]);
    else others.push(trace);
  }
  const reachedBy = new Map<Hash, Trace | undefined>(
    start === undefined ? [] : [[start, undefined]],
  );
  for (const hash of reachedBy.keys()) {
    if (hash === to) return stepsTo(to, reachedBy);
    for (const trace of stepsFrom.get(hash) ?? []) {
      if (!reachedBy.has(trace.after.hash)) reachedBy.set(trace.after.hash, trace);
    }
  }
  return undefined;
}

function stepsTo(to: Hash, reachedBy: ReadonlyMap<Hash, Trace | undefined>): readonly Trace[] {
  const steps: Trace[] = [];
  for (let last = reachedBy.get(to); last !== undefined; last = reachedBy.get(last.before)) {
    steps.push(last);
  }
  return steps;
}
