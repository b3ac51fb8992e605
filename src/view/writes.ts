import { isLocklineError, type ErrorCode } from '../core/errors.js';
import { describeError } from '../core/messages/describe.js';
import { durationText } from '../core/messages/phrase.js';
import type { ViewMeeting, ViewWrite } from './event.js';

/** The writes that run, and those that met another. */
export interface Writes {
  /** Runs a write; what it gives or throws is given or thrown. */
  run<T>(write: Write, work: () => Promise<T>): Promise<T>;
  /** Those that have run for so long, the oldest first. */
  running(olderThanMs: number): readonly ViewWrite[];
  /** The latest that met another, the oldest first. */
  meetings(): readonly ViewMeeting[];
}

type Write = Pick<ViewWrite, 'agent' | 'tool' | 'files'>;

/** A write that took longer is told, although it went well. */
const LONG_WAIT_MS = 1000;
/** So many are remembered for those who come to look later. */
const MOST = 200;
const MOST_MESSAGE_CHARS = 2000;
/** Refusals because of another who changed the same. */
const MEETINGS: ReadonlySet<ErrorCode> = new Set([
  'CONFLICT',
  'BUSY',
  'LOCK_LOST',
  'CHANGED_ON_DISK',
  'FILE_EXISTS',
  'IN_DOUBT',
]);

/** `now` gives milliseconds since the epoch. */
export function createWrites(now: () => number): Writes {
  const running = new Map<number, ViewWrite>();
  const meetings: ViewMeeting[] = [];
  let [begun, met] = [0, 0];

  const meet = (write: ViewWrite, told: ReturnType<typeof meetingOf>): void => {
    if (told === undefined) return;
    met += 1;
    const { agent, tool, files } = write;
    meetings.push({ id: met, time: now(), agent, tool, files, ...told });
    if (meetings.length > MOST) meetings.shift();
  };
  return {
    run: async (asked, work) => {
      begun += 1;
      const write = { ...asked, id: begun, since: now() };
      running.set(write.id, write);
      try {
        const result = await work();
        const took = now() - write.since;
        if (took >= LONG_WAIT_MS) meet(write, { message: `Done after ${durationText(took)}.` });
        return result;
      } catch (error) {
        meet(write, meetingOf(error));
        throw error;
      } finally {
        running.delete(write.id);
      }
    },
    running: (olderThanMs) => {
      const all = [...running.values()];
      return all
        .filter(({ since }) => now() - since >= olderThanMs)
        .map((write) => withHolder(write, all));
    },
    meetings: () => [...meetings],
  };
}

function meetingOf(error: unknown): Pick<ViewMeeting, 'code' | 'message'> | undefined {
  if (!isLocklineError(error) || !MEETINGS.has(error.code)) return undefined;
  const message = describeError(error).message.slice(0, MOST_MESSAGE_CHARS);
  return { code: error.code, message };
}

/** Writes of one file take turns in the order in which they came. */
function withHolder(write: ViewWrite, all: readonly ViewWrite[]): ViewWrite {
  const first = all.find(({ files }) => files.some((file) => write.files.includes(file)));
  if (first === undefined || first.id >= write.id) return write;
  return { ...write, waits_for: first.agent };
}
