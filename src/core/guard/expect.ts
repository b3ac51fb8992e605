import type { Expectation, FileChange, Snapshot } from '../change.js';
import { checkRange, refuseMiscopy } from './check.js';
import type { Check, Version } from './check.js';
import type { Conflict } from '../conflict.js';
import { endsText } from './ends.js';
import { LocklineError } from '../errors.js';
import { EMPTY_HASH, hashOf, matches } from '../hash.js';
import type { Hash, HashPrefix } from '../hash.js';
import { createLineFinder } from './moved.js';
import type { LineFinder } from './moved.js';
import { isGap } from '../range.js';
import type { LineRange } from '../range.js';
import { refuseOtherMark } from '../edit/foreign.js';
import { readLines } from '../edit/revise.js';

/**
 * All that does not hold of what a change expects of its file: nothing if it may go on. `shown` is the
 * path as results name it.
 *
 * A stale file hash is a conflict even where the ranges still hold, and a range must hold even where the
 * file hash does. Throws what no newer version explains: FILE_NOT_FOUND, FILE_EXISTS,
 * RANGE_OUT_OF_BOUNDS in the very version that the caller named, INVALID_ARGUMENT for a miscopied hash,
 * for first and last lines that cannot be meant, or where the byte order mark is of another encoding; and
 * UNSUPPORTED_ENCODING.
 */
export function findConflicts(
  { expect, encoding }: Pick<FileChange, 'expect' | 'encoding'>,
  before: Snapshot | undefined,
  shown: string,
): readonly Conflict[] {
  if (expect.file === 'absent') {
    if (before !== undefined) throw new LocklineError('FILE_EXISTS', { path: shown });
    return [];
  }
  if (before === undefined) throw new LocklineError('FILE_NOT_FOUND', { path: shown });
  refuseMiscopy(before.hash, expect.file, `file_hash of ${shown}`);
  const isFresh = matches(before.hash, expect.file);
  if (isFresh && expect.ranges.length === 0) return [];
  const lines = readLines(before, encoding);
  if (isFresh) refuseOtherMark(lines, shown);
  const version: Version = { shown, hash: before.hash, isFresh, lines };
  const checks = expect.ranges.map((expected) => checkRange(expected, version));
  const finder = createLineFinder(lines);
  const ofRanges = checks
    .filter(({ holds }) => !holds)
    .map((failed) => rangeConflict(failed, version, finder));
  if (isFresh) return ofRanges;
  const stale = fileConflict(expect.file, version, unchangedRanges(checks, finder));
  return [stale, ...ofRanges, ...doubtfulConflicts({ expect, checks, stale }, version)];
}

function fileConflict(
  expected: HashPrefix,
  version: Version,
  unchanged: NonNullable<Conflict['unchanged']>,
): Conflict {
  const { shown, hash } = version;
  const file = fileFacts(version);
  return { path: shown, kind: 'file_hash', expected, actual: hash, file, unchanged };
}

interface Stale {
  readonly expect: Expectation;
  readonly checks: readonly Check[];
  readonly stale: Conflict;
}

/** Lines that hold but may be others than those meant, and gaps, for which nothing speaks at all. */
function doubtfulConflicts(
  { expect, checks, stale }: Stale,
  version: Version,
): readonly Conflict[] {
  const told = new Set(stale.unchanged?.map(({ range }) => rangeKey(range)));
  const places = expect.places?.map((range) => ({ range, proof: NO_PROOF })) ?? [];
  const open = [...checks.filter(({ holds }) => holds), ...places];
  // By range, since the same lines may be proved both by hash and by their ends.
  const doubtful = new Map(open.map((one) => [rangeKey(one.range), one]));
  return [...doubtful]
    .filter(([key]) => !told.has(key))
    .map(([, { range, proof }]) => doubtfulConflict(range, proof, version));
}

const NO_PROOF = { hash: EMPTY_HASH };

function doubtfulConflict(range: LineRange, proof: Check['proof'], version: Version): Conflict {
  const { shown, lines } = version;
  const around = isGap(range) ? { start: range.start - 1, end: range.start + 1 } : range;
  const now = { start: Math.max(1, around.start), end: Math.min(around.end, lines.count + 1) };
  const bytes = now.end > now.start ? lines.slice(now) : undefined;
  return {
    path: shown,
    ...wanted(proof),
    range,
    isDoubtful: true,
    file: fileFacts(version),
    ...(isGap(range) && bytes && { now }),
    ...(bytes && { actual: hashOf(bytes), current: bytes }),
    encoding: lines.encoding.name,
  };
}

function wanted(proof: Check['proof']): Pick<Conflict, 'kind' | 'expected'> {
  return 'hash' in proof
    ? { kind: 'range_hash', expected: proof.hash }
    : { kind: 'lines', expected: endsText(proof.ends) };
}

function rangeKey({ start, end }: LineRange): string {
  return `${start}-${end}`;
}

function unchangedRanges(
  checks: readonly Check[],
  finder: LineFinder,
): NonNullable<Conflict['unchanged']> {
  // By range, since the same lines may be proved both by hash and by their ends.
  const found = new Map<string, { readonly range: LineRange; readonly hash: Hash }>();
  for (const check of checks) {
    const { range, actual, holds } = check;
    if (!holds || actual === undefined || find(finder, check)?.start !== range.start) continue;
    found.set(rangeKey(range), { range, hash: actual });
  }
  return [...found.values()];
}

function rangeConflict(check: Check, version: Version, finder: LineFinder): Conflict {
  const { shown, lines } = version;
  const { range, proof, actual } = check;
  const movedTo = find(finder, check);
  const existing = { start: range.start, end: Math.min(range.end, lines.count + 1) };
  return {
    path: shown,
    ...wanted(proof),
    range,
    ...(actual !== undefined && { actual }),
    file: fileFacts(version),
    ...(existing.end > existing.start && { current: lines.slice(existing) }),
    ...(movedTo !== undefined && { movedTo }),
    encoding: lines.encoding.name,
  };
}

function fileFacts({ hash, lines }: Version): NonNullable<Conflict['file']> {
  return { hash, totalLines: lines.count };
}

function find(finder: LineFinder, { asked, proof }: Check): LineRange | undefined {
  if ('hash' in proof) return finder.byHash(asked, proof.hash);
  const { first, last, isOneLine } = proof.ends;
  const sought = isOneLine ? { start: asked.start, end: asked.start + 1 } : asked;
  return finder.byEnds(sought, first, last);
}
