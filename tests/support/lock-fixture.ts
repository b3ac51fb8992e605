import { createAnchors } from '../../src/store/disk/paths/anchor.js';
import type { ClaimOptions } from '../../src/store/disk/lock/claim.js';
import { createWatch } from '../../src/store/disk/lock/watch.js';
import { createIoErrors } from '../../src/store/disk/io-error.js';
import {
  lockDirectory,
  lockName,
  type LockDirectory,
} from '../../src/store/disk/lock/lock-directory.js';
import { nodeFs, type FsPort } from '../../src/store/disk/fs-port.js';
import { confined } from './confined.js';
import { createFakeClock, type FakeClock } from './fake-clock.js';
import { createMachines, type SimulatedProcess } from './machines.js';
import { plantTree, type Tree } from './tree.js';

/** One file on a real disk and processes that want its lock. */
export interface LockFixture {
  readonly tree: Tree;
  readonly clock: FakeClock;
  readonly directory: LockDirectory;
  /** Another process, with what it needs for a claim. */
  contender(name: string): { readonly process: SimulatedProcess; readonly options: ClaimOptions };
  close(): void;
}

export const STALE_MS = 10_000;

export function lockFixture(fs: FsPort = nodeFs): LockFixture {
  const tree = plantTree({ 'a.txt': 'text\n' });
  const clock = createFakeClock();
  const machines = createMachines(clock);
  const confinement = confined([tree.top]);
  const anchors = createAnchors({ fs, confinement, ioErrors: createIoErrors(undefined) });
  const anchor = anchors.openDirectory(tree.top);
  if (anchor === undefined) throw new Error('the fixture has no directory');
  return {
    tree,
    clock,
    directory: lockDirectory(fs, anchor, lockName('a.txt')),
    contender: (agent) => {
      const process = machines.start(fs);
      const { processes, makeToken } = process;
      const watch = createWatch({ fs, clock, processes, staleMs: STALE_MS, beatMs: STALE_MS / 5 });
      return { process, options: { fs, clock, watch, holder: processes.self, agent, makeToken } };
    },
    close: () => {
      anchor.close();
      tree.remove();
    },
  };
}
