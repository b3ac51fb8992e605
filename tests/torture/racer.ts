import type { WorkspaceStore } from '../../src/store/store.js';
import { machineOf, openStore } from '../support/machines.js';
import { faultOf, ROOT, use } from '../support/scenarios.js';
import type { Remote, Run } from '../support/sim/remote.js';
import type { SimFs } from '../support/sim-fs.js';
import { Violation } from './campaign.js';
import { clock } from './crashes.js';
import { assertTidy } from './disk.js';
import type { Ending } from './ending.js';
import { assertLogged } from './past.js';
import type { Start } from './starts.js';
import type * as tasks from './tasks.js';
import type { Identity } from './tasks.js';

/** A process that can be frozen in any of its calls. */
export type Racer = Remote<typeof tasks>;

/** Whether processes wait so long that they may take a stalled one for dead. */
export type Patience = 'long' | 'short';

export const STALE_MS = 200;

export function identity(
  pid: number,
  mark: string,
  { dead }: Start,
  patience: Patience = 'long',
): Identity {
  const lockTimeoutMs = patience === 'long' ? STALE_MS * 20 : STALE_MS / 4;
  return { pid, mark, dead, staleMs: STALE_MS, lockTimeoutMs };
}

/** The store of another process, in this thread. */
export function storeOf(sim: SimFs, pid: number, dead: readonly number[]): WorkspaceStore {
  const { fs } = sim.process();
  const machine = machineOf({ fs, clock, pid, isDead: (other) => dead.includes(other) });
  return openStore(ROOT, machine, { staleMs: STALE_MS, lockTimeoutMs: STALE_MS * 20 });
}

export function endingOf(run: Run): Ending {
  const value = run.finish();
  if (!isEnding(value)) throw new Error('the task gave no ending');
  return value;
}

function isEnding(value: unknown): value is Ending {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

/**
 * Lets one more process use the files, which must then be as one of the histories made them, with nothing of
 * Lockline's beside them.
 */
export async function judge(
  sim: SimFs,
  { scenario, names, histories, dead, label }: Verdict,
): Promise<void> {
  const final = await use(storeOf(sim, 99, dead), names);
  const faults = histories.map((steps) => faultOf(scenario.before, steps, final));
  if (faults.every((fault) => fault !== undefined))
    throw new Violation(`${label}: ${faults.join(' or ')}`);
  await assertTidy(sim, clock);
  const possible = histories.filter((_, index) => faults[index] === undefined);
  assertLogged(sim, possible);
}

interface Verdict extends Pick<Start, 'scenario' | 'histories' | 'dead'> {
  readonly names: readonly string[];
  /** The answers to the processes. */
  readonly label: string;
}
