import { basename, dirname } from 'node:path';
import { LocklineError } from '../../../core/errors.js';
import type { FilePath } from '../../../core/path.js';
import type { NextVersion, Plan, TransactOptions } from '../../store.js';
import {
  acquireAll,
  namedTwice,
  type AcquireOptions,
  type Locks,
  type Target,
} from '../lock/acquire.js';
import {
  changesOf,
  checkChange,
  type Change,
  closeVersions,
  type KnownHash,
  openVersions,
  participantOf,
  snapshotsOf,
} from './changes.js';
import type { Disk } from '../disk.js';
import { errnoOf } from '../errno.js';
import { changeId } from '../history/change-id.js';
import { lockDirectory, lockName } from '../lock/lock-directory.js';
import { makeParents } from './parents.js';
import { formerPath, type Participant } from './participant.js';
import { commit } from './transaction.js';

/** How often a transaction starts over because a program without locks was faster. */
const MAX_ATTEMPTS = 5;

/** `WorkspaceStore.transact`. */
export async function transact(
  paths: readonly FilePath[],
  plan: Plan,
  options: TransactOptions,
  disk: Disk,
): Promise<string | undefined> {
  const shown = (): string => paths.map((path) => disk.confinement.display(path)).join(', ');
  refuseNested(paths, disk);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    // What an earlier read knows is believed once: if the bytes tell otherwise, it is not asked again.
    const known: KnownHash = attempt === 1 ? disk.scans.findHash : () => undefined;
    const work = { paths, plan, options, known };
    const outcome = await attemptOnce(work, disk).catch((error: unknown) => {
      // The caller's own reason says that nothing was changed, so it stands for no other error.
      if (options.signal.aborted && error === options.signal.reason) throw error;
      throw disk.ioErrors(error, shown());
    });
    if (outcome !== 'changed') return outcome.changeId;
  }
  throw new LocklineError('CHANGED_ON_DISK', { path: shown() });
}

/** `WorkspaceStore.preview`. */
export async function preview(paths: readonly FilePath[], plan: Plan, disk: Disk): Promise<void> {
  refuseNested(paths, disk);
  const targets = openTargets(paths, disk);
  try {
    inGlobalOrder(targets);
    const found = await openVersions(targets, disk.scans.findHash, disk);
    try {
      const next = plan(snapshotsOf(found));
      for (const change of changesOf(next, targets, found)) checkChange(change, disk);
    } finally {
      closeVersions(found, disk);
    }
  } finally {
    for (const { anchor } of targets) anchor.close();
  }
}

/** Two new paths of which one lies below the other: no directory that is missing can be both. */
function refuseNested(paths: readonly FilePath[], { confinement }: Disk): void {
  const named = new Set<string>(paths);
  for (const path of paths) {
    for (let above = dirname(path); above !== dirname(above); above = dirname(above)) {
      if (!named.has(above)) continue;
      const found = `a path below ${confinement.display(above)}, which is to be a file in the same call`;
      throw new LocklineError('NOT_A_FILE', { path: confinement.display(path), found });
    }
  }
}

interface Work {
  readonly paths: readonly FilePath[];
  readonly plan: Plan;
  readonly options: TransactOptions;
  readonly known: KnownHash;
}

/** A change that is made, with its id in the history; or an outsider was faster. */
type Attempt = { readonly changeId: string | undefined } | 'changed';

async function attemptOnce(work: Work, disk: Disk): Promise<Attempt> {
  const outcome = await lockAndCommit(work, disk);
  if (outcome !== 'homeless') return outcome;
  // Directories are made only for a change that would go through, as far as can be told without locks.
  await preview(work.paths, work.plan, disk);
  const made = await makeParents(work.paths, disk.fs, disk.anchors);
  try {
    const second = await lockAndCommit(work, disk);
    return second === 'homeless' ? 'changed' : second;
  } finally {
    made.removeEmpty();
  }
}

