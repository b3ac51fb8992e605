import type { Action, FileChange, Revision } from '../core/change.js';
import type { LocklineError } from '../core/errors.js';
import type { Hash } from '../core/hash.js';
import type { LineRange } from '../core/range.js';
import type { FileScan } from '../core/scan/scan.js';
import type { FileDiff, HistoryRequest, LoggedChange, Past } from './history.js';
import type { Tree, TreeRequest } from './list-tree.js';
import type { OutlineRequest, Outlines } from './outline/outline.js';
import type { SearchOptions, SearchRequest, SearchResult } from './search.js';

/** One file that a caller asks to read; ranges may have an open end. */
export interface FileRequest {
  readonly path: string;
  /** No list = the whole file; an empty list = facts only. */
  readonly ranges?: readonly LineRange[];
  readonly encoding: string;
}

/** A file as read, or why it could not be. */
export type FileRead =
  | { readonly shown: string; readonly scan: FileScan }
  | { readonly shown: string; readonly error: LocklineError };

/** One file of a committed (or previewed) change set. */
export interface FileResult {
  readonly shown: string;
  readonly action: Action;
  /** For a move: where the file was. */
  readonly movedFrom?: string;
  readonly changed: boolean;
  readonly previous?: { readonly hash: Hash; readonly totalLines: number };
  /** Absent for a file that is gone. */
  readonly revision?: Revision;
  /** Where in `revision.placed` each text is, with its hash; request order. */
  readonly ranges: readonly { readonly range: LineRange; readonly hash: Hash }[];
  /** Present if the change was meant for a version before `previous`. Then `shifted` is about that one. */
  readonly rebased?: {
    /** By how many lines each edit has moved. */
    readonly shifts: readonly number[];
    /** The changes in between, if it is known how many there are. */
    readonly steps?: number;
  };
}

/** A change set that was carried out. */
export interface CommitResult {
  /** Under which the history has it; absent where nothing changed or nothing is remembered. */
  readonly changeId: string | undefined;
  /** In request order. */
  readonly files: readonly FileResult[];
}

/**
 * What becomes of a change whose `file_hash` is not the current one: it is refused, or rebased over changes
 * of the same author through this workspace, or over those of anybody.
 */
export type OnStale = 'own' | 'rebase' | 'refuse';

export interface CommitOptions {
  readonly onStale: OnStale;
  readonly author: string;
  /** Name of the tool that was called. */
  readonly tool: string;
  /** For an undo: the change that it takes back. */
  readonly undoes?: string;
  readonly signal: AbortSignal;
}

/** How a change is taken back: always rebased over the changes that came after it. */
export type UndoOptions = Omit<CommitOptions, 'onStale' | 'undoes'>;

/** The whole that tools see. Use cases over a store; everything it throws is a `LocklineError` or a bug. */
export interface Workspace {
  /** Absolute; relative paths are relative to the first. */
  readonly roots: readonly string[];
  /** Reads files in request order; a bad one does not spoil the others. */
  read(files: readonly FileRequest[], signal: AbortSignal): Promise<readonly FileRead[]>;
  /** Changes all files or none; every conflict of every file is reported at once. */
  commit(changes: readonly FileChange[], options: CommitOptions): Promise<CommitResult>;
  /** What `commit` would do, without a lock or a write. */
  preview(changes: readonly FileChange[], options: CommitOptions): Promise<readonly FileResult[]>;
  /** What is remembered of former versions, and of who changed what. */
  past(request: HistoryRequest, signal: AbortSignal): Promise<Past>;
  /** What a change did to each of its files. */
  diffs(change: LoggedChange, signal: AbortSignal): Promise<readonly FileDiff[]>;
  /** Takes a change back in all its files, or none. */
  undo(changeId: string, options: UndoOptions): Promise<CommitResult>;
  /** What is in a directory and below it. */
  list(request: TreeRequest, signal: AbortSignal): Promise<Tree>;
  /** Finds text in files; ignored, hidden, binary and too large files are passed over. */
  search(request: SearchRequest, options: SearchOptions): Promise<SearchResult>;
  /** The structure of files, in the order of the paths; a bad one does not spoil the others. */
  outline(request: OutlineRequest, signal: AbortSignal): Promise<Outlines>;
  close(): Promise<void>;
}
