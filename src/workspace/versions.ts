import type { Snapshot } from '../core/change.js';
import { hashOf } from '../core/hash.js';
import type { Hash } from '../core/hash.js';
import type { FilePath } from '../core/path.js';
import type { LoggedFile } from '../store/history.js';
import type { See, WorkspaceStore } from '../store/store.js';

type Store = Pick<WorkspaceStore, 'history' | 'visit'>;

/** A version that a change found or made; `undefined` if it is neither kept nor the current one. */
export async function findVersion(
  store: Store,
  { path, from }: LoggedFile,
  hash: Hash,
  signal: AbortSignal,
): Promise<Snapshot | undefined> {
  for (const place of from === undefined ? [path] : [path, from.path]) {
    const kept = await store.history.version(place, hash);
    if (kept !== undefined) return kept;
  }
  const current = await readWhole(store, path, signal);
  return current?.hash === hash ? current : undefined;
}

/** The current version; `undefined` where there is none, or none that could be edited as text. */
export async function readWhole(
  store: Store,
  path: FilePath,
  signal: AbortSignal,
): Promise<Snapshot | undefined> {
  let found: Snapshot | undefined;
  const see: See = (file) => {
    if (file.kind !== 'text') return undefined;
    // The memory is used again after the visit.
    const bytes = Buffer.from(file.bytes);
    found = { path, bytes, hash: hashOf(bytes) };
    return undefined;
  };
  await store.visit([path], see, { maxBytes: Infinity, signal });
  return found;
}
