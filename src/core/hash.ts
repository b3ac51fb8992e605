import { createHash, hash } from 'node:crypto';

/** SHA-256 of a file's bytes or of the bytes of a range: 64 lower-case hex digits. */
export type Hash = string & { readonly __brand: 'Hash' };

/** What a caller sends for a hash: its first 16 to 64 digits, lower case. */
export type HashPrefix = Hash | (string & { readonly __brand: 'HashPrefix' });

const MISTYPED_DIGITS = 8;

/** SHA-256 of the given byte slices, joined in order. */
export function hashOf(...slices: readonly Uint8Array[]): Hash {
  const [only] = slices;
  if (slices.length === 1 && only !== undefined && oneShot !== undefined) {
    return asHash(oneShot('sha256', only, 'hex'));
  }
  const digest = createHash('sha256');
  for (const slice of slices) digest.update(slice);
  return asHash(digest.digest('hex'));
}

/** Faster for the many short ranges of a large change. Node 20.12 is the first that has it. */
const oneShot: typeof hash | undefined = hash;

/** Brands 64 lower-case hex digits that came out of SHA-256. The caller vouches for them. */
export function asHash(digits: string): Hash {
  return digits as Hash;
}

/** The hash of nothing, which is the hash of an empty file and of the range of no lines. */
export const EMPTY_HASH: Hash = hashOf();

/** Reads a hash as callers send it: 16 to 64 hex digits in any case; `undefined` for anything else. */
export function parseHash(text: string): HashPrefix | undefined {
  if (!/^[0-9a-f]{16,64}$/i.test(text)) return undefined;
  return text.toLowerCase() as HashPrefix;
}

/** Whether the caller's digits name this hash. */
export function matches(actual: Hash, given: HashPrefix): boolean {
  return actual.startsWith(given);
}

/**
 * Whether the caller's digits are a miscopy of this hash rather than the hash of another version:
 * not equal, but the first 8 digits are the same (by chance once in 4 billion).
 */
export function isMistyped(actual: Hash, given: HashPrefix): boolean {
  return (
    !matches(actual, given) && actual.slice(0, MISTYPED_DIGITS) === given.slice(0, MISTYPED_DIGITS)
  );
}
