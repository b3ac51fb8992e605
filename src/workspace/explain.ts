import type { Move, Rebased, Snapshot } from '../core/change.js';
import type { Conflict } from '../core/conflict.js';
import { isLocklineError, LocklineError } from '../core/errors.js';
import { findConflicts } from '../core/expect.js';
import { hashOf } from '../core/hash.js';
import type { Hash } from '../core/hash.js';
import type { FilePath } from '../core/path.js';
import { isGap } from '../core/range.js';
import { readLines } from '../core/revise.js';
import { passageBetween } from '../core/since.js';
import type { Passage } from '../core/since.js';
import type { WorkspaceStore } from '../store/store.js';
import type { Bases } from './bases.js';
import { findMaker } from './maker.js';
import type { Target } from './plan.js';
import type { CommitOptions } from './workspace.js';

/** What is known around a change set that conflicts. */
export interface Circumstances {
  readonly store: Pick<WorkspaceStore, 'history'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly targets: readonly Target[];
  readonly bases: Bases;
  /** The files in which the conflicts were found. */
  readonly before: ReadonlyMap<FilePath, Snapshot>;
  readonly options: CommitOptions;
}

/**
 * The same conflicts, with what the history knows of each stale file: who made the current version and when,
 * how it differs from the one that was meant, and where the lines meant are in it.
 */
export async function explainConflict(
  { details, cause }: LocklineError<'CONFLICT'>,
  circumstances: Circumstances,
): Promise<LocklineError<'CONFLICT'>> {
  const { targets, options } = circumstances;
  const explained = await Promise.all(
    targets.map((target) => {
      const ofFile = details.conflicts.filter(({ path }) => namesOf(target).includes(path));
      return explainFile(target, ofFile, circumstances);
    }),
  );
  const conflicts = explained.flat();
  const { undoes } = options;
  return new LocklineError(
    'CONFLICT',
    { conflicts, ...(undoes !== undefined && { undoes }) },
    { cause },
  );
}

function namesOf({ source, place }: Target): readonly string[] {
  return [source.shown, place.shown];
}

async function explainFile(
  target: Target,
  conflicts: readonly Conflict[],
  { store, now, bases, before, options }: Circumstances,
): Promise<readonly Conflict[]> {
  const { change, source } = target;
  const { file } = change.expect;
  const current = before.get(source.path);
  const stale = conflicts.find(({ kind }) => kind === 'file_hash');
  if (file === 'absent' || current === undefined || stale === undefined) return conflicts;
  const version = { path: source.path, hash: current.hash, meant: file };
  const [base, found] = await Promise.all([
    bases.fetch(source.path, file),
    findMaker(store.history, version, { author: options.author, now: now() }),
  ]);
  const { maker, isForgotten } = found;
  const known = {
    ...stale,
    ...(maker && { by: maker }),
    ...(isForgotten && { since: 'forgotten' as const }),
  };
  const others = conflicts.filter((conflict) => conflict !== stale);
  return base === undefined
    ? [known, ...others]
    : compare(target, { stale: known, others }, { base, current });
}

interface OfFile {
  readonly stale: Conflict;
  readonly others: readonly Conflict[];
}

interface Versions {
  readonly base: Snapshot;
  readonly current: Snapshot;
}

function compare(
  target: Target,
  { stale, others }: OfFile,
  { base, current }: Versions,
): readonly Conflict[] {
  const passage = passageBetween(base, current, target.change.encoding);
  const { moves, revision } = tryRebase(target, { base, current });
  const since = {
    diff: passage.diff,
    moves: moves.map((move) => withHash(move, passage)),
    fits: revision !== undefined,
  };
  // What another put elsewhere as it was is told as moved.
  const isElsewhere = (move: Move) =>
    others.some((conflict) => concerns(conflict, move) && conflict.movedTo !== undefined);
  const changed = moves.filter(
    (move) => move.to === undefined && !isGap(move.from) && !isElsewhere(move),
  );
  return [
    { ...stale, since },
    ...others.filter((conflict) => !changed.some((move) => concerns(conflict, move))),
    ...changed.map((move) => {
      const found = others.find((conflict) => concerns(conflict, move));
      return changedLines(found ?? lostLines(stale, base, move, target), move, passage);
    }),
  ];
}

function withHash(move: Move, { lines }: Passage): Move & { readonly hash?: Hash } {
  return move.to === undefined ? move : { ...move, hash: hashOf(lines.slice(move.to)) };
}

function concerns({ range }: Conflict, { from }: Move): boolean {
  return range?.start === from.start && range.end === from.end;
}

/** Where its edits would go. Without moves if the change cannot even be made of the version that it means. */
function tryRebase({ change, source }: Target, { base, current }: Versions): Rebased {
  try {
    if (findConflicts(change, base, source.shown).length > 0) return { moves: [] };
    return change.rebase?.(base, current, source.shown) ?? { moves: [] };
  } catch (error) {
    if (isLocklineError(error)) return { moves: [] };
    throw error;
  }
}

/** A conflict about lines that the caller did not prove, but that its edit would change. */
function lostLines(
  { path, file }: Conflict,
  base: Snapshot,
  { from }: Move,
  { change }: Target,
): Conflict {
  const expected = hashOf(readLines(base, change.encoding).slice(from));
  return { path, kind: 'range_hash', range: from, expected, ...(file && { file }) };
}

function changedLines(conflict: Conflict, { from }: Move, passage: Passage): Conflict {
  const { path, kind, range, expected, file } = conflict;
  const now = passage.locate(from);
  const bytes = passage.lines.slice(now);
  return {
    path,
    kind,
    ...(range && { range }),
    expected,
    ...(file && { file }),
    now,
    encoding: passage.lines.encoding.name,
    ...(!isGap(now) && { actual: hashOf(bytes), current: bytes }),
  };
}
