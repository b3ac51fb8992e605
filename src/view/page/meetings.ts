import type { ViewMeeting } from '../event.js';
import { forgetOldest } from './forget.js';

/** The conflicts and waits that the page knows. */
export interface Meetings {
  /** Gives those that were not known. */
  add(told: readonly ViewMeeting[]): readonly ViewMeeting[];
  newestFirst(): readonly ViewMeeting[];
}

const MOST = 100;

export function createMeetings(): Meetings {
  const known = new Map<string, ViewMeeting>();
  return {
    add: (told) => {
      const fresh = told.filter((meeting) => !known.has(keyOf(meeting)));
      for (const meeting of fresh) known.set(keyOf(meeting), meeting);
      forgetOldest(known, MOST);
      return fresh;
    },
    newestFirst: () => [...known.values()].toReversed(),
  };
}

/** A server that was started anew counts from the beginning. */
function keyOf({ id, time }: ViewMeeting): string {
  return `${String(id)} ${String(time)}`;
}
