import type { FileChange, Snapshot } from '../core/change.js';
import { hasCode } from '../core/errors.js';
import type { FilePath } from '../core/path.js';
import type { Plan, WorkspaceStore } from '../store/store.js';
import { createBases } from './bases.js';
import type { Bases } from './bases.js';
import { withDeparture } from './departure.js';
import { explainConflict } from './explain.js';
import { nothingAdded } from './own-changes.js';
import type { OwnChanges, Step } from './own-changes.js';
import { planFiles } from './plan.js';
import type { PlannedFile, Target } from './plan.js';
import { fileResult } from './result.js';
import { placesOf, resolveTargets } from './targets.js';
import type { CommitOptions, CommitResult } from './workspace.js';

/** The store's `transact` or `preview`; gives the id of the change. */
export type Run = (paths: readonly FilePath[], plan: Plan) => Promise<string | undefined>;

export interface CommitParts {
  readonly store: Pick<WorkspaceStore, 'resolve' | 'history'>;
  readonly own: OwnChanges;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Resolves the paths of a change set, lets `run` carry it out and tells what became of each file, in
 * request order. A stale change is rebased where `onStale` allows it and the version that it means can be
 * found. Throws what the store does, INVALID_ARGUMENT for a file named twice, NOT_A_FILE for a delete or
 * move through a link, and CONFLICT with every conflict of every file.
 */
export async function runChanges(
  parts: CommitParts,
  changes: readonly FileChange[],
  options: CommitOptions,
  run: Run,
): Promise<CommitResult> {
  const targets = await resolveTargets(parts.store, changes);
  const paths = targets.flatMap(placesOf).map(({ path }) => path);
  const bases = createBases(parts, options);
  for (;;) {
    const attempt = createAttempt(parts.own, { targets, bases, options });
    try {
      const changeId = await run(paths, attempt.plan);
      attempt.confirm();
      return { changeId, files: attempt.planned().map((file) => resultOf(file, parts.own)) };
    } catch (error) {
      attempt.takeBack();
      if (!hasCode(error, 'CONFLICT')) throw await explainMissing(error, targets, parts, options);
      const before = attempt.before();
      // The plan cannot wait for versions to be fetched. Each is fetched once, so this comes to an end.
      if (await bases.load(targets, before)) continue;
      throw await explainConflict(error, { ...parts, targets, bases, before, options });
    }
  }
}

function explainMissing(
  error: unknown,
  targets: readonly Target[],
  { store, now }: CommitParts,
  { author }: CommitOptions,
): Promise<unknown> {
  if (!hasCode(error, 'FILE_NOT_FOUND')) return Promise.resolve(error);
  const missing = targets.find(({ source }) => source.shown === error.details.path);
  return withDeparture(error, store, missing?.source.path, { author, now: now() });
}

/** One try to carry the changes out, in the versions that it found. */
interface Attempt {
  readonly plan: Plan;
  /** The files as they were when the plan was made, and what it makes of them. */
  before(): ReadonlyMap<FilePath, Snapshot>;
  planned(): readonly PlannedFile[];
  /** It was carried out. */
  confirm(): void;
  /** It was not: takes out what was noted as made. */
  takeBack(): void;
}

interface Asked {
  readonly targets: readonly Target[];
  readonly bases: Bases;
  readonly options: CommitOptions;
}

function createAttempt(own: OwnChanges, { targets, bases, options }: Asked): Attempt {
  const planOptions = { bases, isUndo: options.undoes !== undefined };
  let added = nothingAdded;
  let planned: readonly PlannedFile[] = [];
  let before: ReadonlyMap<FilePath, Snapshot> = new Map();
  return {
    // A store may ask twice, when it had to make directories in between; the last answer counts.
    plan(found) {
      added.takeBack();
      before = found;
      planned = planFiles(targets, before, planOptions);
      added = own.add(planned.flatMap((file) => stepsOf(file, options)));
      return planned.flatMap(({ next }) => next);
    },
    before: () => before,
    planned: () => planned,
    confirm: () => {
      added.confirm();
    },
    takeBack: () => {
      added.takeBack();
    },
  };
}

function stepsOf(
  { target: { place }, before, revision, next, rebased }: PlannedFile,
  { author }: CommitOptions,
): readonly Step[] {
  if (before === undefined || revision === undefined || next.length === 0) return [];
  const meant = rebased && { base: rebased.base.hash, result: rebased.meant };
  const after = revision.content;
  return [{ path: place.path, before, after, author, ...(meant && { meant }) }];
}

function resultOf(file: PlannedFile, own: OwnChanges) {
  const { rebased, before, target } = file;
  if (rebased === undefined || before === undefined) return fileResult(file, undefined);
  const from = rebased.base.hash;
  return fileResult(file, own.distance(target.source.path, { from, to: before.hash }));
}
