import type { Snapshot } from '../core/change.js';
import { hashOf } from '../core/hash.js';
import type { Hash } from '../core/hash.js';
import type { FilePath } from '../core/path.js';
import type { LoggedFile } from '../store/history.js';
import type { See, VisitOptions, WorkspaceStore } from '../store/store.js';
import { encodingOf } from './logged-encoding.js';

type Store = Pick<WorkspaceStore, 'history' | 'visit'>;

/** A version that a change found or made; `undefined` if it is neither kept nor the current one. */
export async function findVersion(
  store: Store,
  file: LoggedFile,
  hash: Hash,
  signal: AbortSignal,
): Promise<Snapshot | undefined> {
  const { path, from } = file;
  for (const place of from === undefined ? [path] : [path, from.path]) {
    const kept = await store.history.version(place, hash);
    if (kept !== undefined) return kept;
  }
  const current = await readWhole(store, path, { encoding: encodingOf(file), signal });
  return current?.hash === hash ? current : undefined;
}

/** The current version; `undefined` where there is none, or none that is text in the encoding named. */
export async function readWhole(
  store: Store,
  path: FilePath,
  options: Omit<VisitOptions, 'maxBytes'>,
): Promise<Snapshot | undefined> {
  let found: Snapshot | undefined;
  const see: See = (file) => {
    if (file.kind !== 'text') return undefined;
    // The memory is used again after the visit.
    const bytes = Buffer.from(file.bytes);
    found = { path, bytes, hash: hashOf(bytes) };
    return undefined;
  };
  await store.visit([path], see, { ...options, maxBytes: Infinity });
  return found;
}
