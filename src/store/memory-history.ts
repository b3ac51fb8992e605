import type { Meaning, Snapshot } from '../core/change.js';
import { hashOf, matches } from '../core/hash.js';
import type { FilePath } from '../core/path.js';
import { isRepeated, type ChangeFilter, type History } from './history.js';
import type { LoggedChange, LoggedFile } from './history.js';
import type { NextVersion, TransactOptions } from './store.js';

/** A change that has just been made. */
interface MadeChange {
  readonly before: ReadonlyMap<FilePath, Snapshot>;
  /** Only files that are different now. */
  readonly next: readonly NextVersion[];
  readonly options: TransactOptions;
}

/** A history that forgets nothing. */
export interface MemoryHistory extends History {
  /** Gives the id of the change; `undefined` where nothing has changed. */
  record(change: MadeChange): string | undefined;
}

export interface MemoryHistoryOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How results name a path. */
  readonly show: (path: FilePath) => string;
}

const ID_LENGTH = 8;

export function createMemoryHistory({ now, show }: MemoryHistoryOptions): MemoryHistory {
  const log: LoggedChange[] = [];
  const versions: Snapshot[] = [];

  return {
    version: async (path, hash) => {
      const found = versions.filter((one) => one.path === path && matches(one.hash, hash));
      return new Set(found.map((one) => one.hash)).size === 1 ? found[0] : undefined;
    },
    changes: async (filter) => newestFirst(log, filter),
    repeated: (path, meant) => findRepeated(log, path, meant),
    record: ({ before, next, options: { author, tool, undoes } }) => {
      if (next.length === 0) return undefined;
      const id = hashOf(Buffer.from(String(log.length))).slice(0, ID_LENGTH);
      const files = loggedFiles(before, next, show);
      log.push({ id, time: now(), agent: author, tool, ...(undoes && { undoes }), files });
      versions.push(...next.flatMap((one) => versionsOf(before, one)));
      return id;
    },
  };
}

function newestFirst(
  log: readonly LoggedChange[],
  { path, id, since = -Infinity, limit }: ChangeFilter,
): readonly LoggedChange[] {
  const undoneBy = new Map(log.map((change) => [change.undoes, change.id]));
  return log
    .toReversed()
    .filter((change) => change.time > since && (id === undefined || change.id === id))
    .filter(({ files }) => path === undefined || files.some((file) => concerns(file, path)))
    .slice(0, limit)
    .map((change) => {
      const undo = undoneBy.get(change.id);
      return { ...change, ...(undo !== undefined && { undoneBy: undo }) };
    });
}

function findRepeated(
  log: readonly LoggedChange[],
  path: FilePath,
  meant: Meaning,
): string | undefined {
  for (const { id, files } of log.toReversed()) {
    const steps = files.filter((file) => concerns(file, path));
    if (steps.some((step) => isRepeated(step, meant))) return id;
    if (steps.some(({ before, after }) => [before, after].includes(meant.base))) return undefined;
  }
  return undefined;
}

function concerns({ path, from }: LoggedFile, wanted: FilePath): boolean {
  return path === wanted || from?.path === wanted;
}

/** A move is told once, where the file is now. */
function loggedFiles(
  before: ReadonlyMap<FilePath, Snapshot>,
  next: readonly NextVersion[],
  show: (path: FilePath) => string,
): readonly LoggedFile[] {
  const sources = new Set(next.map(({ from }) => from));
  return next
    .filter(({ path, content }) => content !== undefined || !sources.has(path))
    .map(({ path, content, action, from, encoding, meant }) => {
      const former = before.get(from ?? path);
      return {
        path,
        shown: show(path),
        action,
        ...(former && { before: former.hash }),
        ...(content && { after: content.hash }),
        ...(encoding !== undefined && { encoding }),
        ...(meant && { meant }),
        ...(from !== undefined && { from: { path: from, shown: show(from) } }),
      };
    });
}

/** What a change has found and what it made. What a move replaces is known under the new name, too. */
function versionsOf(
  before: ReadonlyMap<FilePath, Snapshot>,
  { path, from, content }: NextVersion,
): readonly Snapshot[] {
  const snapshot = before.get(from ?? path);
  const made = content && { bytes: Buffer.concat(content.slices), hash: content.hash };
  return [snapshot, made].flatMap((version) => (version ? [{ ...version, path }] : []));
}
