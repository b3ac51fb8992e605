import { hashOf } from '../../src/core/hash.js';
import type { Clock } from '../../src/store/disk/clock.js';
import type { FsPort } from '../../src/store/disk/fs-port.js';
import type { Holder } from '../../src/store/disk/lock/processes.js';
import type { Machine } from '../../src/store/disk/machine.js';
import { createDiskStore, type DiskStoreOptions } from '../../src/store/disk/store.js';
import type { WorkspaceStore } from '../../src/store/store.js';

/** Processes that share a machine: each has a pid, and each can be declared dead. */
export interface Machines {
  /** A process of its own, over its own view of the file system. */
  start(fs: FsPort): SimulatedProcess;
}

export interface SimulatedProcess extends Machine {
  /** From now on the others see it as gone. */
  die(): void;
}

/** All tokens of a test process differ, as the lock library keeps one register for all of them. */
let tokens = 0;

export interface ProcessFacts {
  readonly fs: FsPort;
  readonly clock: Clock;
  readonly pid: number;
  readonly boot?: string;
  /** Milliseconds since the epoch. */
  readonly bootedAt?: number;
  readonly isDead: (pid: number) => boolean;
}

/** What a process with this pid sees as its machine. */
export function machineOf({
  fs,
  clock,
  pid,
  boot = 'first boot',
  bootedAt = 0,
  isDead,
}: ProcessFacts): Machine {
  const self: Holder = { host: 'test', boot, pidNamespace: 'ns', pid, started: String(pid) };
  return {
    fs,
    clock,
    processes: { self, bootedAt, isDead: (holder) => holder.boot === boot && isDead(holder.pid) },
    user: { uid: 0, groups: [0] },
    makeToken: () => {
      tokens += 1;
      return hashOf(Buffer.from(`${boot} ${String(pid)} ${String(tokens)}`)).slice(0, 16);
    },
  };
}

/** A machine on which processes are started and die; others can tell it from another boot. */
export function createMachines(clock: Clock, boot = 'first boot'): Machines {
  const dead = new Set<number>();
  const bootedAt = clock.wall();
  let pids = 0;
  return {
    start: (fs) => {
      pids += 1;
      const pid = pids;
      return {
        ...machineOf({
          fs,
          clock,
          pid,
          boot,
          bootedAt,
          isDead: (candidate) => dead.has(candidate),
        }),
        die: () => {
          dead.add(pid);
        },
      };
    },
  };
}

/** Options of a store in which nothing is special. */
function storeOptions(root: string, options: Partial<DiskStoreOptions> = {}): DiskStoreOptions {
  return {
    roots: [root],
    directory: root,
    readOnly: false,
    allowWrite: [],
    deny: [],
    pathAliases: [],
    maxFileSize: 1 << 26,
    lockTimeoutMs: 15_000,
    staleMs: 10_000,
    durability: 'full',
    allowNetworkFs: false,
    breakHardLinks: false,
    history: { maxBytes: 2 ** 28, maxDays: 30 },
    maxLineChars: 2000,
    maxOutputChars: 24_000,
    log: () => undefined,
    ...options,
  };
}

/** A store of one process. */
export function openStore(
  root: string,
  machine: Machine,
  options: Partial<DiskStoreOptions> = {},
): WorkspaceStore {
  return createDiskStore(storeOptions(root, options), machine);
}
