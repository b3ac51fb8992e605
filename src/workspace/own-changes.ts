import type { Snapshot } from '../core/change.js';
import { matches } from '../core/hash.js';
import type { Hash, HashPrefix } from '../core/hash.js';
import type { FilePath } from '../core/path.js';

/** One file of a change: the step from a version to the next. */
export interface Step {
  /** Where the file is after it. */
  readonly path: FilePath;
  readonly before: Snapshot;
  readonly after: Hash;
  readonly author: string;
}

/** A way from one version of a file to another. */
export interface Way {
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
  /**
   * Takes in what is about to be made, before anybody can see it. Gives the way to take it out again, if it
   * is not made after all.
   */
  add(steps: readonly Step[]): () => void;
  /** A former version of a file whose hash begins so. */
  version(path: FilePath, hash: HashPrefix): Snapshot | undefined;
  /** How many steps lead from one version to another; `undefined` if none do. */
  distance(path: FilePath, way: Way): number | undefined;
}

export interface OwnChangesOptions {
  readonly maxSteps: number;
  /** For all versions together. */
  readonly maxBytes: number;
}

const ROOM: OwnChangesOptions = { maxSteps: 10_000, maxBytes: 32 * 1024 * 1024 };

/** A step as it is remembered: without its version once there is no room for that. */
interface Trace extends Pick<Step, 'path' | 'after' | 'author'> {
  readonly before: Hash;
  version: Snapshot | undefined;
}

export function createOwnChanges({ maxSteps, maxBytes }: OwnChangesOptions = ROOM): OwnChanges {
  // Both with the oldest first.
  const traces = new Set<Trace>();
  const whole = new Set<Trace>();
  let bytes = 0;

  const forgetVersion = (trace: Trace): void => {
    if (whole.delete(trace)) bytes -= trace.version?.bytes.length ?? 0;
    trace.version = undefined;
  };
  const forget = (trace: Trace): void => {
    forgetVersion(trace);
    traces.delete(trace);
  };
  const makeRoom = (): void => {
    for (const trace of whole) {
      if (bytes <= maxBytes) break;
      forgetVersion(trace);
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
        bytes += trace.version?.bytes.length ?? 0;
      }
      makeRoom();
      return () => added.forEach(forget);
    },
    version: (path, hash) =>
      tracesOf(path).find(({ before, version }) => version !== undefined && matches(before, hash))
        ?.version,
    distance: (path, way) => shortest(tracesOf(path), way),
  };
}

function toTrace({ path, before, after, author }: Step): Trace {
  return { path, before: before.hash, after, author, version: before };
}

/** Breadth first, so that no loop of versions is walked twice. */
function shortest(traces: readonly Trace[], { from, to, author }: Way): number | undefined {
  const walkable = traces.filter((trace) => author === undefined || trace.author === author);
  const starts = walkable.map(({ before }) => before).filter((hash) => matches(hash, from));
  const seen = new Set<Hash>();
  let front = new Set(starts);
  for (let distance = 0; front.size > 0; distance += 1) {
    if (front.has(to)) return distance;
    for (const hash of front) seen.add(hash);
    const reached = walkable.filter(({ before }) => front.has(before)).map(({ after }) => after);
    front = new Set(reached.filter((hash) => !seen.has(hash)));
  }
  return undefined;
}
