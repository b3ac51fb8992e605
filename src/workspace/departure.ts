import type { Departure } from '../core/conflict.js';
import { hasCode, LocklineError } from '../core/errors.js';
import type { FilePath } from '../core/path.js';
import type { History, LoggedFile } from '../store/history.js';

/** Who asks what has become of a file. */
export interface Asking {
  /** Absent where it makes no difference. */
  readonly author?: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A file that was moved this often is not followed any further. */
const MOST_MOVES = 20;

/**
 * What the log tells of a file that is gone from its path: who took it away, and where it is after all moves
 * since. `undefined` where the last change of the path left a file there, or nobody remembers.
 */
export async function findDeparture(
  history: History,
  path: FilePath,
  { author, now }: Asking,
): Promise<Departure | undefined> {
  let departure: Departure | undefined;
  let place: FilePath | undefined = path;
  for (let moves = 0; place !== undefined && moves < MOST_MOVES; moves += 1) {
    const [change] = await history.changes({ path: place, limit: 1 });
    const left = change?.files.find((file) => isLeft(file, place));
    if (change === undefined || left === undefined) break;
    const { id: changeId, agent, time } = change;
    const ageMs = Math.max(0, now - time);
    const movedTo = left.after === undefined ? undefined : left;
    departure = {
      changeId,
      agent,
      isCaller: agent === author,
      ageMs,
      ...(movedTo && { movedTo: movedTo.shown }),
    };
    place = movedTo?.path;
  }
  return departure;
}

/** The same error with what has become of the file that it misses; any other as it is. */
export async function withDeparture<E>(
  error: E,
  { history }: { readonly history: History },
  path: FilePath | undefined,
  asking: Asking,
): Promise<E | LocklineError<'FILE_NOT_FOUND'>> {
  if (!hasCode(error, 'FILE_NOT_FOUND') || path === undefined) return error;
  const departure = await findDeparture(history, path, asking);
  if (departure === undefined) return error;
  return new LocklineError('FILE_NOT_FOUND', { path: error.details.path, departure });
}

/** Whether a change took the file away from this path. */
function isLeft({ path, from, after }: LoggedFile, place: FilePath | undefined): boolean {
  return from?.path === place || (path === place && after === undefined);
}