/** Nothing is done, and `homeless` is the answer, where the directory of a file is missing. */
async function lockAndCommit(work: Work, disk: Disk): Promise<Attempt | 'homeless'> {
  const { author, signal } = work.options;
  const targets = openTargets(work.paths, disk);
  try {
    if (targets.length < work.paths.length) return 'homeless';
    const locks = await acquireIfThere(inGlobalOrder(targets), {
      ...disk,
      tryLock: (directory) => disk.tryLock(directory, author),
      recover: (lock) => disk.recover(lock, author),
      timeoutMs: disk.lockTimeoutMs,
      signal,
    });
    return locks === undefined ? 'changed' : await commitLocked(work, locks, disk);
  } finally {
    for (const { anchor } of targets) anchor.close();
  }
}

/** Gives `undefined` where a directory was removed meanwhile. */
async function acquireIfThere(
  targets: readonly Target[],
  options: AcquireOptions,
): Promise<Locks | undefined> {
  try {
    return await acquireAll(targets, options);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function commitLocked(work: Work, locks: Locks, disk: Disk): Promise<Attempt> {
  const { plan, options, known } = work;
  let end = (): Promise<void> => locks.release();
  try {
    const found = await openVersions(locks.targets, known, disk);
    try {
      const next = plan(snapshotsOf(found));
      const changes = changesOf(next, locks.targets, found);
      for (const change of changes) checkChange(change, disk);
      const parts = changes.map((change) => ({
        change,
        participant: participantOf(change, locks),
      }));
      const token = disk.makeToken();
      const outcome = await commit(
        parts.map(({ participant }) => participant),
        { ...disk, token, signal: options.signal, abandon: () => (end = () => locks.abandon()) },
      );
      if (outcome === 'changed') return outcome;
      return { changeId: await remember(inOrder(parts, next), { ...options, token }, disk) };
    } finally {
      closeVersions(found, disk);
    }
  } finally {
    await end();
  }
}

interface Part {
  readonly change: Change;
  readonly participant: Participant;
}

/** In the order of the plan, which is the caller's; the locks are in another one. */
function inOrder(parts: readonly Part[], next: readonly NextVersion[]): readonly Part[] {
  const byPath = new Map(parts.map((part) => [part.change.target.path, part]));
  return [...new Set(next.map(({ path }) => path))].flatMap((path) => byPath.get(path) ?? []);
}

/** Puts a change that is committed into the history; gives its id there. */
async function remember(
  parts: readonly Part[],
  { author: agent, tool, undoes, token }: TransactOptions & { readonly token: string },
  { history }: Disk,
): Promise<string | undefined> {
  if (parts.length === 0) return undefined;
  const files = parts.map(({ change, participant }) => {
    const { before: version, content, lock } = participant;
    const at = formerPath({ participant, token });
    return {
      path: change.target.path,
      action: change.action,
      from: change.from,
      before: version?.hash,
      content,
      encoding: change.encoding,
      meant: change.meant,
      lock,
      former: version && at ? { at, version } : undefined,
    };
  });
  return history.keep({ id: changeId(token), agent, tool, undoes, files });
}

/** Opens the directory of each file; those whose directory is missing are left out. */
function openTargets(
  paths: readonly FilePath[],
  { fs, anchors, confinement }: Disk,
): readonly Target[] {
  const targets: Target[] = [];
  try {
    for (const path of paths) {
      const anchor = anchors.openParent(path);
      if (anchor === undefined) continue;
      const name = basename(path);
      const directory = lockDirectory(fs, anchor, lockName(name));
      targets.push({ path, shown: confinement.display(path), name, anchor, directory });
    }
    return targets;
  } catch (error) {
    for (const { anchor } of targets) anchor.close();
    throw error;
  }
}

/**
 * By directory inode, then name: the same order for every process, whatever path or mount leads it to the
 * files. Throws INVALID_ARGUMENT where two paths are one file.
 */
function inGlobalOrder(targets: readonly Target[]): readonly Target[] {
  const sorted = [...targets].sort((a, b) => (a.directory.key < b.directory.key ? -1 : 1));
  sorted.forEach((target, index) => {
    if (target.directory.key === sorted[index + 1]?.directory.key) throw namedTwice(target);
  });
  return sorted;
}
