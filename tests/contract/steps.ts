import type { Content, Snapshot } from '../../src/core/change.js';
import { isLocklineError } from '../../src/core/errors.js';
import { hashOf } from '../../src/core/hash.js';
import type { FilePath } from '../../src/core/path.js';
import type { LineRange } from '../../src/core/range.js';
import type { FileScan } from '../../src/core/scan/scan.js';
import type { NextVersion, Plan, TransactOptions, WorkspaceStore } from '../../src/store/store.js';

/** The next texts by path: `undefined` takes a file away. */
export type Texts = Readonly<Record<string, string | undefined>>;

/** The options of a caller that never gives up. */
export const patient: TransactOptions = {
  author: 'contract',
  tool: 'tester',
  signal: new AbortController().signal,
};

/** Content in as many slices as there are parts. */
export function contentOf(...parts: readonly (string | Uint8Array)[]): Content {
  const slices = parts.map((part) => Buffer.from(part));
  return { slices, size: Buffer.concat(slices).length, hash: hashOf(...slices) };
}

/** The canonical forms of paths that are to be written, in order. */
export async function pathsOf(
  store: WorkspaceStore,
  names: readonly string[],
): Promise<readonly FilePath[]> {
  return Promise.all(names.map(async (name) => (await store.resolve(name, 'write')).path));
}

/** Runs a transaction over files by name; the plan gets their texts and gives the next ones. Gives the id. */
export async function change(
  store: WorkspaceStore,
  names: readonly string[],
  step: (before: Texts) => Texts,
  options: TransactOptions = patient,
): Promise<string | undefined> {
  const paths = await pathsOf(store, names);
  return store.transact(paths, planOf(names, paths, step), options);
}

/** A step over texts as the plan that stores ask for. */
export function planOf(
  names: readonly string[],
  paths: readonly FilePath[],
  step: (before: Texts) => Texts,
): Plan {
  const pathOf = new Map(names.map((name, index) => [name, paths[index]]));
  return (before) => {
    const texts = names.map((name) => [name, textOf(before, pathOf.get(name))] as const);
    return Object.entries(step(Object.fromEntries(texts))).map(([name, text]): NextVersion => {
      const path = pathOf.get(name);
      if (path === undefined) throw new Error(`${name} is not in the transaction`);
      const had = texts.some(([other, before]) => other === name && before !== undefined);
      return nextVersion(path, text, had);
    });
  };
}

function nextVersion(path: FilePath, text: string | undefined, had: boolean): NextVersion {
  if (text === undefined) return { path, content: undefined, action: 'delete' };
  return { path, content: contentOf(text), action: had ? 'replace' : 'create' };
}

function textOf(
  before: ReadonlyMap<FilePath, Snapshot>,
  path: FilePath | undefined,
): string | undefined {
  return path === undefined ? undefined : before.get(path)?.bytes.toString();
}

/** Reads one file. */
export async function readOne(
  store: WorkspaceStore,
  name: string,
  ranges: readonly LineRange[] = [],
  encoding = 'auto',
): Promise<FileScan> {
  const { path } = await store.resolve(name, 'read');
  const [answer] = await store.read([{ path, ranges, encoding }], patient.signal);
  if (answer === undefined) throw new Error('no answer');
  if (isLocklineError(answer)) throw answer;
  return answer;
}

/** The code of the expected failure that a promise ends in, or undefined if it does not fail. */
export async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
  } catch (error) {
    if (isLocklineError(error)) return error.code;
    throw error;
  }
  return undefined;
}
