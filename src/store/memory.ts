import { posix } from 'node:path';
import type { Snapshot } from '../core/change.js';
import { isSame } from '../core/content.js';
import { binaryAt } from '../core/text/binary.js';
import { AUTO, HEAD_SIZE, resolveEncoding } from '../core/text/encoding.js';
import { isLocklineError, LocklineError } from '../core/errors.js';
import { hashOf } from '../core/hash.js';
import { isIgnored, parseIgnoreRules } from '../core/paths/ignore-rules.js';
import type { IgnoreLevel } from '../core/paths/ignore-rules.js';
import { asFilePath } from '../core/path.js';
import type { FilePath } from '../core/path.js';
import type { LineRange } from '../core/range.js';
import { createScanner } from '../core/scan/scan.js';
import type { FileScan } from '../core/scan/scan.js';
import { isDirectory, locate, refuseBelowFile, resolvePath, ROOT, show } from './memory-files.js';
import type { Files } from './memory-files.js';
import { createMemoryHistory } from './memory-history.js';
import type { Entry, ListOptions, Page, WholeFile, WorkspaceStore } from './store.js';
import type { NextVersion, Plan, ReadRequest, VisitOptions } from './store.js';

/** A store in memory that can also be looked at and written to from outside. */
export interface MemoryStore extends WorkspaceStore {
  /** The bytes of a file, by its absolute path or relative to the root; undefined where there is none. */
  bytes(path: string): Buffer | undefined;
  /** Puts a file there, as a program that takes no lock would; without bytes takes it away. */
  put(path: string, bytes: Uint8Array | undefined): void;
}

/** All that a result can show, and more. */
const KEEP = { keepLineBytes: 64 * 1024, keepRangeBytes: 1024 * 1024 };

/**
 * A store of one root in a Map, case-sensitive, without links; directories exist where a file is below.
 * It is the model that other stores are compared with: a transaction is one synchronous step from the
 * whole Map to the next, so none can come between.
 */
export function createMemoryStore(
  initial: Readonly<Record<string, string | Uint8Array>> = {},
  { now = Date.now }: { readonly now?: () => number } = {},
): MemoryStore {
  let files: Files = new Map(
    Object.entries(initial).map(([path, content]) => [locate(path), Buffer.from(content)]),
  );
  const history = createMemoryHistory({ now, show });

  return {
    roots: [ROOT],
    history,
    resolve: async (path) => resolvePath(files, path),
    read: async (requests, signal) => {
      signal.throwIfAborted();
      return requests.map((request) => readFile(files, request));
    },
    list: async function* list(start, options) {
      for (const page of listFiles(files, start, options)) {
        options.signal.throwIfAborted();
        yield page;
      }
    },
    visit: async (paths, see, { signal, ...options }) => {
      for (const path of paths) {
        signal.throwIfAborted();
        await see(wholeFile(files.get(path), path, options), path);
      }
    },
    transact: async (paths, plan, options) => {
      options.signal.throwIfAborted();
      const step = nextFiles(files, paths, plan);
      files = step.files;
      return history.record({ ...step, options });
    },
    preview: async (paths, plan, { signal }) => {
      signal.throwIfAborted();
      nextFiles(files, paths, plan);
    },
    recover: async () => ({ resolved: [], left: [] }),
    close: async () => undefined,
    bytes: (path) => files.get(locate(path)),
    put: (path, bytes) => {
      const others = [...files].filter(([other]) => other !== locate(path));
      files = new Map(bytes ? [...others, [locate(path), Buffer.from(bytes)]] : others);
    },
  };
}

function readFile(files: Files, { path, ranges, encoding }: ReadRequest): FileScan | LocklineError {
  const bytes = files.get(path);
  if (bytes !== undefined) return scanBytes(bytes, ranges, encoding);
  return isDirectory(files, path)
    ? new LocklineError('NOT_A_FILE', { path: show(path), found: 'a directory' })
    : new LocklineError('FILE_NOT_FOUND', { path: show(path) });
}

function scanBytes(
  bytes: Buffer,
  ranges: readonly LineRange[],
  encoding: string,
): FileScan | LocklineError {
  try {
    const scanner = createScanner({ encoding, ranges, ...KEEP });
    scanner.push(bytes);
    return scanner.finish();
  } catch (error) {
    if (isLocklineError(error)) return error;
    throw error;
  }
}

