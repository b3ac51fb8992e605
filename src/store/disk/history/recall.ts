import type { Meaning, Snapshot } from '../../../core/change.js';
import type { HashPrefix } from '../../../core/hash.js';
import { asFilePath, type FilePath } from '../../../core/path.js';
import { isRepeated, type ChangeFilter, type History } from '../../history.js';
import type { LoggedChange, LoggedFile } from '../../history.js';
import type { Confinement } from '../paths/confine.js';
import type { Excuse } from './excuse.js';
import { readLines, readLinesNow, type LogQuery } from './change-log.js';
import { findVersion } from './find-version.js';
import { closeHome, type Homes } from './home.js';
import type { ReadOptions } from './kept-versions.js';
import { idMark, pathMark, versionMark } from './log-line.js';
import type { LogFile, LogLine } from './log-line.js';
import { loggedPath, pathOfLogged, type Places } from './places.js';

interface Parts extends ReadOptions {
  readonly confinement: Confinement;
  readonly homes: Homes;
  readonly places: Places;
  readonly excuse: Excuse;
}

/** Answers questions about the past from what the disk holds, which other processes write, too. */
export function createRecall(parts: Parts): History {
  /** Asks for what may be missing, also because it cannot be read. */
  const tolerating = async <T>(work: Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      parts.excuse(error);
      return otherwise;
    }
  };
  return {
    version: (path, hash) => tolerating(versionOf(path, hash, parts), undefined),
    changes: (filter) => tolerating(findChanges(filter, parts), []),
    repeated: (path, meant) => {
      try {
        return findRepeated(path, meant, parts);
      } catch (error) {
        parts.excuse(error);
        return undefined;
      }
    },
  };
}

/** Mostly the version was left a moment ago, and the end of the log tells all. */
function findRepeated(path: FilePath, meant: Meaning, parts: Parts): string | undefined {
  const root = parts.places.rootOf(path);
  const home = root === undefined ? undefined : parts.homes.open(root);
  if (root === undefined || home === undefined) return undefined;
  const name = loggedPath(root, path);
  try {
    for (const { id, files } of readLinesNow(parts.fs, home.log, versionMark(meant.base))) {
      const steps = files.filter((file) => concerns(file, name));
      if (steps.some((step) => isRepeated(step, meant))) return id;
      if (steps.some(({ before, after }) => [before, after].includes(meant.base))) return undefined;
    }
    return undefined;
  } finally {
    closeHome(home);
  }
}

async function versionOf(
  path: FilePath,
  hash: HashPrefix,
  parts: Parts,
): Promise<Snapshot | undefined> {
  const root = parts.places.rootOf(path);
  const home = root === undefined ? undefined : parts.homes.open(root);
  if (root === undefined || home === undefined) return undefined;
  try {
    const found = await findVersion(home, { path: loggedPath(root, path), hash }, parts);
    return found && { path, ...found };
  } finally {
    closeHome(home);
  }
}

/** A line with the root in whose log it stands. */
interface Found {
  readonly root: string;
  readonly line: LogLine;
}

async function findChanges(filter: ChangeFilter, parts: Parts): Promise<readonly LoggedChange[]> {
  const changes: LoggedChange[] = [];
  const seen = new Set<string>();
  const undoneBy = new Map<string, string>();
  if (filter.limit <= 0) return changes;
  for await (const found of newestFirst(filter, parts)) {
    const { id, undoes } = found.line;
    if (undoes !== undefined && !undoneBy.has(undoes)) undoneBy.set(undoes, id);
    // A change over several roots stands in the log of each.
    if (seen.has(id) || !isWanted(found, filter)) continue;
    seen.add(id);
    const change = toChange(found, undoneBy.get(id), parts.confinement);
    if (change !== undefined) changes.push(change);
    if (changes.length >= filter.limit) break;
  }
  return changes;
}

function isWanted({ root, line }: Found, { path, id, since = -Infinity }: ChangeFilter): boolean {
  if (line.time <= since || (id !== undefined && line.id !== id)) return false;
  return path === undefined || line.files.some((file) => concerns(file, loggedPath(root, path)));
}

function concerns({ path, from }: Pick<LogFile, 'path' | 'from'>, wanted: string): boolean {
  return path === wanted || from === wanted;
}

/** Of the logs of all roots that can hold such a change: of those at hand always the newest line. */
async function* newestFirst(filter: ChangeFilter, parts: Parts): AsyncGenerator<Found> {
  const { places } = parts;
  const roots =
    filter.path === undefined
      ? places.roots
      : places.roots.filter((root) => root === places.rootOf(filter.path ?? ''));
  const sources = roots.map((root) => linesOf(root, filter, parts));
  try {
    const heads = await Promise.all(sources.map((source) => source.next()));
    for (;;) {
      const newest = indexOfNewest(heads);
      const head = heads[newest];
      const source = sources[newest];
      if (head === undefined || source === undefined || head.done === true) return;
      yield head.value;
      heads[newest] = await source.next();
    }
  } finally {
    for (const source of sources) await source.return(undefined);
  }
}

function indexOfNewest(heads: readonly IteratorResult<Found, undefined>[]): number {
  const times = heads.map((head) => (head.done === true ? -Infinity : head.value.line.time));
  return times.indexOf(Math.max(...times));
}

async function* linesOf(
  root: string,
  { path, id, since }: ChangeFilter,
  { fs, homes }: Parts,
): AsyncGenerator<Found, undefined> {
  const home = homes.open(root);
  if (home === undefined) return;
  const mark = id === undefined ? path && pathMark(loggedPath(root, path)) : idMark(id);
  const query: LogQuery = { mark, since };
  try {
    for await (const line of readLines(fs, home.log, query)) yield { root, line };
  } finally {
    closeHome(home);
  }
}

/** A change as this server may tell it; `undefined` if it may tell nothing of it. */
function toChange(
  { root, line }: Found,
  undoneBy: string | undefined,
  confinement: Confinement,
): LoggedChange | undefined {
  const told = line.files.map((file) => toFile(file, root, confinement));
  const files = told.filter((file) => file !== undefined);
  if (files.length === 0) return undefined;
  const isWhole = line.files.every(({ from }, index) => {
    const file = told[index];
    return file !== undefined && (file.from === undefined) === (from === undefined);
  });
  return {
    ...line,
    ...(undoneBy !== undefined && { undoneBy }),
    ...(!isWhole && { isPartial: true }),
    files,
  };
}

function toFile(
  { path, from, delta: _delta, ...rest }: LogFile,
  root: string,
  confinement: Confinement,
): LoggedFile | undefined {
  const place = visible(pathOfLogged(root, path), confinement);
  if (place === undefined) return undefined;
  const source = from === undefined ? undefined : visible(pathOfLogged(root, from), confinement);
  return { ...rest, ...place, ...(source && { from: source }) };
}

function visible(
  path: string,
  confinement: Confinement,
): { readonly path: FilePath; readonly shown: string } | undefined {
  if (!confinement.isInside(path) || confinement.isHidden(path)) return undefined;
  return { path: asFilePath(path), shown: confinement.display(path) };
}
