import { constants } from 'node:fs';
import type { Content } from '../../../core/change.js';
import { LocklineError } from '../../../core/errors.js';
import type { Hash } from '../../../core/hash.js';
import { linkOr } from '../paths/directory.js';
import { errnoOf, succeeds, unless } from '../errno.js';
import type { FsPort, Stat } from '../fs-port.js';
import type { HeldLock } from '../lock/lock.js';
import type { Step } from './record.js';
import { hashNow, isSameContent, type FileVersion } from '../read/version.js';

/** Whose mode and owner a file takes; without an owner it has that of the process. */
export type Model = Pick<Stat, 'mode'> & Partial<Pick<Stat, 'uid' | 'gid'>>;

/** One file's part of a transaction. */
export interface Participant {
  readonly lock: HeldLock;
  readonly name: string;
  /** The path as results show it. */
  readonly shown: string;
  readonly step: Step;
  /** The version that was verified; absent for a create. */
  readonly before: FileVersion | undefined;
  /** What is to stand there; absent for a delete. */
  readonly content: Content | undefined;
  /** Absent for a file that is new and like any other. */
  readonly model: Model | undefined;
}

/** What a participant knows once everything that can fail early is done. */
export interface Staged {
  readonly participant: Participant;
  /** Token of the transaction; names the entries in the lock directory. */
  readonly token: string;
  /** Facts of the target after the backup link, which the last check compares with; absent for a create. */
  readonly baseline: Stat | undefined;
  /** Whether a change since the read might not show in the facts. */
  readonly isRacy: boolean;
  /** Whether the old inode is also linked as `old`, where a late write through it can be seen. */
  readonly hasBackup: boolean;
}

/** How a switch ended: `changed` means that an outsider was first and nothing was done. */
export type Switched = 'switched' | 'changed' | 'overtaken';

const GONE = ['ENOENT', 'ENOTDIR'];
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Path of the file itself for a system call. */
export function targetOf(participant: Participant): string {
  return participant.lock.directory.anchor.at(participant.name);
}

/** Path of an entry of this transaction in the participant's lock directory. */
export function entryOf(staged: Pick<Staged, 'participant' | 'token'>, kind: string): string {
  return staged.participant.lock.directory.at(`${kind}-${staged.token}`);
}

/** Path of the version that a switch has replaced, until the lock is released; a file that is new has none. */
export function formerPath(staged: Pick<Staged, 'participant' | 'token'>): string | undefined {
  switch (staged.participant.step) {
    case 'edit':
      return entryOf(staged, 'old');
    case 'create':
      return undefined;
    case 'delete':
      return `${entryOf(staged, 'del')}/gone`;
  }
}

/**
 * Changes the file, if it is still what was verified and the lock still ours. Not interrupted by other
 * work of this process. Each way consumes something that a take-over removes first, so a holder that was
 * stalled fails here. Throws LOCK_LOST for that.
 */
export function switchFile(fs: FsPort, staged: Staged): Switched {
  const { participant } = staged;
  if (!participant.lock.isHeld()) throw lockLost(participant);
  if (!isUnchanged(fs, staged)) return 'changed';
  switch (participant.step) {
    case 'edit':
      return switchEdit(fs, staged);
    case 'create':
      return switchCreate(fs, staged);
    case 'delete':
      return switchDelete(fs, staged);
  }
}

export function lockLost(participant: Participant): LocklineError {
  return new LocklineError('LOCK_LOST', { path: participant.shown });
}

function switchEdit(fs: FsPort, staged: Staged): Switched {
  const { participant } = staged;
  fenced(participant, () => {
    fs.rename(entryOf(staged, 'new'), targetOf(participant));
  });
  return staged.hasBackup && !isUntouched(fs, staged, entryOf(staged, 'old'))
    ? 'overtaken'
    : 'switched';
}

function switchCreate(fs: FsPort, staged: Staged): Switched {
  const { participant } = staged;
  const [from, to] = [entryOf(staged, 'new'), targetOf(participant)];
  return fenced(participant, () => {
    const isMade = succeeds(['EEXIST'], () => {
      linkOr(fs, from, to, () => {
        // Without links the file is renamed into place; it was absent a moment ago.
        fs.rename(from, to);
      });
    });
    return isMade ? 'switched' : 'changed';
  });
}

function switchDelete(fs: FsPort, staged: Staged): Switched {
  const { participant } = staged;
  const gone = `${entryOf(staged, 'del')}/gone`;
  const isMoved = succeeds(GONE, () => {
    fs.rename(targetOf(participant), gone);
  });
  if (isMoved) return isUntouched(fs, staged, gone) ? 'switched' : 'overtaken';
  // With the lock still ours it is the file that is missing: an outsider was first.
  if (!participant.lock.isHeld()) throw lockLost(participant);
  return 'changed';
}

/** A take-over removes what the call needs, so that it is missing can only mean that the lock is lost. */
export function fenced<T>(participant: Participant, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (GONE.includes(errnoOf(error) ?? '')) throw lockLost(participant);
    throw error;
  }
}

/** The last check before the switch. */
function isUnchanged(fs: FsPort, staged: Staged): boolean {
  const { participant, baseline } = staged;
  const now = unless(GONE, () => fs.lstat(targetOf(participant)));
  if (now === undefined || baseline === undefined) return now === baseline;
  if (!isSameContent(now, baseline)) return false;
  const isCertain = now.ctimeNs === baseline.ctimeNs && !staged.isRacy;
  return isCertain || hashAt(fs, targetOf(participant)) === participant.before?.hash;
}

/** Whether the old inode, now found under another name, still holds what was verified. */
function isUntouched(fs: FsPort, staged: Staged, path: string): boolean {
  const { participant, baseline } = staged;
  if (baseline === undefined) return true;
  const now = unless(GONE, () => fs.lstat(path));
  // A backup that is gone was removed by a taker, who will answer for the file.
  if (now === undefined) return true;
  if (!isSameContent(now, baseline)) return false;
  if (!staged.isRacy) return true;
  const hash = hashAt(fs, path);
  return hash === undefined || hash === participant.before?.hash;
}

/** Hash of the file at a path; `undefined` where there is none. */
export function hashAt(fs: FsPort, path: string): Hash | undefined {
  const fd = unless([...GONE, 'ELOOP'], () => fs.open(path, READ));
  if (fd === undefined) return undefined;
  try {
    return hashNow(fs, fd);
  } finally {
    fs.close(fd);
  }
}
