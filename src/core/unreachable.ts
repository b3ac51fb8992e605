/** Says that the program broke a promise of its own: a bug, never an answer to a caller. */
export function unreachable(promise: string): never {
  throw new Error(`broken promise: ${promise}`);
}
