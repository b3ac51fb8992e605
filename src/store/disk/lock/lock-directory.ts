import { hashOf } from '../../../core/hash.js';
import type { Anchor } from '../paths/anchor.js';
import { type Access, makeShared, removeTree, syncDirectory } from '../paths/directory.js';
import { errnoOf, succeeds, unless } from '../errno.js';
import type { FsPort } from '../fs-port.js';

/*
 * The lock of `app.ts` is the directory `.app.ts.lockline/.git/lock` beside it. It is held while it holds a
 * heartbeat. It lies under a component named `.git` because git never looks inside one: at no moment can
 * `git add -A` see a staged file, not even while a lock is being made or released. It is made complete under
 * another name in `.git` and renamed into place, so what a crash leaves half made is found by the next user.
 */

const SUFFIX = '.lockline';
const MAX_NAME_BYTES = 180;
const GONE = ['ENOENT', 'ENOTDIR'];
const OCCUPIED = ['ENOTEMPTY', 'EEXIST'];
const KINDS = ['hb', 'id', 'part', 'new', 'old', 'del', 'undo', 'journal', 'recov'] as const;

/** What lies in a lock directory, by the first part of its name; the second is a token of 16 hex digits. */
type EntryKind = (typeof KINDS)[number];

export interface Entry {
  readonly kind: EntryKind;
  readonly token: string;
  readonly name: string;
}

/** A lock before it is put in place, and the path of it. */
export interface Unfinished {
  readonly token: string;
  readonly path: string;
}

/** The lock of one file: names and single steps on the disk, not the protocol. */
export interface LockDirectory {
  /** Identity of the lock in this process: the same for every path and mount that leads to the file. */
  readonly key: string;
  /** The directory of the file. */
  readonly anchor: Anchor;
  /** Name of the file, for messages; of a very long one a hash. */
  readonly fileName: string;
  /** Path of an entry for a system call. */
  at(name: string): string;
  /** Entries now there, or `undefined` where there is no lock. */
  entries(): readonly Entry[] | undefined;
  has(name: string): boolean;
  /** Whether there is a lock at all. */
  isThere(): boolean;
  /** Puts a lock with this heartbeat in place; false if somebody else is there. */
  enter(heartbeat: Entry, content: Uint8Array): boolean;
  /** Removes one entry with what it holds; nothing happens if it is gone. */
  remove(name: string): void;
  /** Removes the lock if nothing is left in it, and what is around it; false if others still are there. */
  leave(): boolean;
  /** Moves a lock that has no heartbeat out of the way and deletes it. */
  discardOrphan(token: string): void;
  /** Locks that others are making, or have left half made. */
  unfinished(): readonly Unfinished[];
  /** Makes the entries durable. */
  syncEntries(): Promise<void>;
  /** Makes the entries durable, and the lock itself in the directory of the file. */
  sync(): Promise<void>;
}

/** Name of the directory beside a file that holds its lock. Long names share one by hash; that is harmless. */
export function lockName(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return `.${name}${SUFFIX}`;
  return `.${hashOf(Buffer.from(name.normalize('NFC').toLowerCase())).slice(0, 32)}${SUFFIX}`;
}

/** Whether a directory entry is, by its name, a lock of Lockline. */
export function isLockName(name: string): boolean {
  return name.startsWith('.') && name.endsWith(SUFFIX) && name.length > SUFFIX.length + 1;
}

/** Reads an entry's name; `undefined` for what is not ours. */
function parseEntry(name: string): Entry | undefined {
  const [, prefix, token] = /^([a-z]+)-([0-9a-f]{16})(?:-\w+)?$/.exec(name) ?? [];
  const kind = KINDS.find((candidate) => candidate === prefix);
  return kind === undefined || token === undefined ? undefined : { kind, token, name };
}

