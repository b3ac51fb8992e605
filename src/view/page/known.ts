import type { ViewAgent, ViewChange, ViewEvent, ViewMeeting, ViewWrite } from '../event.js';
import { createChanges, type Changes } from './changes.js';
import { forgetOldest } from './forget.js';
import { createMeetings } from './meetings.js';

/** All that the page has been told. */
export interface Known {
  readonly changes: Changes;
  take(events: readonly ViewEvent[]): News;
  agents(): Iterable<ViewAgent>;
  /** The newest first. */
  meetings(): readonly ViewMeeting[];
  writes(): readonly ViewWrite[];
}

/** What was not known before. */
export interface News {
  readonly changes: readonly ViewChange[];
  readonly meetings: readonly ViewMeeting[];
  /** Whether changes are missing, since too many were made at once. */
  readonly isCut: boolean;
}

const MOST_AGENTS = 500;

export function createKnown(): Known {
  const changes = createChanges();
  const agents = new Map<string, ViewAgent>();
  const meetings = createMeetings();
  let writes: readonly ViewWrite[] = [];
  let isBegun = false;

  const takeChanges = (told: readonly ViewChange[], isCut: boolean): Partial<News> => {
    const hadSome = changes.all().length > 0;
    const fresh = changes.add(told);
    // After a break in the line the latest are told: if none of them is known, others came before them.
    const isGap = isBegun && hadSome && fresh.length === told.length;
    isBegun = false;
    return { changes: fresh, isCut: isCut || isGap };
  };
  const take = (event: ViewEvent): Partial<News> => {
    switch (event.kind) {
      case 'changes':
        return takeChanges(event.changes, event.is_cut);
      case 'meetings':
        return { meetings: meetings.add(event.meetings) };
      case 'agents':
        for (const agent of event.agents) agents.set(agent.name, agent);
        forgetOldest(agents, MOST_AGENTS);
        return {};
      case 'writes':
        writes = event.writes;
        return {};
      case 'hello':
        isBegun = true;
        return {};
    }
  };
  return {
    changes,
    take: (events) => {
      const news = events.map(take);
      return {
        changes: news.flatMap((one) => one.changes ?? []),
        meetings: news.flatMap((one) => one.meetings ?? []),
        isCut: news.some((one) => one.isCut === true),
      };
    },
    agents: () => agents.values(),
    meetings: () => meetings.newestFirst(),
    writes: () => writes,
  };
}
