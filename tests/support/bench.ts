import { constants } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Content } from '../../src/core/change.js';
import { hashOf } from '../../src/core/hash.js';
import type { Blocker } from '../../src/store/disk/lock/claim.js';
import { unless } from '../../src/store/disk/errno.js';
import type { FsPort } from '../../src/store/disk/fs-port.js';
import {
  lockDirectory,
  lockName,
  type LockDirectory,
} from '../../src/store/disk/lock/lock-directory.js';
import { isLocked, tryLock, type HeldLock } from '../../src/store/disk/lock/lock.js';
import type { Participant } from '../../src/store/disk/commit/participant.js';
import { readVersion, type FileVersion } from '../../src/store/disk/read/version.js';
import { createWatch } from '../../src/store/disk/lock/watch.js';
import { createFakeClock, type FakeClock } from './fake-clock.js';
import { createMachines, type SimulatedProcess } from './machines.js';
import { openersOf, type Openers } from './opened.js';
import { createSimFs, type SimFs } from './sim-fs.js';

/** A simulated disk with files below `/w`, and the parts of a store for each process that works on it. */
export interface Bench {
  readonly sim: SimFs;
  readonly clock: FakeClock;
  /** Starts a process; `change` puts something between it and the disk. */
  start(agent?: string, change?: (fs: FsPort) => FsPort): Worker;
  /** Texts by path below `/w`; locks with all that is in them are left out. */
  files(): Readonly<Record<string, string>>;
  /** What lies in the lock of a file: kinds with the number of each. */
  inLock(name: string): readonly string[];
}

/** One process and what it does by hand. */
export interface Worker extends Openers {
  readonly process: SimulatedProcess;
  /** The lock of a file, by its path below `/w`. */
  directory(name: string): LockDirectory;
  tryLock(name: string): Promise<HeldLock | Blocker>;
  /** The same by the lock itself. */
  contend(directory: LockDirectory): Promise<HeldLock | Blocker>;
  /** Takes a lock that must be free, or whose holder must be gone. */
  lock(name: string): Promise<HeldLock>;
  /** A participant in a transaction: what is to become of a locked file. */
  take(name: string, text: string | undefined): Promise<Participant>;
}

export const STALE_MS = 10_000;
const ROOT = '/w';

export function createBench(files: Readonly<Record<string, string>>): Bench {
  const clock = createFakeClock();
  const machines = createMachines(clock);
  const sim = createSimFs({ clock });
  sim.put({ [`${ROOT}/`]: '' });
  sim.put(Object.fromEntries(Object.entries(files).map(([name, text]) => [at(name), text])));
  return {
    sim,
    clock,
    start: (agent = 'somebody', change = (fs) => fs) =>
      createWorker(agent, machines.start(change(sim.process().fs))),
    files: () =>
      Object.fromEntries(
        Object.entries(sim.tree(ROOT)).filter(
          ([path]) => !path.endsWith('/') && !path.includes('.lockline/'),
        ),
      ),
    inLock: (name) => {
      const place = `${join(dirname(name), lockName(basename(name)), '.git/lock')}/`;
      return Object.keys(sim.tree(ROOT))
        .filter((path) => path.startsWith(place) && path !== place)
        .map((path) => path.slice(place.length).replace(/-[0-9a-f]{16}(-\w+)?/g, ''))
        .toSorted();
    },
  };
}

function at(name: string): string {
  return `${ROOT}/${name}`;
}

function createWorker(agent: string, process: SimulatedProcess): Worker {
  const { fs, clock, processes, makeToken } = process;
  const openers = openersOf([ROOT], {}, fs);
  const beatMs = STALE_MS / 5;
  const watch = createWatch({ fs, clock, processes, staleMs: STALE_MS, beatMs });
  const options = { fs, clock, watch, holder: processes.self, agent, makeToken };
  const directory = (name: string): LockDirectory => {
    const anchor = openers.anchors.openDirectory(dirname(at(name)));
    if (anchor === undefined) throw new Error(`no directory for ${name}`);
    return lockDirectory(fs, anchor, lockName(basename(name)));
  };
  const contend: Worker['contend'] = (lock) =>
    tryLock(lock, { ...options, beatMs, staleMs: STALE_MS });
  const lock: Worker['lock'] = async (name) => {
    const outcome = await contend(directory(name));
    if (!isLocked(outcome)) throw new Error(`${name} is held by ${outcome.agent}`);
    return outcome;
  };
  return {
    ...openers,
    process,
    directory,
    tryLock: (name) => contend(directory(name)),
    contend,
    lock,
    take: async (name, text) => {
      const held = await lock(name);
      const before = await versionAt(fs, at(name));
      const content = text === undefined ? undefined : contentOf(text);
      const step = content === undefined ? 'delete' : before === undefined ? 'create' : 'edit';
      const model = before?.stat;
      return { lock: held, name: basename(name), shown: name, step, before, content, model };
    },
  };
}

async function versionAt(fs: FsPort, path: string): Promise<FileVersion | undefined> {
  const fd = unless(['ENOENT'], () => fs.open(path, constants.O_RDONLY));
  if (fd === undefined) return undefined;
  try {
    return await readVersion(fs, fd, fs.fstat(fd));
  } finally {
    fs.close(fd);
  }
}

export function contentOf(text: string): Content {
  const bytes = Buffer.from(text);
  return { slices: [bytes], size: bytes.length, hash: hashOf(bytes) };
}
