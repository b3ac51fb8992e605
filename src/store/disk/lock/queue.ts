/** Lets one caller at a time in for each key, in the order in which they came. */
export interface Queue {
  /** Resolves when it is the caller's turn, with what ends it; `undefined` if the signal fires first. */
  enter(key: string, signal: AbortSignal): Promise<(() => void) | undefined>;
}

export function createQueue(): Queue {
  /** The end of the line for each key: resolves when the last who came has left. */
  const tails = new Map<string, Promise<void>>();
  return {
    enter: async (key, signal) => {
      const before = tails.get(key) ?? Promise.resolve();
      let leave = (): void => undefined;
      const left = new Promise<void>((resolve) => {
        leave = resolve;
      });
      const tail = before.then(() => left);
      tails.set(key, tail);
      void tail.then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
      if (await isTurn(before, signal)) return leave;
      leave();
      return undefined;
    },
  };
}

async function isTurn(before: Promise<void>, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  let stop = (): void => undefined;
  const aborted = new Promise<boolean>((resolve) => {
    stop = () => {
      resolve(false);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([before.then(() => true), aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
