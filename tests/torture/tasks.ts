import { isLocklineError } from '../../src/core/errors.js';
import type { WorkspaceStore } from '../../src/store/store.js';
import { machineOf, openStore } from '../support/machines.js';
import { advance, Refused, ROOT, touch, type Scenario, type Steps } from '../support/scenarios.js';
import type { Machine } from '../support/sim/remote-worker.js';

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

/** How a change set ended. */
export type Ending =
  | { readonly kind: 'acknowledged'; readonly steps: Steps }
  | { readonly kind: 'refused'; readonly code: string };

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

/** Runs a change set to its end. Bugs that it throws pass. */
export async function answerTo(work: () => Promise<Steps>): Promise<Ending> {
  try {
    return { kind: 'acknowledged', steps: await work() };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', code: 'REFUSED' };
    if (isLocklineError(error)) return { kind: 'refused', code: error.code };
    throw error;
  }
}
