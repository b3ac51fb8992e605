import { setTimeout as sleep } from 'node:timers/promises';
import type { Activity } from './activity.js';
import type { ViewChange, ViewEvent } from './event.js';

/** Tells those who watch what is new. */
export interface Feed {
  /** Tells what has happened lately, then what happens, until the function that it gives is called. */
  watch(tell: (events: readonly ViewEvent[]) => void): () => void;
}

export interface FeedOptions {
  readonly activity: Pick<Activity, 'writes' | 'meetings' | 'agents'>;
  /** The latest changes, at most so many, the newest first. */
  readonly changes: (limit: number) => Promise<readonly ViewChange[]>;
  readonly everyMs: number;
}

/** What one who comes to look is told of the past. */
const PAST_CHANGES = 200;
/** So many are asked for at first, and more if all of them are new. */
const FEW_CHANGES = 32;
const MOST_CHANGES = 4096;
/** Ids that are remembered as told: more than can be found at once. */
const MOST_TOLD = 2 * MOST_CHANGES;
/** A write that takes longer is told while it runs. */
const MOMENT_MS = 200;
/** Looking must not take more than this share of the time. */
const MOST_LOAD = 0.1;

/** Nothing is looked at while nobody watches, and one look serves all who ask at about the same time. */
export function createFeed(options: FeedOptions): Feed {
  const { activity, everyMs } = options;
  const changes = shared(options.changes, everyMs / 2);
  return {
    watch: (tell) => {
      const over = new AbortController();
      const news = createNews(activity);
      const told = createTold();
      const follow = async (): Promise<void> => {
        let few = PAST_CHANGES;
        while (!over.signal.aborted) {
          const begun = performance.now();
          const events = [...news(), ...(await findChanges(changes, told, few))];
          if (!over.signal.aborted && events.length > 0) tell(events);
          few = FEW_CHANGES;
          const took = performance.now() - begun;
          await sleep(Math.max(everyMs, took / MOST_LOAD), undefined, { signal: over.signal });
        }
      };
      // The sleep of one who has gone is cut short by an error.
      follow().catch(() => undefined);
      return () => {
        over.abort();
      };
    },
  };
}

type FindChanges = FeedOptions['changes'];

/** Gives those who ask within this time after another the same answer. */
function shared(find: FindChanges, forMs: number): FindChanges {
  const answers = new Map<
    number,
    { readonly at: number; readonly answer: ReturnType<FindChanges> }
  >();
  return (limit) => {
    const known = answers.get(limit);
    if (known !== undefined && performance.now() - known.at < forMs) return known.answer;
    // A failure is as good as an empty answer: it is asked again soon.
    const answer = find(limit).catch(() => []);
    answers.set(limit, { at: performance.now(), answer });
    return answer;
  };
}

async function findChanges(
  changes: FindChanges,
  told: Told,
  few: number,
): Promise<readonly ViewEvent[]> {
  for (let limit = few; ; limit = Math.min(limit * 8, MOST_CHANGES)) {
    const found = await changes(limit);
    const fresh = newIn(found, told);
    const isCut = few < PAST_CHANGES && fresh.length === limit;
    if (isCut && limit < MOST_CHANGES) continue;
    told.add(fresh.map(({ change_id }) => change_id));
    if (fresh.length === 0) return [];
    return [{ kind: 'changes', changes: fresh.toReversed(), is_cut: isCut }];
  }
}

/**
 * Those that have not been told. Changes of several processes, and those of several roots, are not quite in the
 * order in which they become known, so new ones may stand between others; but not behind all of them.
 */
function newIn(found: readonly ViewChange[], told: Told): readonly ViewChange[] {
  const isTold = ({ change_id }: ViewChange): boolean => told.has(change_id);
  const last = found.findLastIndex(isTold);
  const recent = last === -1 ? found : found.slice(0, last);
  return recent.filter((change) => !isTold(change));
}

interface Told {
  has(id: string): boolean;
  /** The newest first. */
  add(ids: readonly string[]): void;
}

function createTold(): Told {
  const all = new Set<string>();
  return {
    has: (id) => all.has(id),
    add: (ids) => {
      for (const id of ids.toReversed()) all.add(id);
      for (const id of all) {
        if (all.size <= MOST_TOLD) break;
        all.delete(id);
      }
    },
  };
}

/** Gives, each time, what of the activity is new since the last time. */
function createNews(activity: FeedOptions['activity']): () => readonly ViewEvent[] {
  let lastCall = 0;
  let lastMeeting = 0;
  let lastWrites = '[]';
  return () => {
    const agents = activity.agents().filter(({ call }) => call > lastCall);
    const meetings = activity.meetings().filter(({ id }) => id > lastMeeting);
    const writes = activity.writes(MOMENT_MS);
    const isOther = JSON.stringify(writes) !== lastWrites;
    lastCall = agents.at(-1)?.call ?? lastCall;
    lastMeeting = meetings.at(-1)?.id ?? lastMeeting;
    lastWrites = JSON.stringify(writes);
    return [
      ...(agents.length > 0 ? [{ kind: 'agents', agents } as const] : []),
      ...(meetings.length > 0 ? [{ kind: 'meetings', meetings } as const] : []),
      ...(isOther ? [{ kind: 'writes', writes } as const] : []),
    ];
  };
}
