import { sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isLocklineError, LocklineError } from '../../../core/errors.js';
import { isIgnored, type IgnoreLevel } from '../../../core/paths/ignore-rules.js';
import { asFilePath, type FilePath } from '../../../core/path.js';
import type { Entry, ListOptions, Page } from '../../store.js';
import type { Anchor } from '../paths/anchor.js';
import type { Disk } from '../disk.js';
import { unless } from '../errno.js';
import { foldName } from '../paths/fold.js';
import type { ListedEntry } from '../fs-port.js';
import { createIgnoreFiles, type IgnoreFiles } from './ignore-files.js';
import { isOwnName } from '../paths/protect.js';
import { relativeInside } from '../paths/roots.js';

/** A directory that is still to be read. */
interface Pending {
  readonly path: string;
  readonly shown: string;
  /** Those that lead to it from its root. */
  readonly names: readonly string[];
  /** How many levels of it are to be listed. */
  readonly depth: number;
  /** The ignore rules in force above it. */
  readonly levels: readonly IgnoreLevel[];
}

/** A directory while it is read. */
interface Reading {
  readonly at: Pending;
  readonly anchor: Anchor;
  /** The ignore rules in force in it. */
  readonly levels: readonly IgnoreLevel[];
  readonly sizes: boolean;
}

/** So many entries are looked at before other work gets its turn. */
const PAGE_ENTRIES = 1000;

/** `WorkspaceStore.list`. One directory is open at a time, and each is checked to be where its name says. */
export async function* walk(
  start: FilePath,
  options: ListOptions,
  disk: Disk,
): AsyncGenerator<Page> {
  const shown = disk.confinement.display(start);
  const lone = loneEntry(start, shown, options, disk);
  if (lone !== undefined) {
    yield { shown, entries: [lone], ignored: 0 };
    return;
  }
  const ignoreFiles = createIgnoreFiles(disk);
  const pending: Pending[] = [
    { path: start, shown, depth: options.depth, ...rootedAt(start, ignoreFiles, disk) },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const below: Pending[] = [];
    const note = (directories: readonly Pending[]): void => {
      below.push(...directories);
    };
    for (const page of readDirectory(next, { ...options, ignoreFiles, note }, disk)) {
      options.signal.throwIfAborted();
      if (page.error !== undefined && next.path === start) throw page.error;
      yield page;
      await nextTurn();
    }
    // The last one in is the next one out.
    pending.push(...below.toReversed());
  }
}

/** The start, if it is not a directory. */
function loneEntry(
  path: FilePath,
  shown: string,
  { sizes }: ListOptions,
  { fs, ioErrors, confinement }: Disk,
): Entry | undefined {
  try {
    const { kind, size } = fs.lstat(path);
    if (kind === 'directory') return undefined;
    return { path, shown, kind, ...(sizes && kind === 'file' && { size }) };
  } catch (error) {
    const known = ioErrors(error, shown);
    if (!isLocklineError(known) || known.code !== 'FILE_NOT_FOUND') throw known;
    const near = confinement.near(path);
    throw new LocklineError('FILE_NOT_FOUND', { path: shown, ...(near !== undefined && { near }) });
  }
}

/** Of roots inside one another the outermost counts, so that the walk does not change its root on the way. */
function rootedAt(
  start: string,
  ignoreFiles: IgnoreFiles,
  { confinement }: Disk,
): Pick<Pending, 'names' | 'levels'> {
  const [root = start] = confinement.directories
    .filter((directory) => relativeInside(directory, start) !== undefined)
    .toSorted((a, b) => a.length - b.length);
  const names = (relativeInside(root, start) ?? '').split(sep).filter((name) => name !== '');
  return { names, levels: ignoreFiles.above(root, names) };
}

interface Steps extends ListOptions {
  readonly ignoreFiles: IgnoreFiles;
  /** Takes directories that are to be read next. */
  readonly note: (directories: readonly Pending[]) => void;
}

function* readDirectory(at: Pending, { sizes, ignoreFiles, note }: Steps, disk: Disk) {
  const { shown, names } = at;
  const opened = openDirectory(at, disk);
  if (isLocklineError(opened)) {
    yield { shown, entries: [], ignored: 0, error: opened };
    return;
  }
  const { anchor, listed } = opened;
  try {
    const present = new Set(listed.map(({ name }) => name));
    const mayHold = (name: string): boolean => present.has(name);
    const levels = ignoreFiles.extend(at.levels, { anchor, depth: names.length, mayHold });
    const reading = { at, anchor, levels, sizes };
    for (let from = 0; from === 0 || from < listed.length; from += PAGE_ENTRIES) {
      const page = readPage(listed.slice(from, from + PAGE_ENTRIES), reading, disk);
      if (at.depth > 1) note(directoriesBelow(page, reading));
      yield page;
    }
  } finally {
    anchor.close();
  }
}

function directoriesBelow({ entries }: Page, { at, levels }: Reading): readonly Pending[] {
  const directories = entries.filter(({ kind }) => kind === 'directory');
  return directories.map(({ path, shown }) => {
    const name = path.slice(path.lastIndexOf(sep) + 1);
    return { path, shown, names: [...at.names, name], depth: at.depth - 1, levels };
  });
}

/** Opens a directory and lists it by name. One that is gone by now is told like one that cannot be read. */
function openDirectory({ path, shown }: Pending, { anchors, fs, ioErrors }: Disk) {
  let anchor: Anchor | undefined;
  try {
    anchor = anchors.openDirectory(path);
    if (anchor === undefined) return new LocklineError('FILE_NOT_FOUND', { path: shown });
    const listed = fs.list(anchor.at('')).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return { anchor, listed };
  } catch (error) {
    anchor?.close();
    const known = ioErrors(error, shown);
    if (isLocklineError(known)) return known;
    throw known;
  }
}

function readPage(listed: readonly ListedEntry[], reading: Reading, disk: Disk): Page {
  const visible = listed.filter((entry) => isVisible(entry, reading, disk));
  const kept = visible.filter((entry) => isKept(entry, reading));
  return {
    shown: reading.at.shown,
    entries: kept.map((entry) => toEntry(entry, reading, disk)),
    ignored: visible.length - kept.length,
  };
}

/** Whether callers may know of it. What is above was judged when it was listed: only the name is new. */
function isVisible({ name }: ListedEntry, { at }: Reading, { confinement }: Disk): boolean {
  if (foldName(name) === '.git' || isOwnName(name)) return false;
  return !(confinement.hidesSome && confinement.isDenied(joined(at.path, name)));
}

function isKept({ name, kind }: ListedEntry, { at, levels }: Reading): boolean {
  return levels.length === 0 || !isIgnored(levels, [...at.names, name], kind === 'directory');
}

function toEntry({ name, kind }: ListedEntry, { at, anchor, sizes }: Reading, disk: Disk): Entry {
  const { fs, confinement } = disk;
  const path = asFilePath(joined(at.path, name));
  const inside = at.shown === '.' ? name : joined(at.shown, name);
  // Of roots inside one another, the inner one may be the first.
  const mayBeRoot = kind === 'directory' && confinement.directories.length > 1;
  const shown = mayBeRoot ? confinement.display(path) : inside;
  if (!sizes || kind !== 'file') return { path, shown, kind };
  const stat = unless(['ENOENT', 'EACCES'], () => fs.lstat(anchor.at(name)));
  return { path, shown, kind, ...(stat && { size: stat.size }) };
}

function joined(directory: string, name: string): string {
  return directory.endsWith(sep) ? directory + name : directory + sep + name;
}
