import { LocklineError } from '../../../core/errors.js';
import type { FilePath } from '../../../core/path.js';
import { unreachable } from '../../../core/unreachable.js';
import type { Anchor } from '../paths/anchor.js';
import type { Blocker } from './claim.js';
import type { Clock } from '../clock.js';
import { errnoOf } from '../errno.js';
import { mapIoErrors, type IoErrors } from '../io-error.js';
import { lockName, type LockDirectory } from './lock-directory.js';
import { isLocked, type HeldLock } from './lock.js';
import type { Queue } from './queue.js';

/** A file that a transaction names, with its directory open. */
export interface Target {
  readonly path: FilePath;
  readonly shown: string;
  readonly name: string;
  readonly anchor: Anchor;
  readonly directory: LockDirectory;
}

export interface AcquireOptions {
  readonly clock: Clock;
  readonly queue: Queue;
  readonly tryLock: (directory: LockDirectory) => Promise<HeldLock | Blocker>;
  /** Resolves what a former holder left; gives who stands in the way of that. */
  readonly recover: (lock: HeldLock) => Promise<Blocker | undefined>;
  readonly ioErrors: IoErrors;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The locks of one transaction. */
export interface Locks {
  /** In the order in which the locks were taken. */
  readonly targets: readonly Target[];
  of(target: Target): HeldLock;
  /** Lets go in reverse order. */
  release(): Promise<void>;
  /** The same, but leaves what lies in the locks to the next user. */
  abandon(): Promise<void>;
}

/**
 * A lock has no queue across processes, and who waits long must not look much more seldom: he would never get
 * in before those who come back at once. Many who wait long are many, though, and each look wakes a process.
 * A glance is cheap; whether the holder still lives is asked only now and then.
 */
const GLANCE_MS = { first: 20, longest: 100 };
/** The longest glance is this part of the time waited so far, between the two. */
const PART_OF_WAIT = 1 / 4;
const ASK_MS = 500;

/**
 * Takes the locks of all targets, one after the other in the order given, which must be the global one.
 * Throws BUSY at the deadline, INVALID_ARGUMENT where two targets are one file, what recovery throws, ENOENT
 * where a directory is gone, and the signal's reason.
 */
export async function acquireAll(
  targets: readonly Target[],
  options: AcquireOptions,
): Promise<Locks> {
  const held: HeldLock[] = [];
  const leavers: (() => void)[] = [];
  const end = async (letGo: (lock: HeldLock) => Promise<void>): Promise<void> => {
    for (const lock of held.reverse()) await letGo(lock);
    for (const leave of leavers) leave();
  };
  const started = options.clock.now();
  try {
    for (const target of targets) {
      const leave = options.queue.enterFree(target.directory.key);
      leavers.push(leave ?? (await waitInQueue(target, started, options)));
      held.push(await acquire(target, { held, started }, options));
    }
  } catch (error) {
    await end((lock) => lock.release());
    throw error;
  }
  const locks = new Map(targets.map((target, index) => [target, held[index]]));
  return {
    targets,
    of: (target) => locks.get(target) ?? unreachable('a target without a lock'),
    release: () => end((lock) => lock.release()),
    abandon: () => end((lock) => lock.giveUp()),
  };
}

async function waitInQueue(
  target: Target,
  started: number,
  options: AcquireOptions,
): Promise<() => void> {
  const { clock, queue, timeoutMs, signal } = options;
  const waiting = new AbortController();
  const expiry = clock.sleep(timeoutMs - (clock.now() - started), waiting.signal).then(() => {
    waiting.abort();
  });
  const leave = await queue.enter(target.directory.key, AbortSignal.any([signal, waiting.signal]));
  waiting.abort();
  await expiry;
  signal.throwIfAborted();
  if (leave !== undefined) return leave;
  const waitedMs = clock.now() - started;
  throw new LocklineError('BUSY', {
    path: target.shown,
    holder: 'another call of this server',
    heldMs: waitedMs,
    waitedMs,
  });
}

async function acquire(
  target: Target,
  { held, started }: { readonly held: readonly HeldLock[]; readonly started: number },
  options: AcquireOptions,
): Promise<HeldLock> {
  const { clock, signal, timeoutMs } = options;
  const deadline = started + timeoutMs;
  for (;;) {
    signal.throwIfAborted();
    const outcome = await takeOrMap(target, options);
    if (isLocked(outcome)) return outcome;
    if (held.some(({ token }) => token === outcome.token)) throw namedTwice(target);
    const now = clock.now();
    if (now >= deadline) {
      throw new LocklineError('BUSY', {
        path: target.shown,
        holder: outcome.agent,
        heldMs: outcome.heldMs,
        waitedMs: now - started,
      });
    }
    const glanceMs = Math.min(
      Math.max(GLANCE_MS.first, (now - started) * PART_OF_WAIT),
      GLANCE_MS.longest,
    );
    await waitWhileHeld(target, { end: Math.min(now + ASK_MS, deadline), glanceMs }, options);
  }
}

/** Resolves when the lock is gone, looking every `glanceMs` at the most, and at the latest at `end`, by the clock. */
async function waitWhileHeld(
  { directory, shown }: Target,
  { end, glanceMs }: { readonly end: number; readonly glanceMs: number },
  { clock, signal, ioErrors }: AcquireOptions,
): Promise<void> {
  const isHeld = (): boolean => mapIoErrors(ioErrors, shown, () => directory.isThere());
  do {
    await clock.sleep(Math.min(Math.random() * glanceMs, end - clock.now()), signal);
  } while (clock.now() < end && !signal.aborted && isHeld());
}

async function takeOrMap(target: Target, options: AcquireOptions): Promise<HeldLock | Blocker> {
  try {
    return await takeClean(target.directory, options);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOTDIR') throw inTheWay(target);
    throw errno === 'ENOENT' ? error : options.ioErrors(error, target.shown);
  }
}

/** The directory of the file is open, so only what stands in the place of its lock can be no directory. */
function inTheWay({ shown, name }: Target): LocklineError {
  const cause = `something that is no lock has the name of its lock, ${lockName(name)}, and must go`;
  return new LocklineError('IO_FAILED', { path: shown, call: 'mkdir', cause });
}

/** A lock with nothing left in it by former holders. */
async function takeClean(
  directory: LockDirectory,
  options: AcquireOptions,
): Promise<HeldLock | Blocker> {
  const outcome = await options.tryLock(directory);
  if (!isLocked(outcome) || !outcome.tookOver) return outcome;
  try {
    const blocker = await options.recover(outcome);
    if (blocker === undefined) return outcome;
    await outcome.giveUp();
    return blocker;
  } catch (error) {
    await outcome.giveUp();
    throw error;
  }
}

/** The file system has led two spellings to one lock. */
export function namedTwice(target: Pick<Target, 'shown'>): LocklineError {
  return new LocklineError('INVALID_ARGUMENT', {
    what: `${target.shown} is named twice in one call`,
    hint: 'Put all changes of a file into one entry.',
  });
}
