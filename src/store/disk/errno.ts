import { types } from 'node:util';

/** The errno name of a failed system call (`ENOENT`), or `undefined` for anything else thrown. */
export function errnoOf(error: unknown): string | undefined {
  // Not `instanceof`: the errors of Node's own modules can come from another realm.
  return types.isNativeError(error) && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** Runs a system call and gives `undefined` where it fails in one of the named ways. */
export function unless<T>(errnos: readonly string[], call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    const errno = errnoOf(error);
    if (errno !== undefined && errnos.includes(errno)) return undefined;
    throw error;
  }
}

/** Runs a system call; whether it succeeded rather than failed in one of the named ways. */
export function succeeds(errnos: readonly string[], call: () => void): boolean {
  return (
    unless(errnos, () => {
      call();
      return true;
    }) ?? false
  );
}
