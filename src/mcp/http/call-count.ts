/** Bounds the calls that run at one time. */
export interface CallCount {
  /** Lets a call of an agent begin and gives what ends it; `undefined` where there are too many. */
  enter(agent: string): (() => void) | undefined;
}

/** One agent must not be able to keep all others waiting. */
const MAX_CALLS_OF_ONE = 64;
const MAX_CALLS = 512;

export function createCallCount(): CallCount {
  const byAgent = new Map<string, number>();
  let all = 0;
  return {
    enter: (agent) => {
      const own = byAgent.get(agent) ?? 0;
      if (own >= MAX_CALLS_OF_ONE || all >= MAX_CALLS) return undefined;
      byAgent.set(agent, own + 1);
      all += 1;
      return () => {
        const left = (byAgent.get(agent) ?? 1) - 1;
        if (left === 0) byAgent.delete(agent);
        else byAgent.set(agent, left);
        all -= 1;
      };
    },
  };
}
