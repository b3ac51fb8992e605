import type { FileChange } from '../core/change.js';
import { LocklineError } from '../core/errors.js';
import type { FilePath } from '../core/path.js';
import type { Plan, ResolvedPath, WorkspaceStore } from '../store/store.js';
import { planFiles } from './plan.js';
import type { PlannedFile, Target } from './plan.js';
import { fileResult } from './result.js';
import type { FileResult } from './workspace.js';

/** The store's `transact` or `preview`. */
type Run = (paths: readonly FilePath[], plan: Plan) => Promise<void>;

/**
 * Resolves the paths of a change set, lets `run` carry it out and tells what became of each file, in
 * request order. Throws what the store does, INVALID_ARGUMENT for a file named twice, NOT_A_FILE for a
 * delete or move through a link, and CONFLICT with every conflict of every file.
 */
export async function runChanges(
  store: Pick<WorkspaceStore, 'resolve'>,
  changes: readonly FileChange[],
  run: Run,
): Promise<readonly FileResult[]> {
  const targets = await Promise.all(changes.map((change) => resolveTarget(store, change)));
  const places = targets.flatMap(({ source, place }) =>
    source === place ? [place] : [source, place],
  );
  refuseTwice(places);
  let planned: readonly PlannedFile[] = [];
  await run(
    places.map(({ path }) => path),
    (before) => {
      // A store may ask twice, when it had to make directories in between; the last answer counts.
      planned = planFiles(targets, before);
      return planned.flatMap(({ next }) => next);
    },
  );
  return planned.map(fileResult);
}

async function resolveTarget(
  store: Pick<WorkspaceStore, 'resolve'>,
  change: FileChange,
): Promise<Target> {
  const place = await store.resolve(change.path, 'write');
  if (change.from === undefined) {
    if (change.action === 'delete') refuseLink(place, change.path);
    return { change, source: place, place };
  }
  const source = await store.resolve(change.from, 'write');
  refuseLink(source, change.from);
  return { change, source, place };
}

/** To take away a link's target, or the link itself: neither is surely what the caller means. */
function refuseLink({ viaLink }: ResolvedPath, named: string): void {
  if (viaLink) throw new LocklineError('NOT_A_FILE', { path: named, found: 'a symbolic link' });
}

function refuseTwice(places: readonly ResolvedPath[]): void {
  const seen = new Set<FilePath>();
  for (const { path, shown } of places) {
    if (seen.has(path)) {
      throw new LocklineError('INVALID_ARGUMENT', {
        what: `${shown} is named twice in one call`,
        hint: 'Give all changes of a file in one entry. The new path of a move counts as named',
      });
    }
    seen.add(path);
  }
}
