import type { Action, Content, Meaning, Snapshot } from '../core/change.js';
import type { LocklineError } from '../core/errors.js';
import type { FilePath } from '../core/path.js';
import type { LineRange } from '../core/range.js';
import type { FileScan } from '../core/scan/scan.js';
import type { History } from './history.js';

/** A path of a caller that has passed the checks of the store. */
export interface ResolvedPath {
  readonly path: FilePath;
  /** How results name it: relative to the first root when inside it, else absolute. */
  readonly shown: string;
  /** Whether the last component that the caller named is a symbolic link to `path`. */
  readonly viaLink: boolean;
}

/** What a caller is going to do with a path. */
export type Access = 'read' | 'write';

/** One file of a read: ranges may have an open end and may overlap; no range = facts only. */
export interface ReadRequest {
  readonly path: FilePath;
  readonly ranges: readonly LineRange[];
  /** Name of an encoding, or `auto`. It decides where lines end in UTF-16 and UTF-32 files. */
  readonly encoding: string;
}

export interface ListOptions {
  /** How many levels below the start are listed: 1 is what it holds itself; may be infinite. */
  readonly depth: number;
  /** Whether the size of files is told, which takes a system call for each. */
  readonly sizes: boolean;
  readonly signal: AbortSignal;
}

/** One entry of a listing. Links are told and not followed: their targets stand under names of their own. */
export interface Entry {
  readonly path: FilePath;
  /** How results name it. */
  readonly shown: string;
  readonly kind: 'file' | 'directory' | 'symlink' | 'other';
  /** Bytes; only of files, and only if asked for. */
  readonly size?: number;
}

/** What a listing found in one directory, or in a part of a large one. */
export interface Page {
  /** How results name the directory. */
  readonly shown: string;
  /** By name; the directories among them follow as pages of their own, as far as the depth goes. */
  readonly entries: readonly Entry[];
  /** How many entries were left out because an ignore file says so. */
  readonly ignored: number;
  /** Why the directory could not be read; then there are no entries. */
  readonly error?: LocklineError;
}

/** A file as a search meets it: whole, or why it is passed over. */
export type WholeFile =
  /** The memory is used again after the visit. */
  | { readonly kind: 'text'; readonly bytes: Buffer }
  /** A NUL near the start makes it binary, at this offset in bytes; the rest of it was not read. */
  | { readonly kind: 'binary'; readonly at: number }
  /** Over the limit for edits or that of the visit. In bytes. */
  | { readonly kind: 'too_large'; readonly size: number }
  | { readonly kind: 'unreadable'; readonly error: LocklineError };

export type See = (file: WholeFile, path: FilePath) => Promise<void> | undefined;

export interface VisitOptions {
  /** Larger files are not read, nor those that are too large for edits. In bytes; may be infinite. */
  readonly maxBytes: number;
  /** Name of an encoding that is known, or `auto`, as if absent. In UTF-16 and UTF-32 a NUL is text. */
  readonly encoding?: string;
  readonly signal: AbortSignal;
}

/** The next version of one file; without content the file is to be absent. */
export interface NextVersion {
  readonly path: FilePath;
  readonly content: Content | undefined;
  /** What the log tells; of a move both files carry `move`. */
  readonly action: Action;
  /** For a move: the file whose mode and owner the new one takes. */
  readonly from?: FilePath;
  /** Of a file that is new: its permission bits; those of any new file if absent. */
  readonly mode?: number;
  /** Name of the encoding that the caller gave, for the log; absent for `auto`. */
  readonly encoding?: string;
  /** Of a change that was rebased, for the log. */
  readonly meant?: Meaning;
}

/**
 * The step from the versions read under the lock to the next ones. Pure and synchronous. Files that do
 * not exist are missing from `before`; files left out of the result, or given the content that they have,
 * stay untouched. What it throws ends the transaction with nothing written.
 */
export type Plan = (before: ReadonlyMap<FilePath, Snapshot>) => readonly NextVersion[];

export interface TransactOptions {
  /** Who is told to others who wait, and in the log: the agent's name. */
  readonly author: string;
  /** Name of the tool that was called, for the log. */
  readonly tool: string;
  /** For an undo: the change that it takes back. */
  readonly undoes?: string;
  /** Aborts the wait for locks and everything up to the commit point; after that it has no effect. */
  readonly signal: AbortSignal;
}

