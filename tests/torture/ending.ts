import { isLocklineError } from '../../src/core/errors.js';
import { Refused, type Steps } from '../support/scenarios.js';

/** How a change set ended. */
export type Ending =
  | { readonly kind: 'acknowledged'; readonly steps: Steps }
  | { readonly kind: 'refused'; readonly code: string };

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

/** How a change set was answered; nothing for an answer that does not say whether it was made. */
export function certain(ending: Ending): Ending | undefined {
  return ending.kind === 'refused' && ending.code === 'IN_DOUBT' ? undefined : ending;
}

export function wordOf(ending: Ending): string {
  return ending.kind === 'acknowledged' ? ending.kind : ending.code;
}

/** The steps of a change set that was acknowledged; none of one that was refused. */
export function stepsOf(ending: Ending): readonly Steps[] {
  return ending.kind === 'acknowledged' ? [ending.steps] : [];
}
