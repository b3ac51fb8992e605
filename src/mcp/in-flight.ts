import { setTimeout as sleep } from 'node:timers/promises';

/** The calls that have begun and not ended. */
export interface InFlight {
  /** Runs a call. Its signal fires when the caller gives up, or when there is no more time. */
  run<T>(givenUp: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Resolves when no call runs. Those that still do after `graceMs` are told to give up. */
  drain(graceMs: number): Promise<void>;
}

/** Keeps count of calls, so that a server can end without cutting one off in its commit. */
export function createInFlight(): InFlight {
  const running = new Map<Promise<unknown>, AbortController>();

  return {
    async run(givenUp, call) {
      const controller = new AbortController();
      const giveUp = (): void => {
        controller.abort();
      };
      if (givenUp.aborted) giveUp();
      givenUp.addEventListener('abort', giveUp, { once: true });
      const result = call(controller.signal);
      running.set(result, controller);
      try {
        return await result;
      } finally {
        running.delete(result);
        givenUp.removeEventListener('abort', giveUp);
      }
    },

    async drain(graceMs) {
      const ended = Promise.allSettled(running.keys());
      const timer = new AbortController();
      await Promise.race([ended, sleep(graceMs, undefined, { signal: timer.signal })]);
      timer.abort();
      for (const controller of running.values()) controller.abort();
      await ended;
    },
  };
}
