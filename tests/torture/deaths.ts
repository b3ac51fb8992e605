import { faulty } from '../support/faulty-fs.js';
import type { Machines, SimulatedProcess } from '../support/machines.js';
import type { Files } from '../support/scenarios.js';
import type { SimFs } from '../support/sim-fs.js';
import type { Call } from '../support/sim/sync-fs.js';

/** How a process can leave the disk by dying. */
export interface Death {
  /** Where the process was. */
  readonly label: string;
  readonly sim: SimFs;
  /** What it had told its caller of the files by then. */
  readonly told: Files;
}

/** What makes a state of the disk another one: for a power loss it matters also what is synced. */
export type Distinction = 'by content' | 'by content and syncs';

/** Work of a process, which says what it tells its caller. */
export type Work = (process: SimulatedProcess, tell: (files: Files) => void) => Promise<void>;

/**
 * Every state in which a process that does this work can leave the disk: one for each change that it makes,
 * before it, and the last. Calls that only look leave nothing new. Afterwards the process is dead.
 */
export async function deathsOf(
  { sim, machines }: { readonly sim: SimFs; readonly machines: Machines },
  work: Work,
  distinction: Distinction = 'by content',
): Promise<readonly Death[]> {
  const { fs, calls } = faulty(sim.process().fs);
  const process = machines.start(fs);
  const told: Record<string, string | undefined> = {};
  const watched = watchDeaths(sim, { calls, told }, distinction);
  await work(process, (files) => {
    Object.assign(told, files);
  });
  process.die();
  return watched.stop();
}

/** The process whose deaths are collected: its calls and words so far. */
interface Watched {
  readonly calls: readonly Call[];
  readonly told: Files;
}

/** Collects deaths from now on. Whoever changes the disk meanwhile counts as the process. */
export function watchDeaths(
  sim: SimFs,
  { calls, told }: Watched,
  distinction: Distinction = 'by content',
): { readonly stop: () => readonly Death[] } {
  const deaths: Death[] = [];
  let changes = 0;
  let last = '';
  const add = (): void => {
    const label = `died in call ${String(calls.length)} (${calls.at(-1)?.name ?? 'none'})`;
    deaths.push({ label, sim: sim.fork(), told: { ...told } });
  };
  sim.watch((event) => {
    const moment = `${String(changes)} ${distinction === 'by content' ? '' : String(sim.unsynced())}`;
    if (moment !== last) add();
    last = moment;
    if (event === 'change') changes += 1;
  });
  return {
    stop: () => {
      sim.watch(() => undefined);
      add();
      return deaths;
    },
  };
}
