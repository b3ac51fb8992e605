import type { ViewDiff } from '../event.js';
import { forgetOldest } from './forget.js';

/** What changes did, as far as it was asked for. */
export interface Diffs {
  /** `unknown` if the server cannot tell; `undefined` as long as it has not. */
  get(id: string): readonly ViewDiff[] | 'unknown' | undefined;
  /** Says which are needed now; what was needed before is not asked for any more. */
  want(ids: readonly string[]): void;
}

/** So many are kept, and so many are asked for at a time. */
const MOST_KEPT = 400;
const MOST_ASKED = 4;

export function createDiffs(
  load: (id: string) => Promise<readonly ViewDiff[] | undefined>,
  tell: (id: string) => void,
): Diffs {
  const kept = new Map<string, readonly ViewDiff[] | 'unknown'>();
  const asked = new Set<string>();
  let wanted: readonly string[] = [];

  const ask = (): void => {
    const next = wanted.find((id) => !kept.has(id) && !asked.has(id));
    if (next === undefined || asked.size >= MOST_ASKED) return;
    asked.add(next);
    void take(next);
    ask();
  };
  const take = async (id: string): Promise<void> => {
    try {
      keep(id, (await load(id)) ?? 'unknown');
      asked.delete(id);
      tell(id);
      ask();
    } catch {
      // The server has gone. What is in sight is asked for again when the list moves, or something happens.
      asked.delete(id);
    }
  };
  const keep = (id: string, diffs: readonly ViewDiff[] | 'unknown'): void => {
    kept.set(id, diffs);
    forgetOldest(kept, MOST_KEPT);
  };
  return {
    get: (id) => kept.get(id),
    want: (ids) => {
      wanted = ids;
      ask();
    },
  };
}