/** The pages of a directory and of those below it. */
function* listFiles(files: Files, start: FilePath, options: ListOptions): Generator<Page> {
  const shown = show(start);
  if (files.has(start)) {
    yield { shown, entries: [toEntry(files, start, options)], ignored: 0 };
  } else if (isDirectory(files, start)) {
    yield* listDirectory(files, start, options);
  } else {
    throw new LocklineError('FILE_NOT_FOUND', { path: shown });
  }
}

function* listDirectory(files: Files, directory: FilePath, options: ListOptions): Generator<Page> {
  const held = childrenOf(files, directory).filter(
    (path) => posix.basename(path).toLowerCase() !== '.git',
  );
  const levels = levelsAt(files, directory);
  const paths = held.filter((path) => !isIgnored(levels, namesOf(path), !files.has(path)));
  const entries = paths.map((path) => toEntry(files, path, options));
  yield { shown: show(directory), entries, ignored: held.length - paths.length };
  if (options.depth <= 1) return;
  for (const { path, kind } of entries) {
    if (kind === 'directory') {
      yield* listDirectory(files, path, { ...options, depth: options.depth - 1 });
    }
  }
}

function childrenOf(files: Files, directory: FilePath): readonly FilePath[] {
  const prefix = `${directory}/`;
  const names = [...files.keys()]
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length).split('/')[0] ?? '');
  return [...new Set(names)].toSorted().map((name) => asFilePath(prefix + name));
}

function toEntry(files: Files, path: FilePath, { sizes }: ListOptions): Entry {
  const bytes = files.get(path);
  const kind = bytes === undefined ? 'directory' : 'file';
  return { path, shown: show(path), kind, ...(sizes && bytes && { size: bytes.length }) };
}

/** The ignore files of the directories from the root down to this one. */
function levelsAt(files: Files, directory: FilePath): readonly IgnoreLevel[] {
  const names = namesOf(directory);
  return [ROOT, ...names].flatMap((_, depth) => {
    const bytes = files.get(locate(posix.join(...names.slice(0, depth), '.gitignore')));
    return bytes === undefined ? [] : [{ rules: parseIgnoreRules(bytes.toString()), depth }];
  });
}

function namesOf(path: FilePath): readonly string[] {
  return path === ROOT ? [] : posix.relative(ROOT, path).split('/');
}

function wholeFile(
  bytes: Buffer | undefined,
  path: FilePath,
  { maxBytes, encoding: name = AUTO }: Omit<VisitOptions, 'signal'>,
): WholeFile {
  if (bytes === undefined) {
    const error = new LocklineError('FILE_NOT_FOUND', { path: show(path) });
    return { kind: 'unreadable', error };
  }
  if (bytes.length > maxBytes) return { kind: 'too_large', size: bytes.length };
  const encoding = resolveEncoding(name, bytes.subarray(0, HEAD_SIZE));
  const at = binaryAt(bytes, encoding);
  return at === undefined ? { kind: 'text', bytes } : { kind: 'binary', at };
}

/** What a transaction makes of the files. */
interface Step {
  readonly files: Files;
  readonly before: ReadonlyMap<FilePath, Snapshot>;
  readonly next: readonly NextVersion[];
}

function nextFiles(files: Files, paths: readonly FilePath[], plan: Plan): Step {
  const before = new Map<FilePath, Snapshot>();
  for (const path of new Set(paths)) {
    const bytes = files.get(path);
    if (bytes !== undefined) before.set(path, { path, bytes, hash: hashOf(bytes) });
  }
  refuse(files, paths);
  const next = [...new Map(plan(before).map((version) => [version.path, version])).values()].filter(
    ({ path, content }) => !isSame(content, before.get(path)?.bytes),
  );
  const after = new Map(files);
  for (const { path, content } of next) {
    if (content === undefined) after.delete(path);
    else after.set(path, Buffer.concat(content.slices));
  }
  for (const path of paths) {
    if (after.has(path)) refuseBelowFile(after, path);
  }
  return { files: after, before, next };
}

function refuse(files: Files, paths: readonly FilePath[]): void {
  for (const [index, path] of paths.entries()) {
    if (isDirectory(files, path)) {
      throw new LocklineError('NOT_A_FILE', { path: show(path), found: 'a directory' });
    }
    if (paths.indexOf(path) !== index) {
      throw new LocklineError('INVALID_ARGUMENT', {
        what: `${show(path)} is named twice in one transaction`,
        hint: 'Give all changes of a file in one entry.',
      });
    }
  }
}
