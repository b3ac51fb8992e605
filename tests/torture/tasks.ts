import type { WorkspaceStore } from '../../src/store/store.js';
import { machineOf, openStore } from '../support/machines.js';
import { advance, ROOT, touch, type Scenario, type Steps } from '../support/scenarios.js';
import type { Machine } from '../support/sim/remote-worker.js';
import { answerTo, type Ending } from './ending.js';

/** Who a process is, and how it waits. */
export interface Identity {
  readonly pid: number;
  /** What it writes behind the text of each file. */
  readonly mark: string;
  readonly staleMs: number;
  readonly lockTimeoutMs: number;
  /** Processes that it can see to be gone. */
  readonly dead: readonly number[];
}

/** Makes a scenario's change set. */
export async function advanceOnce(
  machine: Machine,
  { scenario, ...self }: Identity & { readonly scenario: Scenario },
): Promise<Ending> {
  return endingOf(self, machine, (store) => advance(store, scenario, self.mark));
}

/** Makes files one mark longer. */
export async function touchOnce(
  machine: Machine,
  { names, ...self }: Identity & { readonly names: readonly string[] },
): Promise<Ending> {
  return endingOf(self, machine, (store) => touch(store, names, self.mark));
}

async function endingOf(
  { pid, staleMs, lockTimeoutMs, dead }: Identity,
  machine: Machine,
  work: (store: WorkspaceStore) => Promise<Steps>,
): Promise<Ending> {
  const simulated = machineOf({ ...machine, pid, isDead: (other) => dead.includes(other) });
  return answerTo(() => work(openStore(ROOT, simulated, { staleMs, lockTimeoutMs })));
}
