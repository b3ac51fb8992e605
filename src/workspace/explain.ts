import type { Move, Rebased, Snapshot } from '../core/change.js';
import type { Conflict, MadeBefore } from '../core/conflict.js';
import { isLocklineError, LocklineError } from '../core/errors.js';
import { findConflicts } from '../core/guard/expect.js';
import { createLineFinder } from '../core/guard/moved.js';
import { hashOf } from '../core/hash.js';
import type { Hash } from '../core/hash.js';
import type { FilePath } from '../core/path.js';
import { isGap } from '../core/range.js';
import type { LineRange } from '../core/range.js';
import { readLines } from '../core/edit/revise.js';
import { passageBetween } from '../core/rebase/since.js';
import type { Passage } from '../core/rebase/since.js';
import type { WorkspaceStore } from '../store/store.js';
import type { Bases } from './bases.js';
import { findDeparture } from './departure.js';
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
  if (current === undefined) return explainGone(source.path, conflicts, { store, now, options });
  const stale = conflicts.find(({ kind }) => kind === 'file_hash');
  if (file === 'absent' || stale === undefined) return conflicts;
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
  if (base === undefined) return [known, ...others];
  const failed = others.filter(({ isDoubtful }) => isDoubtful !== true);
  const rebased = tryRebase(target, base, current);
  const versions = { base, current, rebased };
  const made = await findMade(target, versions, { store, bases });
  return compare(target, { stale: known, others: failed }, { ...versions, made });
}

/** What a change of the whole file, which is never rebased, would make of the version that it means. */
function wholeMeant({ change, source }: Target, base: Snapshot): Hash | undefined {
  if (change.rebase !== undefined) return undefined;
  return expectedOf(() => change.revise(base, source.shown))?.content.hash;
}

async function explainGone(
  path: FilePath,
  conflicts: readonly Conflict[],
  { store, now, options: { author } }: Pick<Circumstances, 'store' | 'now' | 'options'>,
): Promise<readonly Conflict[]> {
  if (!conflicts.some(({ kind }) => kind === 'missing')) return conflicts;
  const departure = await findDeparture(store.history, path, { author, now: now() });
  if (departure === undefined) return conflicts;
  return conflicts.map((conflict) =>
    conflict.kind === 'missing' ? { ...conflict, departure } : conflict,
  );
}

interface OfFile {
  readonly stale: Conflict;
  readonly others: readonly Conflict[];
}

interface Versions {
  readonly base: Snapshot;
  readonly current: Snapshot;
  /** What the change would come to. */
  readonly rebased: Rebased | undefined;
}

/** Whether the same change is among those since: somebody who got no answer sends it again. */
async function findMade(
  target: Target,
  { base, current, rebased }: Versions,
  { store: { history }, bases }: Pick<Circumstances, 'store' | 'bases'>,
): Promise<MadeBefore | undefined> {
  const meant = rebased?.meant ?? wholeMeant(target, base);
  if (meant === undefined) return undefined;
  if (!bases.isMade(target, { base, meant, current })) return undefined;
  const changeId = history.repeated(target.source.path, { base: base.hash, result: meant });
  if (changeId === undefined)
    return bases.isAllOwn(target, { base, current }) ? {} : { mayBeUndone: true };
  const [change] = await history.changes({ id: changeId, limit: 1 });
  return { changeId, ...(change?.undoneBy !== undefined && { undoneBy: change.undoneBy }) };
}

function compare(
  target: Target,
  { stale, others }: OfFile,
  { base, current, rebased, made }: Versions & { readonly made: MadeBefore | undefined },
): readonly Conflict[] {
  const passage = passageBetween(base, current, target.change.encoding);
  const { moves = [], revision } = rebased ?? {};
  const since = {
    diff: passage.diff,
    moves: moves.map((move) => withHash(move, passage)),
    fits: revision !== undefined && made === undefined,
    ...(made && { made }),
  };
  const lines = readLines(base, target.change.encoding);
  const finder = createLineFinder(lines);
  const stoodAlone = (range: LineRange): boolean =>
    finder.byHash(range, hashOf(lines.slice(range)))?.start === range.start;
  const changed = moves.filter(
    ({ from, to }) =>
      to === undefined && !isGap(from) && !(isElsewhere(from, others) && stoodAlone(from)),
  );
  const lost = changed.filter((move) => !others.some((conflict) => isOf(conflict, move.from)));
  return [
    { ...stale, since },
    ...others.map((conflict) => {
      const move = changed.find(({ from }) => isOf(conflict, from));
      return move === undefined ? conflict : changedLines(conflict, move, passage);
    }),
    ...lost.map((move) => changedLines(lostLines(stale, base, move, target), move, passage)),
  ];
}

/**
 * Whether lines were found as they were, but where only a cut and a paste can have put them; or where equal lines
 * stood all the time, if these did not stand alone.
 */
function isElsewhere(range: LineRange, conflicts: readonly Conflict[]): boolean {
  return conflicts.some((conflict) => isOf(conflict, range) && conflict.movedTo !== undefined);
}

function withHash(move: Move, { lines }: Passage): Move & { readonly hash?: Hash } {
  return move.to === undefined ? move : { ...move, hash: hashOf(lines.slice(move.to)) };
}

function isOf({ range }: Conflict, other: LineRange): boolean {
  return range?.start === other.start && range.end === other.end;
}

/** What it would come to; `undefined` if the change cannot even be made of the version that it means. */
function tryRebase(
  { change, source }: Target,
  base: Snapshot,
  current: Snapshot,
): Rebased | undefined {
  return expectedOf(() => {
    if (findConflicts(change, base, source.shown).length > 0) return undefined;
    return change.rebase?.(base, current, source.shown);
  });
}

/** What work gives; nothing if it fails as it may. */
function expectedOf<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (isLocklineError(error)) return undefined;
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
