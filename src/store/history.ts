import type { Action, Meaning, Snapshot } from '../core/change.js';
import type { Hash, HashPrefix } from '../core/hash.js';
import type { FilePath } from '../core/path.js';

/** One committed change of one or several files. */
export interface LoggedChange {
  /** Short and unlike any other: lower-case letters and digits. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly agent: string;
  readonly tool: string;
  /** For an undo: the change that it took back. */
  readonly undoes?: string;
  /** The undo that took this change back, if one did. */
  readonly undoneBy?: string;
  /** Whether it also concerned files that are hidden, or outside of the roots. */
  readonly isPartial?: boolean;
  readonly files: readonly LoggedFile[];
}

export interface LoggedFile {
  readonly path: FilePath;
  /** How results name it. */
  readonly shown: string;
  readonly action: Action;
  /** Absent where there was, or is, no file. */
  readonly before?: Hash;
  readonly after?: Hash;
  /** Name of the encoding that the caller gave; absent for `auto`. It may be one that is not known here. */
  readonly encoding?: string;
  /** Of a change that was rebased: the version that it was meant for, and what it would have made of that. */
  readonly meant?: Meaning;
  /** Of a file that was deleted: its permission bits, where the store has any. */
  readonly mode?: number;
  /** For a move: where the file was. */
  readonly from?: { readonly path: FilePath; readonly shown: string };
}

/** Which changes are meant; all that is given must hold. */
export interface ChangeFilter {
  /** A change of this file, under this name. */
  readonly path?: FilePath;
  readonly id?: string;
  /** Changes made after this time, in milliseconds since the epoch. */
  readonly since?: number;
  readonly limit: number;
}

/**
 * What a store remembers of former versions. It is kept as far as there is room and never stands in the way of
 * a commit: an answer may be missing, but it is never wrong. Hidden files are left out.
 */
export interface History {
  /**
   * A version of the file that a change has found or made, whose hash begins so; `undefined` if it is not kept,
   * or not exactly one. Of those that no change has replaced only some are.
   */
  version(path: FilePath, hash: HashPrefix): Promise<Snapshot | undefined>;
  /** Changes, the newest first. */
  changes(filter: ChangeFilter): Promise<readonly LoggedChange[]>;
  /**
   * The id of the change of a file that meant the same, if it was made since the file was last the version
   * that both mean. Synchronous, so that a plan can ask it, while no other change of the file can be made.
   */
  repeated(path: FilePath, meant: Meaning): string | undefined;
}

/** Whether a step of a file meant the same as another change of it. */
export function isRepeated(
  { before, after, meant }: Pick<LoggedFile, 'before' | 'after' | 'meant'>,
  { base, result }: Meaning,
): boolean {
  return meant === undefined
    ? before === base && after === result
    : meant.base === base && meant.result === result;
}

/** The history of a store that remembers nothing. */
export const noHistory: History = {
  version: async () => undefined,
  changes: async () => [],
  repeated: () => undefined,
};
