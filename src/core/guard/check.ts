import type { RangeExpectation } from '../change.js';
import { endsHold, readEnds, refuseLoneEnd } from './ends.js';
import type { Ends } from './ends.js';
import { LocklineError } from '../errors.js';
import { EMPTY_HASH, hashOf, isMistyped, matches } from '../hash.js';
import type { Hash, HashPrefix } from '../hash.js';
import type { Lines } from '../text/lines.js';
import { rangeText } from '../messages/phrase.js';
import { closeRange, isGap, isWithin, TO_END } from '../range.js';
import type { LineRange } from '../range.js';

/** The file as it is, and whether it is the version that the caller named. */
export interface Version {
  readonly shown: string;
  readonly hash: Hash;
  readonly isFresh: boolean;
  readonly lines: Lines;
}

/** What a caller knows of lines. */
type Proof = { readonly hash: HashPrefix } | { readonly ends: Ends };

/** Lines that a caller means. */
interface Wanted {
  /** As asked: the end may be open. */
  readonly asked: LineRange;
  /** The same in this version, closed. */
  readonly range: LineRange;
  readonly proof: Proof;
}

/** Wanted lines held against the file. */
export interface Check extends Wanted {
  /** Their hash; absent if not all of them exist. */
  readonly actual?: Hash;
  readonly holds: boolean;
}

/**
 * Holds an expectation of lines against a version. A gap always holds. Throws RANGE_OUT_OF_BOUNDS and
 * INVALID_ARGUMENT for what can be meant of no version, or not of the one that the caller named.
 */
export function checkRange(expected: RangeExpectation, version: Version): Check {
  const { lines, shown } = version;
  const wanted: Wanted = {
    asked: expected.range,
    range: closeAsked(expected.range, lines.count),
    proof: 'hash' in expected ? expected : { ends: readEnds(expected, shown) },
  };
  refuseBounds(wanted, version);
  if (isGap(wanted.asked)) return { ...wanted, holds: true };
  if (!isWithin(wanted.range, lines.count)) return { ...wanted, holds: false };
  let actual: Hash | undefined;
  // Of lines that are proved by their text it is needed for a conflict only.
  const hashNow = () => (actual ??= hashOf(lines.slice(wanted.range)));
  return {
    ...wanted,
    get actual() {
      return hashNow();
    },
    holds: isProved(wanted, hashNow, version),
  };
}

/** To the last line is one line too many where that lies before the start: no gap, which would be an insertion. */
function closeAsked(asked: LineRange, totalLines: number): LineRange {
  const isPast = asked.end === TO_END && asked.start > Math.max(1, totalLines);
  return isPast ? { start: asked.start, end: asked.start + 1 } : closeRange(asked, totalLines);
}

/** Refuses bounds that are wrong in any version, or in the one that the caller named. */
function refuseBounds(
  { asked, range, proof }: Wanted,
  { shown, isFresh, lines: { count } }: Version,
): void {
  const isInsertion = isGap(asked) && 'hash' in proof && matches(EMPTY_HASH, proof.hash);
  const isSound = asked.start >= 1 && (asked.end > asked.start || isInsertion);
  if (isSound && (!isFresh || isWithin(range, count))) return;
  throw new LocklineError('RANGE_OUT_OF_BOUNDS', {
    path: shown,
    start: asked.start,
    ...(asked.end !== TO_END && !isInsertion && { end: asked.end - 1 }),
    totalLines: count,
  });
}

function isProved({ asked, range, proof }: Wanted, hashNow: () => Hash, version: Version): boolean {
  const { shown, isFresh, lines } = version;
  if ('hash' in proof) {
    const actual = hashNow();
    refuseMiscopy(actual, proof.hash, `range_hash of ${rangeText(range)} of ${shown}`);
    return matches(actual, proof.hash);
  }
  if (isFresh || asked.end !== TO_END) refuseLoneEnd(proof.ends, range, shown);
  return endsHold(lines, range, proof.ends);
}

/**
 * Refuses digits that are a miscopy of the actual hash, rather than the hash of another version. `name`
 * says which hash it is. Throws INVALID_ARGUMENT.
 */
export function refuseMiscopy(actual: Hash, given: HashPrefix, name: string): void {
  if (!isMistyped(actual, given)) return;
  throw new LocklineError('INVALID_ARGUMENT', {
    what: `The ${name} is mistyped: ${given} was sent, but it is ${actual.slice(0, given.length)}.`,
    hint: 'Copy the hash digit by digit from the last result; its first 16 digits are enough.',
  });
}
