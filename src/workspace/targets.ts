import type { FileChange } from '../core/change.js';
import { LocklineError } from '../core/errors.js';
import type { FilePath } from '../core/path.js';
import type { ResolvedPath, WorkspaceStore } from '../store/store.js';
import type { Target } from './plan.js';

/**
 * The changes of one call with their paths resolved. Throws what `resolve` does, INVALID_ARGUMENT for a file
 * named twice, and NOT_A_FILE for a delete or move through a link.
 */
export async function resolveTargets(
  store: Pick<WorkspaceStore, 'resolve'>,
  changes: readonly FileChange[],
): Promise<readonly Target[]> {
  const targets = await Promise.all(changes.map((change) => resolveTarget(store, change)));
  refuseTwice(targets.flatMap(placesOf));
  return targets;
}

/** The files that a change touches: two for a move. */
export function placesOf({ source, place }: Target): readonly ResolvedPath[] {
  return source === place ? [place] : [source, place];
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
