import type { FileChange, Revision, Snapshot } from '../core/change.js';
import { LocklineError } from '../core/errors.js';
import { findConflicts } from '../core/expect.js';
import type { FilePath } from '../core/path.js';
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
}

/**
 * Checks every expectation of every file and only then revises. Pure. Throws CONFLICT with all conflicts,
 * or the first refusal.
 */
export function planFiles(
  targets: readonly Target[],
  before: ReadonlyMap<FilePath, Snapshot>,
): readonly PlannedFile[] {
  const conflicts = targets.flatMap(({ change, source, place }) => {
    const found = findConflicts(change, before.get(source.path), source.shown);
    if (source !== place && before.has(place.path)) {
      throw new LocklineError('FILE_EXISTS', { path: place.shown });
    }
    return found;
  });
  if (conflicts.length > 0) throw new LocklineError('CONFLICT', { conflicts });
  return targets.map((target) => planFile(target, before.get(target.source.path)));
}

function planFile(target: Target, before: Snapshot | undefined): PlannedFile {
  const revision = target.change.revise(before, target.source.shown);
  return { target, before, revision, next: nextVersions(target, before, revision) };
}

function nextVersions(
  { source, place }: Target,
  before: Snapshot | undefined,
  revision: Revision | undefined,
): readonly NextVersion[] {
  const content = revision?.content;
  if (source !== place) {
    return [
      { path: source.path, content: undefined },
      { path: place.path, content, from: source.path },
    ];
  }
  return content?.hash === before?.hash ? [] : [{ path: place.path, content }];
}
