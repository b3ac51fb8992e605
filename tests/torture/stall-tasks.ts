import { isLocklineError } from '../../src/core/errors.js';
import type { Machine } from '../support/sim/remote-worker.js';
import { machineOf, openStore } from '../support/machines.js';
import { advance, Refused, ROOT, type Scenario, type Steps } from '../support/scenarios.js';

export interface AdvanceInput {
  readonly scenario: Scenario;
  readonly mark: string;
  readonly pid: number;
  readonly staleMs: number;
}

/** How a change set ended that was stalled. */
export type Ending =
  | { readonly kind: 'acknowledged'; readonly steps: Steps }
  | { readonly kind: 'refused'; readonly code: string };

/** A process that makes a scenario's change set. */
export async function advanceOnce({ fs, clock }: Machine, input: AdvanceInput): Promise<Ending> {
  const machine = machineOf({ fs, clock, pid: input.pid, isDead: () => false });
  try {
    const store = openStore(ROOT, machine, {
      staleMs: input.staleMs,
      lockTimeoutMs: input.staleMs * 20,
    });
    return { kind: 'acknowledged', steps: await advance(store, input.scenario, input.mark) };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', code: 'REFUSED' };
    if (isLocklineError(error)) return { kind: 'refused', code: error.code };
    throw error;
  }
}
