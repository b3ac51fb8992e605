import type { ViewChange, ViewDiff } from '../event.js';

/** What is shown of one change. */
export interface CardState {
  readonly change: ViewChange;
  /** `waiting` until the server has told it; `unknown` if it cannot tell. */
  readonly diffs: readonly ViewDiff[] | 'waiting' | 'unknown';
  readonly isExpanded: boolean;
  readonly undo: UndoState;
}

/** Where an undo of the change stands; the text of a refusal is what the server said. */
export type UndoState =
  | { readonly kind: 'none' | 'running' | 'impossible' }
  | { readonly kind: 'refused'; readonly text: string };
