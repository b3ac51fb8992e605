import { setTimeout as delay } from 'node:timers/promises';

/** Time as the store sees it; tests put a virtual one in its place. */
export interface Clock {
  /** Milliseconds that only ever grow; they stand still while the machine sleeps. */
  now(): number;
  /** Milliseconds since the epoch, for people to read. */
  wall(): number;
  /** Resolves after so many milliseconds, or at once when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  sleep: async (ms, signal) => {
    await delay(ms, undefined, { signal }).catch(() => undefined);
  },
};
