/** What a client is told of a call that goes on. */
export interface ProgressNotification {
  readonly method: 'notifications/progress';
  readonly params: { readonly progressToken: string | number; readonly progress: number };
}

/** Clients are told at most so often. */
const PAUSE_MS = 500;

/**
 * Tells a client how much of its call is done, if it asked for that by sending a token. What cannot be sent
 * is not worth failing for. `now` is in milliseconds and only ever grows.
 */
export function createProgress(
  progressToken: string | number | undefined,
  send: (notification: ProgressNotification) => Promise<void>,
  now: () => number = () => performance.now(),
): ((done: number) => void) | undefined {
  if (progressToken === undefined) return undefined;
  let last = now();
  let told = 0;
  return (progress) => {
    if (progress <= told || now() - last < PAUSE_MS) return;
    last = now();
    told = progress;
    const params = { progressToken, progress };
    send({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
