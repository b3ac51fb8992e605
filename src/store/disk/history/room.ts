import type { Clock } from '../clock.js';
import { succeeds, unless } from '../errno.js';
import type { FsPort } from '../fs-port.js';
import { dayFile, filesOfDays } from './change-log.js';
import type { Home } from './home.js';

/** How much of the past is kept. */
export interface Bounds {
  /** Bytes on the disk, counted as if no version shared any with another. */
  readonly maxBytes: number;
  readonly maxDays: number;
}

/**
 * The room in one history. Several processes fill it without talking to each other: each looks at the
 * directories only now and then, and in between uses up no more than a share of what was free when it looked.
 */
export interface Room {
  /** Whether a version of so many bytes may be put there; old ones are removed where they are in the way. */
  makeFor(home: Home, size: number): boolean;
  /** Told of a version that was put there. */
  took(name: string, size: number): void;
  /** Told by how many bytes the log has grown. */
  logged(size: number): void;
}

interface Kept {
  readonly size: number;
  /** When it was superseded, in milliseconds since the epoch. */
  readonly time: number;
}

type Versions = ReadonlyMap<string, Kept>;

interface Parts extends Bounds {
  readonly fs: FsPort;
  readonly clock: Clock;
}

const DAY_MS = 86_400_000;
/** How often old versions are looked for even where there is plenty of room. */
const LOOK_MS = 3_600_000;
/** What is begun and not ended after this time belongs to a process that is gone. */
const UNFINISHED_MS = 600_000;
/** When so much of the room is used, the oldest go until this much is. */
const FULL = 0.9;
const GOAL = 0.75;
/** So many processes can use up their share at the same time. */
const SHARES = 16;

export function createRoom(parts: Parts): Room {
  const { clock } = parts;
  let versions = new Map<string, Kept>();
  let used = 0;
  let trusted = -1;
  let limit = 0;
  let nextLook = -Infinity;

  const look = (home: Home, size: number): void => {
    limit = parts.maxBytes - trimLog(home, parts);
    versions = new Map(findVersions(home, versions, parts));
    used = sum(versions.values());
    if (size <= limit * FULL && used + size > limit * FULL) {
      for (const name of oldest(versions, used + size - limit * GOAL)) remove(home, name);
    }
    trusted = used + Math.max(0, limit - used) / SHARES;
    nextLook = clock.now() + LOOK_MS;
  };

  const remove = (home: Home, name: string): void => {
    removeFile(parts.fs, home.versions.at(name));
    used -= versions.get(name)?.size ?? 0;
    versions.delete(name);
  };

  return {
    makeFor: (home, size) => {
      if (used + size > trusted || clock.now() >= nextLook) look(home, size);
      return used + size <= limit * FULL;
    },
    took: (name, size) => {
      used += size - (versions.get(name)?.size ?? 0);
      versions.set(name, { size, time: clock.wall() });
    },
    logged: (size) => {
      used += size;
    },
  };
}

/** Removes days that are too old, and the oldest where they take more than half of the room; gives what is left. */
function trimLog({ log }: Home, { fs, clock, maxBytes, maxDays }: Parts): number {
  const now = clock.wall();
  const [first, today] = [dayFile(now - maxDays * DAY_MS), dayFile(now)];
  const sizes = new Map(
    filesOfDays(fs, log).map((name) => [
      name,
      unless(['ENOENT'], () => fs.lstat(log.at(name)).size),
    ]),
  );
  let total = [...sizes.values()].reduce<number>((all, size) => all + (size ?? 0), 0);
  for (const [name, size = 0] of sizes) {
    if (name >= first && (total <= maxBytes / 2 || name >= today)) break;
    removeFile(fs, log.at(name));
    total -= size;
  }
  return Math.min(total, maxBytes / 2);
}

/** What is there now; only of what was not known the disk is asked more than the name. Too old ones go. */
function* findVersions(
  { versions }: Home,
  known: Versions,
  { fs, clock, maxDays }: Parts,
): Generator<readonly [string, Kept]> {
  const now = clock.wall();
  for (const name of fs.readdir(versions.at(''))) {
    const kept = known.get(name) ?? keptAt(fs, versions.at(name));
    if (kept === undefined) continue;
    const isVersion = /^[0-9a-f]{64}$/.test(name);
    const age = now - kept.time;
    if (age > (isVersion ? maxDays * DAY_MS : UNFINISHED_MS)) removeFile(fs, versions.at(name));
    else yield [name, kept];
  }
}

function keptAt(fs: FsPort, path: string): Kept | undefined {
  const stat = unless(['ENOENT'], () => fs.lstat(path));
  if (stat?.kind !== 'file') return undefined;
  return { size: stat.size, time: Number(stat.ctimeNs) / 1e6 };
}

/** The names of the oldest that have together at least so many bytes. */
function* oldest(versions: Versions, bytes: number): Generator<string> {
  let left = bytes;
  for (const [name, { size }] of [...versions].toSorted(([, a], [, b]) => a.time - b.time)) {
    if (left <= 0) return;
    yield name;
    left -= size;
  }
}

function sum(versions: Iterable<Kept>): number {
  let total = 0;
  for (const { size } of versions) total += size;
  return total;
}

function removeFile(fs: FsPort, path: string): void {
  succeeds(['ENOENT'], () => {
    fs.unlink(path);
  });
}
