import { join } from 'node:path';
import { describeError } from '../../core/messages/describe.js';
import { isLocklineError } from '../../core/errors.js';
import type { WorkspaceStore } from '../store.js';
import { createAnchors } from './paths/anchor.js';
import type { Blocker } from './lock/claim.js';
import { createConfinement } from './paths/confine.js';
import type { Disk } from './disk.js';
import { createFileSystems } from './paths/file-systems.js';
import { withoutSync, withQuietClose } from './fs-port.js';
import { createWatch } from './lock/watch.js';
import { createIoErrors } from './io-error.js';
import type { LockDirectory } from './lock/lock-directory.js';
import { isLocked, tryLock, type HeldLock } from './lock/lock.js';
import { createOpenListed } from './paths/open-listed.js';
import { createOpenTarget } from './paths/open-target.js';
import { createDiskHistory } from './history/history.js';
import type { Bounds } from './history/room.js';
import type { PathAlias } from './paths/path-alias.js';
import { thisMachine, type Machine } from './machine.js';
import { createQueue } from './lock/queue.js';
import { readFiles } from './read/read.js';
import { recoverLock, settle } from './recovery/recover.js';
import { createRefusals } from './paths/refusals.js';
import { createScanCache } from './read/scan-cache.js';
import { sweep } from './recovery/sweep.js';
import { preview, transact } from './commit/transact.js';
import { createVisit } from './walk/visit.js';
import { walk } from './walk/walk.js';

/** Something worth knowing that is not an answer to a caller. */
export type Log = (
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  facts?: Readonly<Record<string, unknown>>,
) => void;

export interface DiskStoreOptions {
  /** Directories that may be seen; none means that every call is refused with NO_ROOTS. */
  readonly roots: readonly string[];
  /** Where the server was started, for that refusal. */
  readonly directory: string;
  readonly readOnly: boolean;
  readonly allowWrite: readonly string[];
  readonly deny: readonly string[];
  readonly pathAliases: readonly PathAlias[];
  /** Bytes; only for edits. */
  readonly maxFileSize: number;
  readonly lockTimeoutMs: number;
  /** How long a holder may stand still before others take its locks. */
  readonly staleMs: number;
  readonly durability: 'full' | 'none';
  readonly allowNetworkFs: boolean;
  readonly breakHardLinks: boolean;
  /** How much of the past is kept; without it none is. */
  readonly history: Bounds | undefined;
  /** Characters of a line and of an answer that will be shown; reads keep a little more. */
  readonly maxLineChars: number;
  readonly maxOutputChars: number;
  readonly log: Log;
}

/** UTF-32 takes 4 bytes a character, and so do the longest of UTF-8 and GB18030. */
const MAX_CHAR_BYTES = 4;
/** How a read that has to undo something is named to those who wait. */
const READER = 'a reader';
/** Heartbeats move this many times within the stale time. */
const BEATS = 5;

/** The files of directories on this machine. Throws INVALID_ARGUMENT for a root or glob of no use. */
export function createDiskStore(
  options: DiskStoreOptions,
  machine: Machine = thisMachine(),
): WorkspaceStore {
  const disk = createDisk(options, machine);
  const { confinement } = disk;
  const running = new Set<Promise<unknown>>();
  const track = async <T>(work: Promise<T>): Promise<T> => {
    running.add(work);
    try {
      return await work;
    } finally {
      running.delete(work);
    }
  };
  const budget = {
    keepLineBytes: options.maxLineChars * MAX_CHAR_BYTES,
    keepRangeBytes: options.maxOutputChars * MAX_CHAR_BYTES,
  };
  return {
    roots: confinement.roots,
    history: disk.history,
    resolve: async (path, access) => confinement.resolve(path, access),
    read: (requests, signal) =>
      readFiles(
        requests,
        { budget, signal, recoverIfGone: (lock) => recoverIfGone(lock, options, disk) },
        disk,
      ),
    list: (start, how) => walk(start, how, disk),
    visit: createVisit(disk),
    transact: (paths, plan, how) => track(transact(paths, plan, how, disk)),
    preview: (paths, plan) => preview(paths, plan, disk),
    recover: (onDoubt, signal) => {
      const recover = (lock: HeldLock): Promise<Blocker | undefined> =>
        disk.recover(lock, 'recovery', onDoubt);
      return track(sweep(confinement.directories, { recover, signal }, disk));
    },
    close: async () => {
      await Promise.allSettled(running);
      disk.history.close();
    },
  };
}

function createDisk(options: DiskStoreOptions, machine: Machine): Disk {
  const { clock, processes, user, makeToken } = machine;
  const { log, staleMs } = options;
  const closing = withQuietClose(machine.fs);
  const fs = options.durability === 'full' ? closing : withoutSync(closing);
  const ioErrors = createIoErrors(user);
  const confinement = createConfinement({ ...options, aliases: options.pathAliases, user }, fs);
  const fileSystems = createFileSystems(fs);
  const anchors = createAnchors({ fs, confinement, ioErrors });
  const beatMs = staleMs / BEATS;
  const watch = createWatch({ fs, clock, processes, staleMs, beatMs });
  const lock = { fs, clock, watch, holder: processes.self, makeToken, beatMs, staleMs };
  const warn = (message: string, facts: Readonly<Record<string, unknown>>): void => {
    log('warn', message, facts);
  };
  const { maxFileSize, readOnly } = options;
  const parts = { fs, clock, anchors, confinement, makeToken, maxFileSize, readOnly, warn };
  const disk: Disk = {
    fs,
    clock,
    confinement,
    anchors,
    openTarget: createOpenTarget({ fs, confinement, fileSystems, ioErrors, user }),
    openListed: createOpenListed({ fs, confinement, fileSystems }),
    ioErrors,
    makeToken,
    tryLock: (directory, agent) => tryLock(directory, { ...lock, agent }),
    recover: (held, agent, onDoubt = 'refuse') =>
      recoverLock(held, {
        fs,
        tryLock: (directory) => disk.tryLock(directory, agent),
        openDirectory: (path) =>
          confinement.isInside(path) ? (anchors.openDirectory(path) ?? 'missing') : 'hidden',
        show: ({ directory }, name) => confinement.display(join(directory, name)),
        onDoubt,
        onUndone: (files) => {
          warn('undid a change of several files that was cut short', { files });
        },
      }),
    queue: createQueue(),
    lockTimeoutMs: options.lockTimeoutMs,
    refusals: createRefusals({ ...options, user, warn }, { fs, fileSystems, ioErrors }),
    scans: createScanCache({ fs, clock }),
    history: createDiskHistory(options.history, parts),
    maxFileSize,
  };
  return disk;
}

/** Resolves what is left in a lock whose holder is gone; does nothing while it lives, or where that fails. */
async function recoverIfGone(
  directory: LockDirectory,
  options: DiskStoreOptions,
  disk: Disk,
): Promise<void> {
  if (options.readOnly || directory.entries() === undefined) return;
  try {
    const outcome = await disk.tryLock(directory, READER);
    if (!isLocked(outcome)) return;
    try {
      if (outcome.tookOver) await disk.recover(outcome, READER);
    } finally {
      await settle(outcome);
    }
  } catch (error) {
    // The reader answers BUSY for the file; who writes it will be told the reason.
    const reason = disk.ioErrors(error, directory.fileName);
    if (!isLocklineError(reason)) throw reason;
    options.log('warn', 'could not undo a change that was cut short', {
      reason: describeError(reason).message,
    });
  }
}
