import type { ErrorCode, LocklineError } from '../../core/errors.js';

/** Whether an error has this code, and so its details. */
export function hasCode<C extends ErrorCode>(
  error: LocklineError,
  code: C,
): error is LocklineError<C> {
  return error.code === code;
}
