import type { Hash, HashPrefix } from './hash.js';
import type { FilePath } from './path.js';
import type { LineRange } from './range.js';

/** One version of one file, whole in memory. */
export interface Snapshot {
  readonly path: FilePath;
  readonly bytes: Buffer;
  readonly hash: Hash;
}

/** Bytes of a version to come, as slices of the old one and new ones: nothing is copied to join them. */
export interface Content {
  readonly slices: readonly Uint8Array[];
  readonly size: number;
  /** May be computed when it is first read: a store reads it while it waits for the disk. */
  readonly hash: Hash;
}

/** Lines that must be as the caller knows them: by hash, or by the exact text of the first and last of them. */
export type RangeExpectation =
  | { readonly range: LineRange; readonly hash: HashPrefix }
  | { readonly range: LineRange; readonly firstLine: string; readonly lastLine?: string };

/** A change by the version that it is meant for and what it makes of that; tells it from all others of a file. */
export interface Meaning {
  readonly base: Hash;
  readonly result: Hash;
}

/** What must hold of a file before a change of it. */
export interface Expectation {
  readonly file: HashPrefix | 'absent';
  readonly ranges: readonly RangeExpectation[];
  /** Gaps of which nothing is expected; if the file is another, what stands around them is told. */
  readonly places?: readonly LineRange[];
}

/** What a revision made of a file. */
export interface Revision {
  readonly content: Content;
  /** Where the text of each edit is now, in the order of the request; closed ranges. */
  readonly placed: readonly LineRange[];
  readonly totalLines: number;
  /** Unified diff, one line of context, `@@` headers only; empty when nothing changed or none is shown. */
  readonly diff: string;
  /** How line numbers outside the edits have shifted, for the answer; oldStart..oldEnd inclusive. */
  readonly shifted: readonly {
    readonly oldStart: number;
    readonly oldEnd: number;
    readonly by: number;
  }[];
  readonly notes: readonly string[];
}

/** Where the lines of an edit are in a later version. */
export interface Move {
  /** In the version that was meant; closed. */
  readonly from: LineRange;
  /** Absent if they have changed, or if it cannot be said where they are. */
  readonly to?: LineRange;
}

/** What a change comes to on a later version than the one that it means. */
export interface Rebased {
  /** Absent if it would touch what has changed since, or may have been made already. */
  readonly revision?: Revision;
  /** Of each edit in turn. */
  readonly moves: readonly Move[];
  /** Hash of what it would have made of the version that it means; tells it from other changes of that. */
  readonly meant: Hash;
}

export type Action = 'patch' | 'create' | 'replace' | 'delete' | 'move';

/** One file's part of a change set: what is expected, and the pure step from old bytes to new. */
export interface FileChange {
  /** The path as the caller named it; the workspace resolves it. */
  readonly path: string;
  readonly action: Action;
  /** For a move: where the file is now. `revise` then receives that file's snapshot. */
  readonly from?: string;
  /** Name of the encoding that the caller gave, or `auto`. */
  readonly encoding: string;
  /** Permission bits of a file that is made; without them they are those of any new file. */
  readonly mode?: number;
  readonly expect: Expectation;
  /**
   * Pure. `before` is absent for a create; the result is absent for a delete. `shown` is the path as
   * results name it, for errors. Throws `LocklineError`.
   */
  revise(before: Snapshot | undefined, shown: string): Revision | undefined;
  /**
   * The same change on a later version, `current`, than the one that the hash expected names, `base`. Pure.
   * Absent where the file is meant as a whole, so that no later version will do. `shown` is the path as
   * results name it, for errors. Throws what `revise` does of `base`.
   */
  rebase?(base: Snapshot, current: Snapshot, shown: string): Rebased;
}
