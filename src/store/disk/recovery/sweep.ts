import { join } from 'node:path';
import { describeError } from '../../../core/messages/describe.js';
import { isLocklineError } from '../../../core/errors.js';
import type { RecoveryReport } from '../../store.js';
import type { Anchor } from '../paths/anchor.js';
import type { Blocker } from '../lock/claim.js';
import { removeTree } from '../paths/directory.js';
import type { Disk } from '../disk.js';
import { unless } from '../errno.js';
import { isUnfinishedHome } from '../history/home.js';
import { isLockName, lockDirectory, type LockDirectory } from '../lock/lock-directory.js';
import { isLocked, type HeldLock } from '../lock/lock.js';
import { isOwnName } from '../paths/protect.js';
import { settle } from './recover.js';

export interface SweepOptions {
  readonly recover: (lock: HeldLock) => Promise<Blocker | undefined>;
  readonly signal: AbortSignal;
}

const AGENT = 'recovery';
const UNREADABLE = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'];

/**
 * Walks the directories and resolves every lock whose holder is certainly gone. Gives way to other work
 * between directories. A lock that cannot be resolved is reported and does not stop the walk.
 */
export async function sweep(
  directories: readonly string[],
  options: SweepOptions,
  disk: Disk,
): Promise<RecoveryReport> {
  const reports: RecoveryReport[] = [];
  const todo = [...directories];
  for (let path = todo.pop(); path !== undefined && !options.signal.aborted; path = todo.pop()) {
    await disk.clock.sleep(0, options.signal);
    const { locks, unfinished, below } = lookInto(path, disk);
    todo.push(...below);
    if (unfinished.length > 0) removeUnfinished(path, unfinished, disk);
    if (locks.length > 0) reports.push(await sweepDirectory(path, locks, { ...options, disk }));
  }
  return {
    resolved: reports.flatMap(({ resolved }) => resolved),
    left: reports.flatMap(({ left }) => left),
  };
}

/** What there is to do in a directory: locks, histories that were begun, and directories that can hold more. */
function lookInto(
  path: string,
  { fs }: Disk,
): Readonly<Record<'locks' | 'unfinished' | 'below', readonly string[]>> {
  const entries = unless(UNREADABLE, () => fs.list(path)) ?? [];
  const names = entries.filter(({ kind }) => kind === 'directory').map(({ name }) => name);
  return {
    locks: names.filter(isLockName),
    unfinished: names.filter(isUnfinishedHome),
    below: names
      .filter((name) => !isOwnName(name) && name !== '.git')
      .map((name) => join(path, name)),
  };
}

/** Whoever is just making one begins again. One that cannot be removed is in nobody's way. */
function removeUnfinished(path: string, names: readonly string[], disk: Disk): void {
  let anchor: Anchor | undefined;
  try {
    anchor = disk.anchors.openDirectory(path);
    for (const name of names) if (anchor !== undefined) removeTree(disk.fs, anchor.at(name));
  } catch (error) {
    const known = disk.ioErrors(error, path);
    if (!isLocklineError(known)) throw known;
  } finally {
    anchor?.close();
  }
}

async function sweepDirectory(
  path: string,
  locks: readonly string[],
  options: SweepOptions & { readonly disk: Disk },
): Promise<RecoveryReport> {
  const { disk } = options;
  const resolved: string[] = [];
  const left: { path: string; reason: string }[] = [];
  const anchor = disk.anchors.openDirectory(path);
  if (anchor === undefined) return { resolved, left };
  try {
    for (const name of locks) {
      const directory = lockDirectory(disk.fs, anchor, name);
      const shown = disk.confinement.display(join(path, directory.fileName));
      const outcome = await resolveLock(directory, options);
      if (outcome === 'resolved') resolved.push(shown);
      else if (outcome !== 'free') left.push({ path: shown, reason: outcome.reason });
    }
    return { resolved, left };
  } finally {
    anchor.close();
  }
}

/** `free` is a lock that nobody held any more: its holder let go while we looked, or died before it was made. */
type SweptLock = 'resolved' | 'free' | { readonly reason: string };

async function resolveLock(
  directory: LockDirectory,
  { disk, recover }: SweepOptions & { readonly disk: Disk },
): Promise<SweptLock> {
  try {
    const lock = await disk.tryLock(directory, AGENT);
    if (!isLocked(lock)) return heldBy(lock);
    let blocker: Blocker | undefined;
    try {
      blocker = lock.tookOver ? await recover(lock) : undefined;
    } finally {
      await settle(lock);
    }
    if (blocker !== undefined) return heldBy(blocker);
    return lock.tookOver ? 'resolved' : 'free';
  } catch (error) {
    const known = disk.ioErrors(error, directory.fileName);
    if (!isLocklineError(known)) throw known;
    return { reason: describeError(known).message };
  }
}

function heldBy({ agent, heldMs }: Blocker): SweptLock {
  return { reason: `held by ${agent} for ${String(Math.round(heldMs / 1000))} s` };
}