/** The lock named `name` (see `lockName`) in the anchored directory. Touches nothing. */
export function lockDirectory(fs: FsPort, anchor: Anchor, name: string): LockDirectory {
  const outer = anchor.at(name);
  const place = {
    fs,
    access: anchor.access,
    outer,
    around: `${outer}/.git`,
    lock: `${outer}/.git/lock`,
  };
  const at = (entry: string): string => `${place.lock}/${entry}`;
  return {
    key: `${String(anchor.dev)}:${String(anchor.ino)}/${name}`,
    anchor,
    fileName: name.slice(1, -SUFFIX.length),
    at,
    entries: () =>
      unless(GONE, () => fs.readdir(place.lock))?.flatMap((entry) => parseEntry(entry) ?? []),
    has: (entry) => unless(GONE, () => fs.lstat(at(entry))) !== undefined,
    isThere: () => unless(GONE, () => fs.lstat(place.lock)) !== undefined,
    enter: (heartbeat, content) => enter(place, heartbeat, content),
    remove: (entry) => {
      removeTree(fs, at(entry));
    },
    leave: () => {
      removeIfEmpty(place, [place.lock]);
      return removeIfEmpty(place, [place.around, outer]);
    },
    discardOrphan: (token) => {
      const away = `${place.around}/${token}`;
      const isMoved = succeeds([...OCCUPIED, ...GONE], () => {
        fs.rename(place.lock, away);
      });
      if (isMoved) removeTree(fs, away);
    },
    unfinished: () =>
      (unless(GONE, () => fs.readdir(place.around)) ?? [])
        .filter((entry) => /^[0-9a-f]{16}$/.test(entry))
        .map((token) => ({ token, path: `${place.around}/${token}` })),
    syncEntries: () => syncDirectory(fs, place.lock),
    sync: async () => {
      await Promise.all(
        [place.lock, place.around, outer].map((directory) => syncDirectory(fs, directory)),
      );
      await anchor.sync();
    },
  };
}

interface Place {
  readonly fs: FsPort;
  /** Of the file's directory. */
  readonly access: Access;
  readonly outer: string;
  readonly around: string;
  readonly lock: string;
}

/** Renaming a directory replaces an empty one and fails on any other, so only one contender gets in. */
function enter(place: Place, heartbeat: Entry, content: Uint8Array): boolean {
  const { fs, around, outer, lock } = place;
  const made = `${around}/${heartbeat.token}`;
  let isIn = false;
  try {
    let isDone = false;
    while (!isDone) {
      if (!makeInside(place, made)) return false;
      // Until it is in place, whoever tidies up may take it for one that a dead process left.
      isDone = succeeds(['ENOENT'], () => {
        fs.writeSmall(`${made}/${heartbeat.name}`, content, 0o644);
        isIn = succeeds(OCCUPIED, () => {
          fs.rename(made, lock);
        });
      });
    }
    return isIn;
  } finally {
    if (!isIn) {
      removeTree(fs, made);
      removeIfEmpty(place, [around, outer]);
    }
  }
}

/**
 * Makes a directory and what it needs around it, which whoever leaves at this moment may remove again. False
 * where another user is at it and has not yet given what he made to all who may write here.
 */
function makeInside(place: Place, path: string): boolean {
  const { fs, outer, around } = place;
  for (let isMade = false; !isMade;) {
    try {
      isMade = makeIn(place, path);
    } catch (error) {
      const isAnothers =
        errnoOf(error) === 'EACCES' && unless(GONE, () => fs.lstat(outer)) !== undefined;
      if (!isAnothers) throw error;
      // If he died before he could, it is empty.
      if (!removeIfEmpty(place, [around, outer])) return false;
    }
  }
  return true;
}

/** False where it was not all there, and has been made or is being made. */
function makeIn({ fs, outer, around, access }: Place, path: string): boolean {
  const isMade = (made: string, errnos: readonly string[]): boolean =>
    succeeds(errnos, () => {
      makeShared(fs, made, access);
    });
  if (isMade(path, ['ENOENT'])) return true;
  // A link planted under our name would lead the lock out of the directory.
  if (!isMade(outer, ['EEXIST']) && unless(GONE, () => fs.lstat(outer))?.kind === 'symlink')
    fs.unlink(outer);
  isMade(around, ['EEXIST', 'ENOENT']);
  return false;
}

/** Removes directories, inner first, up to the first that holds something; false if there is one. */
function removeIfEmpty({ fs }: Place, paths: readonly string[]): boolean {
  const remove = (path: string): void => {
    succeeds(GONE, () => {
      fs.rmdir(path);
    });
  };
  return succeeds([...OCCUPIED, 'EACCES', 'EPERM'], () => {
    paths.forEach(remove);
  });
}
