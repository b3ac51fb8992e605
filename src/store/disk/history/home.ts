import { join } from 'node:path';
import { isLocklineError } from '../../../core/errors.js';
import type { Anchor, Anchors } from '../paths/anchor.js';
import { makeShared, removeTree, syncFile } from '../paths/directory.js';
import { errnoOf, succeeds, unless } from '../errno.js';
import type { FsPort } from '../fs-port.js';

/*
 * The history of a root is the directory `.lockline` in it, with a `.gitignore` that hides all of it from
 * git. It is made complete under a name that git never looks at, and renamed into place, so that at no moment
 * `git add -A` can see a part of it.
 */

/** The directories of one root's history, open. */
export interface Home {
  /** Former versions, each named by its hash. */
  readonly versions: Anchor;
  /** The log of changes, a file for each day. */
  readonly log: Anchor;
}

export interface Homes {
  /**
   * The history of a root that `prepare` has made ready, as long as it stands where it was opened. For use
   * before anything is awaited: afterwards it may have been closed.
   */
  ready(root: string): Home | undefined;
  /** Makes or completes the history of a root. Throws what opening or making a directory throws. */
  prepare(root: string): Promise<void>;
  /** Opens a history for somebody who closes it; `undefined` where there is none. */
  open(root: string): Home | undefined;
  close(): void;
}

interface Parts {
  readonly fs: FsPort;
  readonly anchors: Anchors;
  readonly makeToken: () => string;
}

/** Name of the directory in a root that holds its history. */
const HISTORY_NAME = '.lockline';

const IGNORE_NAME = '.gitignore';
const IGNORE_ALL = Buffer.from('*\n');
const VERSIONS = 'versions';
const LOG = 'log';
const OCCUPIED = ['ENOTEMPTY', 'EEXIST', 'ENOTDIR'];
/** How often a history is begun that others take for one left half made. */
const MAX_ATTEMPTS = 3;

/** Whether a directory is, by its name, one in which a process has begun to make a history. */
export function isUnfinishedHome(name: string): boolean {
  return /^\.lockline-[0-9a-f]{16}$/.test(name);
}

export function closeHome({ versions, log }: Home): void {
  versions.close();
  log.close();
}

/** Holds each history that is written to open, since it takes many calls to open one safely. */
export function createHomes(parts: Parts): Homes {
  const opened = new Map<string, Home>();
  const forget = (root: string): void => {
    const home = opened.get(root);
    opened.delete(root);
    if (home !== undefined) closeHome(home);
  };

  return {
    ready: (root) => {
      const home = opened.get(root);
      if (home === undefined || isInPlace(home)) return home;
      forget(root);
      return undefined;
    },
    prepare: async (root) => {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        await makeComplete(root, parts);
        const home = openHome(root, parts.anchors);
        if (home === undefined) continue;
        forget(root);
        opened.set(root, home);
        return;
      }
    },
    open: (root) => openHome(root, parts.anchors),
    close: () => {
      for (const root of opened.keys()) forget(root);
    },
  };
}

function isInPlace({ versions, log }: Home): boolean {
  try {
    versions.recheck();
    log.recheck();
    return true;
  } catch (error) {
    if (isLocklineError(error)) return false;
    throw error;
  }
}

function openHome(root: string, anchors: Anchors): Home | undefined {
  const at = (name: string): string => join(root, HISTORY_NAME, name);
  const versions = anchors.openDirectory(at(VERSIONS));
  if (versions === undefined) return undefined;
  let log: Anchor | undefined;
  try {
    log = anchors.openDirectory(at(LOG));
  } finally {
    if (log === undefined) versions.close();
  }
  return log && { versions, log };
}

async function makeComplete(root: string, parts: Parts): Promise<void> {
  const home = parts.anchors.openDirectory(join(root, HISTORY_NAME));
  if (home === undefined) {
    await makeNew(root, parts);
    return;
  }
  try {
    fill(home, parts.fs);
  } finally {
    home.close();
  }
}

async function makeNew(root: string, parts: Parts): Promise<void> {
  const { fs, anchors, makeToken } = parts;
  const anchor = anchors.openDirectory(root);
  if (anchor === undefined) return;
  const outer = `${HISTORY_NAME}-${makeToken()}`;
  const inner = join(outer, '.git');
  try {
    makeShared(fs, anchor.at(outer), anchor.access);
    makeShared(fs, anchor.at(inner), anchor.access);
    await fillDurably(join(root, inner), parts);
    // Another process may have been faster.
    succeeds(OCCUPIED, () => {
      fs.rename(anchor.at(inner), anchor.at(HISTORY_NAME));
    });
  } catch (error) {
    // Another may have swept ours away.
    if (errnoOf(error) !== 'ENOENT') throw error;
  } finally {
    removeTree(fs, anchor.at(outer));
    anchor.close();
  }
}

/** The rest of a history may be lost in a power cut, but not that git must not see it. */
async function fillDurably(directory: string, { fs, anchors }: Parts): Promise<void> {
  const anchor = anchors.openDirectory(directory);
  if (anchor === undefined) return;
  try {
    fill(anchor, fs);
    await syncFile(fs, anchor.at(IGNORE_NAME));
    await anchor.sync();
  } finally {
    anchor.close();
  }
}

/** Makes what is missing in the directory of a history, the file that hides it first. */
function fill(home: Anchor, fs: FsPort): void {
  const ignore = unless(['ENOENT'], () => fs.lstat(home.at(IGNORE_NAME)));
  if (ignore?.size === 0) fs.unlink(home.at(IGNORE_NAME));
  if (ignore === undefined || ignore.size === 0) {
    succeeds(['EEXIST'], () => {
      fs.writeSmall(home.at(IGNORE_NAME), IGNORE_ALL, 0o666);
    });
  }
  for (const place of [VERSIONS, LOG]) {
    succeeds(['EEXIST'], () => {
      makeShared(fs, home.at(place), home.access);
    });
  }
}
