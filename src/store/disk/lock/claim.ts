import type { Clock } from '../clock.js';
import { errnoOf, succeeds, unless } from '../errno.js';
import type { FsPort } from '../fs-port.js';
import { encodeNote, expiredName, heartbeatName, readNote } from './heartbeat.js';
import type { Entry, LockDirectory } from './lock-directory.js';
import type { Holder } from './processes.js';
import type { Watch } from './watch.js';

/** Who stands in the way of a lock. */
export interface Blocker {
  readonly token: string | undefined;
  readonly agent: string;
  readonly heldMs: number;
}

export interface ClaimOptions {
  readonly fs: FsPort;
  readonly clock: Clock;
  readonly watch: Watch;
  readonly holder: Holder;
  readonly agent: string;
  /** Makes a name that no other process uses: 16 hex digits. */
  readonly makeToken: () => string;
}

/** One process's attempt at one lock, and its hold of it. The functions below are its single steps. */
export interface Claim {
  readonly directory: LockDirectory;
  readonly options: ClaimOptions;
  readonly token: string;
  beats: number;
  /** Our heartbeat, while we believe that we hold the lock. */
  held: Entry | undefined;
  /** The heartbeat that stands in the way. */
  seen: Entry | undefined;
  tookOver: boolean;
}

const GONE = ['ENOENT', 'ENOTDIR'];

export function createClaim(directory: LockDirectory, options: ClaimOptions): Claim {
  const token = options.makeToken();
  return { directory, options, token, beats: 0, held: undefined, seen: undefined, tookOver: false };
}

/** Takes a lock that nobody holds; false, with `seen` set, if somebody does. */
export function enter(claim: Claim): boolean {
  const { directory, options, token } = claim;
  const entries = directory.entries();
  claim.seen = entries?.find((entry) => entry.kind === 'hb');
  if (claim.seen !== undefined) return false;
  const first = heartbeatName(token, claim.beats);
  if (directory.enter(first, note(claim))) claim.held = first;
  else if (entries !== undefined && options.watch.isOrphan(directory))
    directory.discardOrphan(token);
  return claim.held !== undefined;
}

/** Takes the lock by renaming exactly the heartbeat seen; false if its holder or another taker moved it first. */
export function takeOver(claim: Claim): boolean {
  const { directory, options, token, seen } = claim;
  if (seen === undefined) return false;
  const mine = heartbeatName(token, claim.beats);
  claim.tookOver = succeeds(GONE, () => {
    // Our note comes first, so that the next one can tell at once if we die before we are done.
    options.fs.writeSmall(directory.at(`id-${token}`), note(claim), 0o644);
    options.fs.rename(directory.at(seen.name), directory.at(mine.name));
  });
  if (claim.tookOver) claim.held = mine;
  else directory.remove(`id-${token}`);
  return claim.tookOver;
}

/** Whether the disk still says that the lock is ours; what cannot be read counts as lost. */
export function isHeld(claim: Claim): boolean {
  try {
    return claim.held !== undefined && claim.directory.has(claim.held.name);
  } catch {
    return false;
  }
}

/** Moves our heartbeat on. Throws ENOENT when somebody has taken it. */
export function beat(claim: Claim): void {
  if (claim.held === undefined) return;
  claim.beats += 1;
  const next = heartbeatName(claim.token, claim.beats);
  claim.options.fs.rename(claim.directory.at(claim.held.name), claim.directory.at(next.name));
  claim.held = next;
}

/** Removes what lies in the lock directory and lets go; what is there must be resolved. */
export function leave(claim: Claim): void {
  try {
    if (clear(claim)) removeLock(claim);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    // What cannot be removed is left to the next, who must not have to wait for it.
    expire(claim);
  }
}

/** Whether the lock was ours to clear. */
function clear(claim: Claim): boolean {
  const { directory, held } = claim;
  // Listed before the check: what a taker puts here after it cannot be in this list.
  const entries = directory.entries() ?? [];
  if (held === undefined || !directory.has(held.name)) return false;
  for (const entry of entries) if (entry.name !== held.name) directory.remove(entry.name);
  return true;
}

function removeLock(claim: Claim): void {
  const { directory, options, held } = claim;
  if (held === undefined) return;
  const isReleased = succeeds(GONE, () => {
    options.fs.unlink(directory.at(held.name));
  });
  claim.held = undefined;
  if (!isReleased || directory.leave()) return;
  options.watch.removeUnfinished(directory);
  directory.leave();
}

/** Lets go of the lock but leaves everything in it for the next, who may take it at once. */
export function expire(claim: Claim): void {
  const { directory, options, held, token } = claim;
  claim.held = undefined;
  if (held === undefined) return;
  succeeds(GONE, () => {
    options.fs.rename(directory.at(held.name), directory.at(expiredName(token)));
  });
}

/** Who held the lock when `enter` last failed. */
export function blockerOf(claim: Claim): Blocker {
  const { directory, options, seen } = claim;
  if (seen === undefined) return { token: undefined, agent: 'unknown', heldMs: 0 };
  const stat = unless(GONE, () => options.fs.lstat(directory.at(seen.name)));
  const heldMs = stat === undefined ? 0 : options.clock.wall() - Number(stat.mtimeNs / 1_000_000n);
  const agent = readNote(options.fs, directory, seen)?.agent ?? 'unknown';
  return { token: seen.token, agent, heldMs: Math.max(0, heldMs) };
}

function note(claim: Claim): Buffer {
  const { holder, agent } = claim.options;
  return encodeNote({ token: claim.token, holder, agent });
}
