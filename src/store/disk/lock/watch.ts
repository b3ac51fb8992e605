import type { Clock } from '../clock.js';
import { removeTree } from '../paths/directory.js';
import { succeeds, unless } from '../errno.js';
import type { FsPort } from '../fs-port.js';
import { expiredName, heartbeatName, parseNote, readNote } from './heartbeat.js';
import type { Entry, LockDirectory, Unfinished } from './lock-directory.js';
import type { Processes } from './processes.js';

/** Remembers which heartbeats this process has seen, and tells which holders are gone. */
export interface Watch {
  /** Whether the holder of this lock is dead, has given up, or has not moved for the stale time. */
  isGone(directory: LockDirectory, heartbeat: Entry): boolean;
  /** Whether a directory without a heartbeat has stood there long enough to be nobody's. */
  isOrphan(directory: LockDirectory): boolean;
  /** Removes locks that their makers, now dead, have left half made. */
  removeUnfinished(directory: LockDirectory): void;
  /** Forgets a lock that was taken or found free. */
  forget(directory: LockDirectory): void;
}

/** How long what nobody can be asked about is left alone. */
const UNKNOWN_MAKER_MS = 600_000;

/** The clocks of the file system and of the start may differ by a little. */
const BOOT_MARGIN_MS = 1000;

/** How long a directory without a heartbeat may be one that is just being released. */
const ORPHAN_MS = 1000;

export interface WatchOptions {
  readonly fs: FsPort;
  readonly clock: Clock;
  readonly processes: Processes;
  readonly staleMs: number;
  /** How often holders move their heartbeats. */
  readonly beatMs: number;
}

const GONE = ['ENOENT', 'ENOTDIR'];

export function createWatch(options: WatchOptions): Watch {
  const memory: Memory = { seen: new Map(), stalled: new Map() };
  return {
    isGone: (directory, heartbeat) => isGone(directory, heartbeat, { ...options, ...memory }),
    isOrphan: (directory) =>
      unchangedFor(directory.key, '', { ...options, ...memory }) >= ORPHAN_MS,
    removeUnfinished: (directory) => {
      for (const unfinished of directory.unfinished()) removeIfNobodys(unfinished, options);
    },
    forget: (directory) => {
      memory.seen.delete(directory.key);
    },
  };
}

interface Memory {
  /** The heartbeat last seen in each lock, and since when. */
  readonly seen: Map<string, { readonly name: string; readonly since: number }>;
  /** Holders found stale, with the time of the beat that gave them away (ns, the file system's clock). */
  readonly stalled: Map<string, bigint>;
}

function isGone(
  directory: LockDirectory,
  heartbeat: Entry,
  watching: WatchOptions & Memory,
): boolean {
  const { fs, processes, staleMs, beatMs, stalled } = watching;
  const unchanged = unchangedFor(directory.key, heartbeat.name, watching);
  if (heartbeat.name === expiredName(heartbeat.token)) return true;
  const note = readNote(fs, directory, heartbeat);
  if (note !== undefined && processes.isDead(note.holder)) return true;
  const beat = unless(GONE, () => fs.lstat(directory.at(heartbeat.name)).ctimeNs);
  if (beat === undefined) return false;
  const holder = JSON.stringify(note?.holder ?? heartbeat.token);
  const isStale = unchanged >= staleMs || isBeforeBoot(beat, processes);
  if (isStale) stalled.set(holder, beat);
  // A process that let one of its heartbeats stop has let all of them stop: those that are at most one beat
  // younger need not be watched for the stale time again.
  const gaveAway = stalled.get(holder);
  return gaveAway !== undefined && beat <= gaveAway + BigInt(Math.round(beatMs)) * 1_000_000n;
}

/** A holder that lives moves its heartbeat every few seconds, so one from before the start is dead. */
function isBeforeBoot(ctimeNs: bigint, { bootedAt }: Processes): boolean {
  return Number(ctimeNs / 1_000_000n) + BOOT_MARGIN_MS < bootedAt;
}

function unchangedFor(key: string, name: string, { seen, clock }: WatchOptions & Memory): number {
  const before = seen.get(key);
  if (before?.name === name) return clock.now() - before.since;
  seen.set(key, { name, since: clock.now() });
  return 0;
}

function removeIfNobodys(
  { token, path }: Unfinished,
  { fs, clock, processes }: WatchOptions,
): void {
  const made = unless(GONE, () => fs.lstat(path));
  if (made === undefined) return;
  const heartbeat = `${path}/${heartbeatName(token, 0).name}`;
  // Its maker died between two calls, or is alive and makes it anew.
  const isBlank = unless(GONE, () => fs.lstat(heartbeat))?.size === 0;
  const note = parseNote(fs, heartbeat);
  const age = clock.wall() - Number(made.ctimeNs / 1_000_000n);
  const isOld = isBeforeBoot(made.ctimeNs, processes) || age > UNKNOWN_MAKER_MS;
  if (isBlank || isOld || (note !== undefined && processes.isDead(note.holder))) {
    removeTree(fs, path);
    return;
  }
  // An empty one can be removed under its maker's hands, who makes it anew.
  succeeds([...GONE, 'ENOTEMPTY', 'EEXIST'], () => {
    fs.rmdir(path);
  });
}
