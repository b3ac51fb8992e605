/** Lets one caller at a time in for each key, in the order in which they came. */
export interface Queue {
  /** Resolves when it is the caller's turn, with what ends it; `undefined` if the signal fires first. */
  enter(key: string, signal: AbortSignal): Promise<(() => void) | undefined>;
  /** The same at once, where nobody is in or waits; `undefined` elsewhere. */
  enterFree(key: string): (() => void) | undefined;
}

export function createQueue(): Queue {
  /** The end of the line for each key: resolves when the last who came has left. */
  const tails = new Map<string, Promise<void>>();
  const join = (key: string, before = Promise.resolve()): (() => void) => {
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const tail = before.then(() => left);
    tails.set(key, tail);
    void tail.then(() => {
      if (tails.get(key) === tail) tails.delete(key);
    });
    return leave;
  };
  return {
    enter: async (key, signal) => {
      const before = tails.get(key);
      const leave = join(key, before);
      if (await isTurn(before ?? Promise.resolve(), signal)) return leave;
      leave();
      return undefined;
    },
    enterFree: (key) => (tails.has(key) ? undefined : join(key)),
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
