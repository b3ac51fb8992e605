import type { FileChange, Move, Revision, Snapshot } from '../core/change.js';
import { isSame } from '../core/content.js';
import type { Conflict } from '../core/conflict.js';
import { LocklineError } from '../core/errors.js';
import { findConflicts } from '../core/guard/expect.js';
import type { Hash } from '../core/hash.js';
import type { FilePath } from '../core/path.js';
import { readLines } from '../core/edit/revise.js';
import { AUTO } from '../core/text/encoding.js';
import type { NextVersion, ResolvedPath } from '../store/store.js';

/** A change whose paths are resolved. */
export interface Target {
  readonly change: FileChange;
  /** Where the file is before the change; for a move not where it is after. */
  readonly source: ResolvedPath;
  /** Where it is after. The same object as `source` unless the file moves. */
  readonly place: ResolvedPath;
}

/** What a change makes of its file. */
export interface PlannedFile {
  readonly target: Target;
  readonly before: Snapshot | undefined;
  readonly revision: Revision | undefined;
  /** What the store is to publish; nothing where the bytes stay the same. */
  readonly next: readonly NextVersion[];
  /** The version that was meant, if it is not the one before. */
  readonly rebased?: RebasedFrom;
}

interface RebasedFrom {
  readonly base: Snapshot;
  /** What would have been made of that. */
  readonly meant: Hash;
  readonly moves: readonly Move[];
}

/** What is known of versions that stale hashes name. */
export interface KnownBases {
  /** The version from which a change may be rebased onto the current one, if it is at hand. */
  find(target: Target, current: Snapshot): Snapshot | undefined;
  /** Whether the same change of the same version was made on the way to the current one. */
  isMade(target: Target, change: Meant): boolean;
}

/** A change by the version that it means and what it would make of that. */
export interface Meant {
  readonly base: Snapshot;
  readonly meant: Hash;
  readonly current: Snapshot;
}

export interface PlanOptions {
  readonly bases: KnownBases;
  /** Whether a file that is gone, or there again, is a conflict: for an undo, nobody named it. */
  readonly isUndo: boolean;
}

/**
 * Checks every expectation of every file and only then revises, but for changes of a stale version, which
 * are rebased if they can be. Pure. Throws CONFLICT with all conflicts, or the first refusal.
 */
export function planFiles(
  targets: readonly Target[],
  before: ReadonlyMap<FilePath, Snapshot>,
  { bases, isUndo }: PlanOptions,
): readonly PlannedFile[] {
  const rebased = new Map<Target, PlannedFile>();
  const conflicts = targets.flatMap((target) => {
    const { change, source, place } = target;
    const amiss = isUndo ? existenceConflicts(target, before) : [];
    if (amiss.length > 0) return amiss;
    const current = before.get(source.path);
    const planned = rebaseFile(target, current, bases);
    if (planned !== undefined) rebased.set(target, planned);
    const found = planned === undefined ? findConflicts(change, current, source.shown) : [];
    if (source !== place && before.has(place.path)) {
      throw new LocklineError('FILE_EXISTS', { path: place.shown });
    }
    return found;
  });
  if (conflicts.length > 0) throw new LocklineError('CONFLICT', { conflicts });
  return targets.map(
    (target) => rebased.get(target) ?? planFile(target, before.get(target.source.path)),
  );
}

/** A file that is gone, or one in the place where another is to be. */
function existenceConflicts(
  { change: { expect, encoding }, source, place }: Target,
  before: ReadonlyMap<FilePath, Snapshot>,
): readonly Conflict[] {
  const { file } = expect;
  const current = before.get(source.path);
  const inTheWay = source === place ? undefined : before.get(place.path);
  const there = file === 'absent' ? current : inTheWay;
  return [
    ...(file !== 'absent' && current === undefined
      ? [{ path: source.shown, kind: 'missing', expected: file } as const]
      : []),
    ...(there === undefined ? [] : [absentConflict(place.shown, there, encoding)]),
  ];
}

function absentConflict(shown: string, there: Snapshot, encoding: string): Conflict {
  const file = { hash: there.hash, totalLines: readLines(there, encoding).count };
  return { path: shown, kind: 'absent', expected: '', actual: there.hash, file };
}

function rebaseFile(
  target: Target,
  current: Snapshot | undefined,
  bases: KnownBases,
): PlannedFile | undefined {
  const { change, source } = target;
  const base = current && bases.find(target, current);
  if (current === undefined || base === undefined) return undefined;
  if (findConflicts(change, base, source.shown).length > 0) return undefined;
  const made = change.rebase?.(base, current, source.shown);
  if (made?.revision === undefined) return undefined;
  const { revision, moves, meant } = made;
  if (bases.isMade(target, { base, meant, current })) return undefined;
  const next = nextVersions(target, current, revision).map((version) =>
    version.content === undefined
      ? version
      : { ...version, meant: { base: base.hash, result: meant } },
  );
  return { target, before: current, revision, next, rebased: { base, moves, meant } };
}

function planFile(target: Target, before: Snapshot | undefined): PlannedFile {
  const revision = target.change.revise(before, target.source.shown);
  return { target, before, revision, next: nextVersions(target, before, revision) };
}

function nextVersions(
  { change: { action, mode, encoding }, source, place }: Target,
  before: Snapshot | undefined,
  revision: Revision | undefined,
): readonly NextVersion[] {
  const content = revision?.content;
  const named = encoding === AUTO ? {} : { encoding };
  if (source !== place) {
    return [
      { path: source.path, content: undefined, action },
      { path: place.path, content, action, from: source.path, ...named },
    ];
  }
  if (isSame(content, before?.bytes)) return [];
  return [{ path: place.path, content, action, ...named, ...(mode !== undefined && { mode }) }];
}
