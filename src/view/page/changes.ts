import type { ViewChange } from '../event.js';
import { forgetOldest } from './forget.js';

/** The changes that the page knows. */
export interface Changes {
  /** Takes in changes, the oldest first; gives those that were not known. */
  add(changes: readonly ViewChange[]): readonly ViewChange[];
  /** Those that concern what is searched for, the newest first; all for an empty text. */
  matching(text: string): readonly ViewChange[];
  get(id: string): ViewChange | undefined;
  /** The newest first. */
  all(): readonly ViewChange[];
}

/** Older ones are forgotten: `lockline log` knows them. */
const MOST = 10_000;

export function createChanges(most = MOST): Changes {
  const known = new Map<string, ViewChange>();
  let newestFirst: readonly ViewChange[] = [];

  /** An undo that is taken back in its turn leaves what it took back as it was. */
  const settle = ({ change_id, undoes }: ViewChange, isInForce: boolean): void => {
    const target = undoes === undefined ? undefined : known.get(undoes);
    if (target === undefined) return;
    const { undone_by: _, ...rest } = target;
    known.set(target.change_id, isInForce ? { ...rest, undone_by: change_id } : rest);
    settle(target, !isInForce);
  };
  return {
    add: (changes) => {
      const fresh = changes.filter(({ change_id }) => !known.has(change_id));
      for (const change of fresh) {
        known.set(change.change_id, change);
        settle(change, true);
      }
      forgetOldest(known, most);
      if (fresh.length > 0) newestFirst = [...known.values()].toReversed();
      return fresh;
    },
    matching: (text) => {
      const wanted = text.trim().toLowerCase();
      return wanted === '' ? newestFirst : newestFirst.filter((change) => isAbout(change, wanted));
    },
    get: (id) => known.get(id),
    all: () => newestFirst,
  };
}

function isAbout({ agent, change_id, files }: ViewChange, wanted: string): boolean {
  const names = files.flatMap(({ file_path, previous_path = '' }) => [file_path, previous_path]);
  return [agent, change_id, ...names].some((name) => name.toLowerCase().includes(wanted));
}
