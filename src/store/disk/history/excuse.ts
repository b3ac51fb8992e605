import { describeError } from '../../../core/messages/describe.js';
import { isLocklineError } from '../../../core/errors.js';
import { errnoOf } from '../errno.js';

/** Takes what a system call threw, as an error of its own or as what it was mapped to; throws a bug on. */
export type Excuse = (error: unknown) => void;

/** Excuses failures of the history. Only the first is logged: what was in the way once will be so again. */
export function createExcuse(
  warn: (message: string, facts: Readonly<Record<string, unknown>>) => void,
): Excuse {
  let isTold = false;
  return (error) => {
    const isKnown = isLocklineError(error);
    if (!isKnown && errnoOf(error) === undefined) throw error;
    if (isTold) return;
    isTold = true;
    const reason = isKnown ? describeError(error).message : String(error);
    warn('the history of changes cannot be used; edits are not affected', { reason });
  };
}
