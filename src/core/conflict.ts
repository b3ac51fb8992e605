import type { Move } from './change.js';
import type { Hash } from './hash.js';
import type { LineRange } from './range.js';

/** What a caller expected of a file and what is true instead. */
export interface Conflict {
  /** The path as results show it. */
  readonly path: string;
  /**
   * `file_hash`: the file is another version than the one named. `range_hash`, `lines`: these lines are
   * not the ones named by hash or by first and last line. `absent`: the file should not exist but does.
   * `missing`: the file should exist but does not.
   */
  readonly kind: 'file_hash' | 'range_hash' | 'lines' | 'absent' | 'missing';
  /** The lines that were meant, closed; absent when the whole file was meant. */
  readonly range?: LineRange;
  /** The digits that the caller gave, or for `lines` the texts, the last line after a line feed. */
  readonly expected: string;
  /** The current hash of the range, or of the file for `file_hash`; absent when the lines do not exist. */
  readonly actual?: Hash;
  /** Current hash and number of lines of the file; absent when the file is. */
  readonly file?: { readonly hash: Hash; readonly totalLines: number };
  /** The bytes of the lines now standing at `range`. */
  readonly current?: Uint8Array;
  /** Where the lines meant are now, closed, if they are known to stand in exactly one place. */
  readonly movedTo?: LineRange;
  /**
   * With `file_hash`: the ranges asked for that still hold where they were and whose lines stand nowhere
   * else.
   */
  readonly unchanged?: readonly { readonly range: LineRange; readonly hash: Hash }[];
  /**
   * With a stale file: nothing contradicts it, but these may be others than the lines meant, since they stand
   * more than once. Or the range is a gap, and what stands around it is told.
   */
  readonly isDoubtful?: true;
  /** Name of the encoding in which `current` is to be read. */
  readonly encoding?: string;
  /**
   * Where the lines are that stand in the place of those meant, closed, if the version meant is known, or
   * around a gap; then `actual` and `current` are of these. A gap if nothing stands there.
   */
  readonly now?: LineRange;
  /** With `file_hash`: what is known of the version named. */
  readonly since?: Since;
  /** With `file_hash`: who made the current version, if that is known. */
  readonly by?: Maker;
  /** With `missing`: what has become of the file, if that is known. */
  readonly departure?: Departure;
}

/** How a file came to be gone from its path. */
export interface Departure {
  readonly changeId: string;
  readonly agent: string;
  /** Whether that is who calls. */
  readonly isCaller: boolean;
  /** Milliseconds. */
  readonly ageMs: number;
  /** Where it is now; absent if it was deleted. */
  readonly movedTo?: string;
}

/** What a version has become. `forgotten` is one that was there but is no longer kept. */
export type Since =
  | 'forgotten'
  | {
      /** Unified diff from it to the current version; empty if none can be shown. */
      readonly diff: string;
      /** Where the lines of each edit are now, with their hash; none for a change of the whole file. */
      readonly moves: readonly (Move & { readonly hash?: Hash })[];
      /** Whether all of the edits could be made there. */
      readonly fits: boolean;
      /** Present if these very edits are among the changes since. */
      readonly made?: MadeBefore;
    };

/** A change that is asked for again. */
export interface MadeBefore {
  /** Under which the history has it, if it does. */
  readonly changeId?: string;
  /** The change that took it back, if one did. */
  readonly undoneBy?: string;
  /** Others have changed the file since, and the history does not tell whether it was taken back. */
  readonly mayBeUndone?: true;
}

/** Who made a version. */
export interface Maker {
  readonly agent: string;
  /** Whether that is who calls. */
  readonly isCaller: boolean;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Milliseconds. */
  readonly ageMs: number;
  /** How many changes lead from the version named to this one, if that is known. */
  readonly changes?: number;
}
