import { lock as keepLock } from 'proper-lockfile';
import {
  beat,
  blockerOf,
  createClaim,
  enter,
  expire,
  isHeld,
  leave,
  takeOver,
  type Blocker,
  type Claim,
  type ClaimOptions,
} from './claim.js';
import { errnoOf } from '../errno.js';
import type { LockDirectory } from './lock-directory.js';

/*
 * proper-lockfile keeps the timer, the refresh and the exit hook. It is given our own `fs` in place of its
 * mkdir/stat/utimes/rmdir scheme, because that one lets two contenders remove and retake one stale lock, and
 * lets a stalled holder delete the lock of the next. In ours a lock is never empty while it is held, and is
 * taken over by renaming exactly the heartbeat that was seen to be stale.
 */

/** A lock that this process holds. It may lose it while it is stalled; `isHeld` asks the disk. */
export interface HeldLock {
  readonly directory: LockDirectory;
  readonly token: string;
  /** Whether it was taken from a holder that may have left something to resolve. */
  readonly tookOver: boolean;
  isHeld(): boolean;
  /** Lets go and removes all that lies in the lock directory, which must be resolved. */
  release(): Promise<void>;
  /** Lets go and leaves everything in place for the next, who may take the lock at once. */
  giveUp(): Promise<void>;
}

export interface LockOptions extends ClaimOptions {
  /** How often the heartbeat moves. */
  readonly beatMs: number;
  /** After this long without a move the library counts the lock as lost. */
  readonly staleMs: number;
}

/** Whether an attempt gave the lock. */
export function isLocked(outcome: HeldLock | Blocker): outcome is HeldLock {
  return 'directory' in outcome;
}

/** Tries once to take a lock. Throws the errno of a directory that cannot be used. */
export async function tryLock(
  directory: LockDirectory,
  options: LockOptions,
): Promise<HeldLock | Blocker> {
  const claim = createClaim(directory, options);
  try {
    const release = await keepLock(`${directory.key}#${claim.token}`, {
      fs: libraryFs(claim),
      realpath: false,
      retries: 0,
      stale: options.staleMs,
      update: options.beatMs,
      onCompromised: () => undefined,
    });
    options.watch.forget(directory);
    return heldLock(claim, release);
  } catch (error) {
    if (errnoOf(error) === 'ELOCKED') return blockerOf(claim);
    throw error;
  }
}

function heldLock(claim: Claim, release: () => Promise<void>): HeldLock {
  const { directory, token, tookOver } = claim;
  const stop = async (): Promise<void> => {
    // The library refuses to release what it has found lost; there is nothing left to do then.
    await release().catch(() => undefined);
  };
  return {
    directory,
    token,
    tookOver,
    isHeld: () => isHeld(claim),
    release: stop,
    giveUp: async () => {
      expire(claim);
      await stop();
    },
  };
}

/** The calls that the library makes: mkdir; stat, rmdir and mkdir again for a stale lock; utimes to refresh. */
function libraryFs(claim: Claim): object {
  let lastBeat = new Date(0);
  let isProbed = false;
  let isStale = false;
  return {
    mkdir: calling(() => {
      const isTaken = isStale ? takeOver(claim) : enter(claim);
      isStale = false;
      if (!isTaken) throw failure('EEXIST');
    }),
    stat: calling(() => {
      if (claim.held === undefined) {
        isStale =
          claim.seen !== undefined && claim.options.watch.isGone(claim.directory, claim.seen);
        return { mtime: isStale ? new Date(0) : new Date() };
      }
      // Before the first beat the question is only what time the heartbeat shows.
      if (claim.beats > 0 && !isHeld(claim)) throw failure('ENOENT');
      return { mtime: lastBeat };
    }),
    utimes: (path: string, _accessed: Date, modified: Date, callback: Callback) => {
      lastBeat = modified;
      calling(() => {
        // The first call only probes the precision of the clock, right after the heartbeat was made.
        if (isProbed) beat(claim);
        isProbed = true;
      })(path, callback);
    },
    rmdir: calling(() => {
      leave(claim);
    }),
    rmdirSync: () => {
      const entries = claim.directory.entries() ?? [];
      // At exit nothing that still needs its journal may be let go.
      if (entries.every((entry) => entry.kind === 'hb' || entry.kind === 'id')) leave(claim);
    },
  };
}

type Callback = (error: Error | null, value?: unknown) => void;

function calling(step: () => unknown): (path: string, callback: Callback) => void {
  return (_path, callback) => {
    let value: unknown;
    try {
      value = step();
    } catch (error) {
      callback(error instanceof Error ? error : new Error('unknown failure', { cause: error }));
      return;
    }
    callback(null, value);
  };
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}
