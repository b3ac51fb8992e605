import type { Conflict, Departure } from './conflict.js';
import type { LineRange } from './range.js';

/** What each code carries. Paths are as results show them; numbers are 1-based and inclusive. */
export interface ErrorDetails {
  CONFLICT: {
    readonly conflicts: readonly Conflict[];
    /** The change that was to be taken back, and the one that took it back already, if one did. */
    readonly undoes?: string;
    readonly undoneBy?: string;
  };
  OVERLAPPING_PATCHES: {
    readonly path: string;
    /** Positions in the request, from 1. */
    readonly first: number;
    readonly second: number;
    readonly firstRange: LineRange;
    readonly secondRange: LineRange;
  };
  LINE_TOO_LONG: {
    readonly path: string;
    readonly line: number;
    readonly chars: number;
    readonly limit: number;
  };
  NO_ROOTS: { readonly directory: string };
  UNSUPPORTED_FILE_SYSTEM: { readonly path: string; readonly type: string };
  RANGE_OUT_OF_BOUNDS: {
    readonly path: string;
    readonly start: number;
    /** Absent for an open end and for a gap: then `start` alone is at fault. */
    readonly end?: number;
    readonly totalLines: number;
  };
  /** Both are whole sentences. */
  INVALID_ARGUMENT: { readonly what: string; readonly hint: string };
  EMPTY_CONTENTS: { readonly path: string };
  NO_MATCH: {
    readonly path: string;
    /** What does not occur, as the subject of a sentence: `edits[1].old_text`. */
    readonly what: string;
    /** The nearest lines with the first difference named; empty if nothing is near. */
    readonly nearest: string;
    /** In how many places it occurs, if the fault is that none of them is the one meant; then `nearest` has these. */
    readonly places?: number;
  };
  COUNT_MISMATCH: {
    readonly path: string;
    /** What occurs, as the subject of a sentence. */
    readonly what: string;
    readonly expected: number;
    readonly found: number;
    /** Whether some occurrences have characters in common: then no number is right. */
    readonly overlaps: boolean;
    /** The lines of the occurrences. */
    readonly where: string;
    /** The edit in the call whose `expect_count` could be `found`: `files[0].edits[1]`. */
    readonly edit?: string;
  };
  /** `what` is a clause that says which values are the same. */
  NO_CHANGE: { readonly path: string; readonly what: string };
  FILE_NOT_FOUND: {
    readonly path: string;
    /** A path that exists and is spelt alike. */
    readonly near?: string;
    /** What has become of the file, if one was there and that is known. */
    readonly departure?: Departure;
  };
  FILE_EXISTS: { readonly path: string };
  /** `found` finishes "it is": `a directory`, `a symbolic link`, `below a file` for a parent that is no directory. */
  NOT_A_FILE: { readonly path: string; readonly found: string };
  /** `offset` of the NUL, in bytes from 0. */
  BINARY_FILE: { readonly path: string; readonly offset: number };
  UNDECODABLE: {
    readonly path: string;
    readonly encoding: string;
    readonly line: number;
    /** Bytes from the start of the file, from 0. */
    readonly offset: number;
    /** The line under each encoding that can read it, likeliest first. */
    readonly readings: readonly { readonly encoding: string; readonly text: string }[];
  };
  UNENCODABLE: {
    readonly path: string;
    readonly encoding: string;
    readonly character: string;
    /** Line of the new text and character in it, from 1. */
    readonly line: number;
    readonly column: number;
  };
  UNSUPPORTED_ENCODING: { readonly encoding: string; readonly reason: string };
  /** In bytes. */
  FILE_TOO_LARGE: { readonly path: string; readonly size: number; readonly limit: number };
  OUTSIDE_ROOTS: { readonly path: string; readonly roots: readonly string[] };
  PROTECTED_PATH: { readonly path: string; readonly rule: string };
  READ_ONLY: { readonly path?: string; readonly reason: string };
  PERMISSION_DENIED: { readonly path: string; readonly reason: string };
  HARD_LINKED: { readonly path: string; readonly links: number };
  FILE_MOUNT: { readonly path: string };
  BUSY: {
    readonly path: string;
    readonly holder: string;
    readonly heldMs: number;
    readonly waitedMs: number;
  };
  LOCK_LOST: { readonly path: string };
  CHANGED_ON_DISK: { readonly path: string };
  IN_DOUBT: { readonly path: string; readonly reason: string };
  NO_SPACE: { readonly path: string };
  IO_FAILED: { readonly path: string; readonly call: string; readonly cause: string };
  UNKNOWN_CHANGE: { readonly what: string };
  INTERNAL: {
    readonly reference: string;
    /** Nothing went wrong: the caller gave up, or the server is ending, before anything was changed. */
    readonly isGivenUp?: true;
  };
}

/** The rule of a PROTECTED_PATH that no option opens. */
export const OWN_FILES_RULE = "Lockline's own files";

export type ErrorCode = keyof ErrorDetails;

/** An expected failure: something that a caller can meet and act on. Anything else thrown is a bug. */
export class LocklineError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'LocklineError';
  readonly code: C;
  readonly details: ErrorDetails[C];

  constructor(code: C, details: ErrorDetails[C], options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.details = details;
  }
}

/** Whether something caught is an expected failure. */
export function isLocklineError(caught: unknown): caught is LocklineError {
  return caught instanceof LocklineError;
}

/** The same with this code, and so with its details. */
export function hasCode<C extends ErrorCode>(caught: unknown, code: C): caught is LocklineError<C> {
  return isLocklineError(caught) && caught.code === code;
}
