import { LocklineError } from '../../src/core/errors.js';

/** What a refused call answers: its code and what it carries. */
export interface Refusal {
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The refusal that `call` ends in, or `undefined` if it goes through. Bugs that it throws pass. */
export function refusalFrom(call: () => unknown): Refusal | undefined {
  try {
    call();
    return undefined;
  } catch (error) {
    if (error instanceof LocklineError) return { code: error.code, details: { ...error.details } };
    throw error;
  }
}

/** The refusal that `call` ends in; to go through is a fault of the test. */
export function refusalOf(call: () => unknown): Refusal {
  const refusal = refusalFrom(call);
  if (refusal === undefined) throw new Error('the call was not refused');
  return refusal;
}
