import type { ViewChange } from '../event.js';
import type { CardState, UndoState } from './card-state.js';
import { createDiffs } from './diffs.js';
import type { LocklineServer } from './server.js';

/** What is known of each change besides itself. */
export interface Cards {
  state(change: ViewChange): CardState;
  /** Says which changes are in sight: their diffs are asked for. */
  want(ids: readonly string[]): void;
  expand(id: string): void;
  /** Takes a change back; resolves to whether that was done. */
  undo(id: string): Promise<boolean>;
}

export interface CardsOptions {
  readonly server: Pick<LocklineServer, 'diffs' | 'undo'>;
  readonly canUndo: boolean;
  /** Told of a change of which something else is known now. */
  readonly renew: (id: string) => void;
}

export function createCards({ server, canUndo, renew }: CardsOptions): Cards {
  const diffs = createDiffs((id) => server.diffs(id), renew);
  const expanded = new Set<string>();
  const undos = new Map<string, UndoState>();
  const setUndo = (id: string, state: UndoState): void => {
    undos.set(id, state);
    renew(id);
  };
  return {
    state: (change) => {
      const { change_id, is_partial } = change;
      const isPossible = canUndo && is_partial !== true;
      return {
        change,
        diffs: diffs.get(change_id) ?? 'waiting',
        isExpanded: expanded.has(change_id),
        undo: undos.get(change_id) ?? { kind: isPossible ? 'none' : 'impossible' },
      };
    },
    want: (ids) => {
      diffs.want(ids);
    },
    expand: (id) => {
      expanded.add(id);
      renew(id);
    },
    undo: async (id) => {
      setUndo(id, { kind: 'running' });
      try {
        const { isDone, text } = await server.undo(id);
        setUndo(id, isDone ? { kind: 'none' } : { kind: 'refused', text });
        return isDone;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        setUndo(id, { kind: 'refused', text: `The server gave no answer: ${reason}.` });
        return false;
      }
    },
  };
}
