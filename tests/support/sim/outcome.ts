import { types } from 'node:util';
import { Crash } from './crash.js';

/** What came of a call or a task, in a form that goes from thread to thread. */
export type Outcome =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'failure'; readonly failure: Failure }
  | { readonly kind: 'dead' };

interface Failure {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

export function outcomeOf(run: () => unknown): Outcome {
  try {
    return { kind: 'value', value: run() };
  } catch (error) {
    return failed(error);
  }
}

export function failed(error: unknown): Outcome {
  if (error instanceof Crash) return { kind: 'dead' };
  const { name, message, stack } = types.isNativeError(error) ? error : new Error(String(error));
  return { kind: 'failure', failure: { name, message, stack, fields: { ...Object(error) } } };
}

/** The value, or the error thrown again: with all its properties, but no longer of its class. */
export function unwrapped(outcome: Outcome): unknown {
  switch (outcome.kind) {
    case 'value':
      return outcome.value;
    case 'dead':
      throw new Crash();
    case 'failure': {
      const { name, message, stack, fields } = outcome.failure;
      throw Object.assign(new Error(message), { name, stack }, fields);
    }
  }
}
