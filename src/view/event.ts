/*
 * What the live view is told, as JSON: the server sends a list of these on a line of its own, and the page reads it.
 * Times are milliseconds since the epoch by the clock of the server.
 */

/** One file of a change that was made. */
export interface ViewFile {
  readonly file_path: string;
  readonly action: string;
  /** For a move: where the file was. */
  readonly previous_path?: string;
}

/** A change that was made, by this server or another on the same files. */
export interface ViewChange {
  readonly change_id: string;
  readonly time: number;
  readonly agent: string;
  readonly tool: string;
  readonly undoes?: string;
  readonly undone_by?: string;
  /** Whether it also concerned files that cannot be seen here; then it cannot be undone here. */
  readonly is_partial?: boolean;
  readonly files: readonly ViewFile[];
}

/** A write through this server that has not ended for a moment. */
export interface ViewWrite {
  readonly id: number;
  readonly since: number;
  readonly agent: string;
  readonly tool: string;
  /** As the agent named them. */
  readonly files: readonly string[];
  /** An agent whose write of one of these files began earlier and runs, too. */
  readonly waits_for?: string;
}

/** A write through this server that met another: it was refused, or had to wait. */
export interface ViewMeeting {
  readonly id: number;
  readonly time: number;
  readonly agent: string;
  readonly tool: string;
  readonly files: readonly string[];
  /** Code of the refusal; absent for a write that went well in the end. */
  readonly code?: string;
  /** What the agent was told; for a wait that ended well, how long it was. */
  readonly message: string;
}

/** An agent that has called this server. */
export interface ViewAgent {
  readonly name: string;
  /** Number of its last call, among those of all agents. */
  readonly call: number;
  /** Of its last call. */
  readonly time: number;
}

export type ViewEvent =
  /** First on every stream. */
  | {
      readonly kind: 'hello';
      readonly version: string;
      readonly roots: readonly string[];
      /** Who the watcher is, by the token. */
      readonly agent: string;
      readonly can_undo: boolean;
      readonly has_history: boolean;
      readonly now: number;
    }
  /** The oldest first. */
  | {
      readonly kind: 'changes';
      readonly changes: readonly ViewChange[];
      /** Whether more were made at once than are told. */
      readonly is_cut: boolean;
    }
  | { readonly kind: 'meetings'; readonly meetings: readonly ViewMeeting[] }
  /** All that run now; replaces what was told before. */
  | { readonly kind: 'writes'; readonly writes: readonly ViewWrite[] }
  /** Those that have called since they were last told. */
  | { readonly kind: 'agents'; readonly agents: readonly ViewAgent[] };

/** What a change did to one file; the answer to `GET /changes/ID`. */
export interface ViewDiff {
  readonly file_path: string;
  /** Unified diff, empty if none can be shown; absent if a version is not kept. */
  readonly diff?: string;
}
