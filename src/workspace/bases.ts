import type { Snapshot } from '../core/change.js';
import { matches } from '../core/hash.js';
import type { HashPrefix } from '../core/hash.js';
import type { FilePath } from '../core/path.js';
import type { WorkspaceStore } from '../store/store.js';
import type { OwnChanges } from './own-changes.js';
import type { KnownBases, Meant, Target } from './plan.js';
import type { CommitOptions } from './workspace.js';

/** The versions that stale hashes of one commit name. */
export interface Bases extends KnownBases {
  /** Fetches those that `find` would give if they were at hand; whether there are any. */
  load(targets: readonly Target[], before: ReadonlyMap<FilePath, Snapshot>): Promise<boolean>;
  /** The version that the hash of a change names, whether or not it may be rebased. */
  fetch(path: FilePath, hash: HashPrefix): Promise<Snapshot | undefined>;
  /** Whether all that led from one version to the other was made through this workspace. */
  isAllOwn(target: Target, way: Pick<Meant, 'base' | 'current'>): boolean;
}

export interface BasesParts {
  readonly store: Pick<WorkspaceStore, 'history'>;
  readonly own: OwnChanges;
}

export function createBases(
  { store, own }: BasesParts,
  { author, onStale }: Pick<CommitOptions, 'author' | 'onStale'>,
): Bases {
  const fetched = new Map<FilePath, Snapshot | undefined>();

  const mayRebase = (path: FilePath, from: HashPrefix, { hash: to }: Snapshot): boolean =>
    onStale === 'rebase' ||
    (onStale === 'own' && own.distance(path, { from, to, author }) !== undefined);

  const atHand = (path: FilePath, hash: HashPrefix): Snapshot | undefined =>
    fetched.get(path) ?? own.version(path, hash);

  const fetch: Bases['fetch'] = async (path, hash) => {
    const known = atHand(path, hash);
    if (known !== undefined || fetched.has(path)) return known;
    const version = await store.history.version(path, hash);
    fetched.set(path, version);
    return version;
  };

  return {
    fetch,
    find(target, current) {
      const { path } = target.source;
      const stale = staleHash(target, current);
      if (stale === undefined || !mayRebase(path, stale, current)) return undefined;
      return atHand(path, stale);
    },
    isAllOwn: ({ source }, way) => isAllOwn(source.path, way, own),
    isMade: ({ source }, change) => isMade(source.path, change, { store, own }),
    async load(targets, before) {
      const wanted = targets.flatMap((target): readonly Promise<Snapshot | undefined>[] => {
        const { path } = target.source;
        const current = before.get(path);
        if (current === undefined || fetched.has(path)) return [];
        const stale = staleHash(target, current);
        if (stale === undefined || !mayRebase(path, stale, current)) return [];
        return atHand(path, stale) === undefined ? [fetch(path, stale)] : [];
      });
      return (await Promise.all(wanted)).some((version) => version !== undefined);
    },
  };
}

function isMade(
  path: FilePath,
  { base, current, meant: result }: Meant,
  { store, own }: BasesParts,
): boolean {
  // One that changes nothing, as a move, is like any other.
  if (base.hash === result) return false;
  const meant = { base: base.hash, result };
  if (own.isMade(path, meant)) return true;
  // Other processes may have made what did not go through this one; the locks keep them from making more.
  const isLogAsked = !isAllOwn(path, { base, current }, own);
  return isLogAsked && store.history.repeated(path, meant) !== undefined;
}

function isAllOwn(
  path: FilePath,
  { base, current }: Pick<Meant, 'base' | 'current'>,
  own: OwnChanges,
): boolean {
  return own.distance(path, { from: base.hash, to: current.hash }) !== undefined;
}

/** The hash by which a change that can be rebased names another version than the current one. */
function staleHash({ change }: Target, { hash }: Snapshot): HashPrefix | undefined {
  const { file } = change.expect;
  if (change.rebase === undefined || file === 'absent' || matches(hash, file)) return undefined;
  return file;
}
