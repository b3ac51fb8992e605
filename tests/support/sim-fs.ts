import { constants } from 'node:fs';
import path from 'node:path';
import type { Choose } from './sim/choose.js';
import type { Disk } from './sim/disk.js';
import { createDisk } from './sim/disk.js';
import type { DirectoryInode, Image } from './sim/image.js';
import { ROOT, copyImage } from './sim/image.js';
import type { DiskEvent } from './sim/kernel.js';
import { createKernel } from './sim/kernel.js';
import { walk } from './sim/paths.js';
import type { SimProcess } from './sim/process.js';
import { startProcess } from './sim/process.js';
import type { SyncFs } from './sim/sync-fs.js';

/**
 * A Linux file system in memory: one device, no mounts, the superuser as its only user. It has two sides: what
 * processes see, and what is on the disk, which lags behind until a sync (the model is in sim/disk.ts).
 */
export interface SimFs {
  /** A new process, with descriptors of its own. */
  process(): SimProcess;
  /** Writes files with their parents, by absolute path; a slash at the end makes a directory. Syncs all. */
  put(files: Readonly<Record<string, string | Uint8Array>>): void;
  /** Makes a symbolic link. Syncs all. */
  putLink(at: string, target: string): void;
  /** What is below a directory, by relative path: text of files, '' for `name/`, the target for `name@`. */
  tree(directory: string): Readonly<Record<string, string>>;
  /** How many operations a power loss may drop. */
  unsynced(): number;
  /** An independent copy, with all that is and is not durable, but without processes. */
  fork(): SimFs;
  /** Calls `see` before each change that a process makes and each sync: every state that a death can leave. */
  watch(see: (event: DiskEvent) => void): void;
  /**
   * What is found after a power loss: all that was synced, and of the rest what `choose` keeps. This file
   * system goes on as it is, so that many images can be taken of one moment.
   */
  powerLoss(choose: Choose): SimFs;
}

export interface SimOptions {
  /** Where the times of files come from: milliseconds since the epoch. */
  readonly clock: { readonly wall: () => number };
  /** How finely times are told apart, in nanoseconds; old kernels have 4 ms. Every change has its own if not given. */
  readonly granularity?: bigint;
}

/** Makes an empty file system. */
export function createSimFs(options: SimOptions): SimFs {
  const live: Image = new Map([[ROOT, emptyRoot()]]);
  return simOver({ ...options, live, disk: createDisk(copyImage(live)), since: 0n });
}

function emptyRoot(): DirectoryInode {
  const place = { id: ROOT, ino: 2n, links: 1, parent: ROOT, name: '', entries: new Map() };
  const attributes = { mode: 0o755, uid: 0, gid: 0, mtimeNs: 0n, ctimeNs: 0n };
  return { kind: 'directory', ...place, ...attributes };
}

interface State extends SimOptions {
  readonly live: Image;
  readonly disk: Disk;
  /** Time of the last change. */
  readonly since: bigint;
}

function simOver(state: State): SimFs {
  const { live, disk, clock, since, granularity = 1n } = state;
  let observe = (_event: DiskEvent): void => undefined;
  const kernel = createKernel({
    live,
    disk,
    wall: () => clock.wall(),
    since,
    granularity,
    observe: (event) => {
      observe(event);
    },
  });
  const own = startProcess(kernel);

  return {
    process: () => startProcess(kernel),
    put: (files) => {
      Object.entries(files).forEach(([at, content]) => {
        putFile(own.calls, at, content);
      });
      disk.syncAll();
    },
    putLink: (at, target) => {
      makeDirectories(own.calls, path.dirname(at));
      const { directory, name } = walk({ live, descriptors: new Map() }, at, 'never');
      const { id } = kernel.give({ kind: 'symlink', target }, 0o777, directory);
      kernel.commit([{ kind: 'entry', directory: directory.id, name, to: id }]);
      disk.syncAll();
    },
    tree: (directory) => Object.fromEntries(below(own.calls, directory, '')),
    unsynced: () => disk.unsynced(),
    fork: () =>
      simOver({ ...state, live: copyImage(live), disk: disk.copy(), since: kernel.tick() }),
    watch: (see) => {
      observe = see;
    },
    powerLoss: (choose) => {
      const found = disk.afterPowerLoss(choose);
      const after = createDisk(copyImage(found));
      return simOver({ ...state, live: found, disk: after, since: kernel.tick() });
    },
  };
}

function putFile(calls: SyncFs, at: string, content: string | Uint8Array): void {
  makeDirectories(calls, at.endsWith('/') ? at : path.dirname(at));
  if (at.endsWith('/')) return;
  const { O_CREAT, O_TRUNC, O_WRONLY } = constants;
  const fd = calls.open(at, O_WRONLY | O_CREAT | O_TRUNC, 0o644);
  calls.writev(fd, [Buffer.from(content)], 0);
  calls.close(fd);
}

function makeDirectories(calls: SyncFs, at: string): void {
  const names = at.split('/').filter((name) => name !== '');
  names.forEach((_, index) => {
    const directory = `/${names.slice(0, index + 1).join('/')}`;
    if (!exists(calls, directory)) calls.mkdir(directory, 0o755);
  });
}

function exists(calls: SyncFs, at: string): boolean {
  try {
    calls.lstat(at);
    return true;
  } catch {
    return false;
  }
}

function* below(calls: SyncFs, directory: string, prefix: string): Generator<[string, string]> {
  for (const name of calls.readdir(directory)) {
    const at = `${directory}/${name}`;
    const shown = prefix + name;
    const { kind } = calls.lstat(at);
    if (kind === 'symlink') yield [`${shown}@`, calls.readlink(at)];
    if (kind === 'file') yield [shown, calls.readSmall(at).toString()];
    if (kind !== 'directory') continue;
    yield [`${shown}/`, ''];
    yield* below(calls, at, `${shown}/`);
  }
}
