import type { Snapshot } from '../core/change.js';
import { LocklineError } from '../core/errors.js';
import { EMPTY_HASH, matches } from '../core/hash.js';
import type { Hash, HashPrefix } from '../core/hash.js';
import { hashText } from '../core/messages/phrase.js';
import { passageBetween } from '../core/rebase/since.js';
import type { FilePath } from '../core/path.js';
import type { LoggedChange, LoggedFile } from '../store/history.js';
import type { ResolvedPath, WorkspaceStore } from '../store/store.js';
import { encodingOf, lastEncoding } from './logged-encoding.js';
import { findVersion, readWhole } from './versions.js';

export type { LoggedChange, LoggedFile } from '../store/history.js';

/** Which part of the past is asked for; all that is given must hold. */
export interface HistoryRequest {
  /** As the caller named it. */
  readonly path?: string | undefined;
  /** Only with a path: the version that the caller knows. */
  readonly since?: HashPrefix | undefined;
  readonly changeId?: string | undefined;
  readonly limit: number;
}

export interface Past {
  /** The newest first. */
  readonly changes: readonly LoggedChange[];
  /** Whether there are older ones. */
  readonly isCut: boolean;
  /** When this was asked, in milliseconds since the epoch, as the times of changes are. */
  readonly readAt: number;
  /** How the file has changed since the version asked for. */
  readonly since?: SinceVersion;
}

/** How a file has changed since a version. */
export interface SinceVersion {
  readonly shown: string;
  readonly before: Hash;
  /** Absent if the file is gone, or cannot be read as text. */
  readonly now?: Hash;
  /** Unified diff; empty if none can be shown. */
  readonly diff: string;
}

type Store = Pick<WorkspaceStore, 'resolve' | 'history' | 'visit'>;

export interface PastParts {
  readonly store: Store;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * What is remembered. Throws what `resolve` does, and UNKNOWN_CHANGE for a change or a version that is not
 * kept.
 */
export async function readPast(
  { store, now }: PastParts,
  request: HistoryRequest,
  signal: AbortSignal,
): Promise<Past> {
  const { path: named, since, changeId: id, limit } = request;
  const place = named === undefined ? undefined : await store.resolve(named, 'read');
  const found = await store.history.changes({
    limit: limit + 1,
    ...(place && { path: place.path }),
    ...(id !== undefined && { id }),
  });
  if (id !== undefined && found.length === 0) {
    throw unknown(place === undefined ? `Change ${id}` : `A change ${id} of ${place.shown}`);
  }
  const changes = found.slice(0, limit);
  const past = { changes, isCut: found.length > limit, readAt: now() };
  if (place === undefined || since === undefined) return past;
  const passage = await readSince(store, place, { meant: since, signal });
  return { ...past, ...changesSince(past, place.path, passage), since: passage };
}

async function readSince(
  store: Store,
  { path, shown }: ResolvedPath,
  { meant, signal }: { readonly meant: HashPrefix; readonly signal: AbortSignal },
): Promise<SinceVersion> {
  const encoding = await lastEncoding(store.history, path);
  const current = await readWhole(store, path, { encoding, signal });
  const isCurrent = current !== undefined && matches(current.hash, meant);
  const base = isCurrent ? current : await store.history.version(path, meant);
  if (base === undefined) throw unknown(`The version ${hashText(meant)} of ${shown}`);
  const diff = current === undefined ? '' : passageBetween(base, current, encoding).diff;
  return { shown, before: base.hash, ...(current && { now: current.hash }), diff };
}

/** Those that came after the version was last the current one. */
function changesSince(
  { changes, isCut }: Past,
  path: FilePath,
  { before, now }: SinceVersion,
): Pick<Past, 'changes' | 'isCut'> {
  if (before === now) return { changes: [], isCut: false };
  const find = (is: (file: LoggedFile) => boolean): number =>
    changes.findIndex(({ files }) => files.some((file) => file.path === path && is(file)));
  const left = find((file) => file.before === before);
  if (left !== -1) return { changes: changes.slice(0, left + 1), isCut: false };
  // Another program may have written over it.
  const made = find((file) => file.after === before);
  return made === -1 ? { changes, isCut } : { changes: changes.slice(0, made), isCut: false };
}

function unknown(what: string): LocklineError<'UNKNOWN_CHANGE'> {
  return new LocklineError('UNKNOWN_CHANGE', { what });
}

/** One file of a change, and what it did to it. */
export interface FileDiff {
  readonly file: LoggedFile;
  /** Unified diff, empty if none can be shown; absent if a version is not kept. */
  readonly diff?: string;
}

/** What a change did to each of its files. */
export function readDiffs(
  store: Store,
  { files }: LoggedChange,
  signal: AbortSignal,
): Promise<readonly FileDiff[]> {
  return Promise.all(files.map((file) => readDiff(store, file, signal)));
}

async function readDiff(store: Store, file: LoggedFile, signal: AbortSignal): Promise<FileDiff> {
  if (file.before === file.after) return { file, diff: '' };
  const versionOf = (hash: Hash | undefined): Promise<Snapshot | undefined> | Snapshot =>
    hash === undefined ? nothing(file) : findVersion(store, file, hash, signal);
  const [before, after] = await Promise.all([versionOf(file.before), versionOf(file.after)]);
  if (before === undefined || after === undefined) return { file };
  return { file, diff: passageBetween(before, after, encodingOf(file)).diff };
}

/** What stands for a file where there is none. */
function nothing({ path }: LoggedFile): Snapshot {
  return { path, bytes: Buffer.alloc(0), hash: EMPTY_HASH };
}