/** What to do with a change of several files whose record lies outside of what can be seen. */
export type OnDoubt = 'refuse' | 'accept-current';

/** What was found of earlier processes, by path as results show it. */
export interface RecoveryReport {
  /** Locks whose holders are gone, now resolved and removed. */
  readonly resolved: readonly string[];
  /** Locks that are held, or could not be resolved, with the reason. */
  readonly left: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * Files of one or several roots, read and changed by version.
 *
 * Every method that takes a `FilePath` accepts only what `resolve` of the same store returned. Errors are
 * `LocklineError`s whose paths are as results show them; anything else thrown is a bug.
 */
export interface WorkspaceStore {
  /** The directories that can be seen, absolute; the first is what relative paths are relative to. */
  readonly roots: readonly string[];

  /** What is remembered of former versions and of who changed what. */
  readonly history: History;

  /**
   * Checks a caller's path against the roots and rules and gives its canonical form. The file may be absent.
   * Throws INVALID_ARGUMENT, OUTSIDE_ROOTS, NO_ROOTS; FILE_NOT_FOUND for hidden files and dangling links;
   * NOT_A_FILE where a parent is not a directory; for `write` also PROTECTED_PATH and READ_ONLY.
   */
  resolve(path: string, access: Access): Promise<ResolvedPath>;

  /**
   * Reads facts and ranges of files in one streaming pass each, whatever their size, without a lock.
   * Each file is seen whole. Files of one call are never half of another's transaction.
   * A file that cannot be read gives its error in its place: FILE_NOT_FOUND, NOT_A_FILE,
   * PERMISSION_DENIED, UNSUPPORTED_ENCODING, BUSY, IO_FAILED.
   */
  read(
    requests: readonly ReadRequest[],
    signal: AbortSignal,
  ): Promise<readonly (FileScan | LocklineError)[]>;

  /**
   * Lists what is below a directory, each directory before those in it and files by name: one page for a
   * directory, several for a large one, read while the caller asks for more. A start that is a file gives
   * one page with itself. Left out are hidden files, Lockline's own, `.git`, and what `.gitignore` files
   * and `.git/info/exclude` name, but never the start. Symbolic links are not followed.
   * Throws FILE_NOT_FOUND, PERMISSION_DENIED and the like for the start; below it they stand in the pages.
   */
  list(start: FilePath, options: ListOptions): AsyncIterable<Page>;

  /**
   * Reads files whole, one after another in the order given, and gives each to `see`; the next one waits for
   * a promise that it returns. For searches: files of one directory in a row are read fast, and other work
   * gets its turn in between. Each file is as it was at its visit, not all of one moment.
   */
  visit(paths: readonly FilePath[], see: See, options: VisitOptions): Promise<void>;

  /**
   * Locks the paths, reads them, asks `plan` for the next versions and publishes all of them or none.
   * Resolves after the commit is durable, to the id under which the change is in the history; `undefined`
   * where nothing changed or nothing is remembered. Throws what `plan` throws, and FILE_EXISTS, NOT_A_FILE,
   * FILE_TOO_LARGE, HARD_LINKED, FILE_MOUNT, PERMISSION_DENIED, READ_ONLY, UNSUPPORTED_FILE_SYSTEM, BUSY,
   * LOCK_LOST, CHANGED_ON_DISK, IN_DOUBT, NO_SPACE, IO_FAILED, INVALID_ARGUMENT (one file named twice).
   */
  transact(
    paths: readonly FilePath[],
    plan: Plan,
    options: TransactOptions,
  ): Promise<string | undefined>;

  /** The same up to the first write: takes no lock, makes nothing, and refuses what `transact` would. */
  preview(paths: readonly FilePath[], plan: Plan, options: TransactOptions): Promise<void>;

  /**
   * Resolves what processes that are certainly gone have left half done: changes of several files that were
   * not committed are undone, the rest is cleaned up. Where that needs a directory that cannot be seen,
   * `refuse` leaves it (IN_DOUBT in the report) and `accept-current` keeps what is there now.
   */
  recover(onDoubt: OnDoubt, signal: AbortSignal): Promise<RecoveryReport>;

  /** Waits for transactions in flight and frees what the store holds. */
  close(): Promise<void>;
}
