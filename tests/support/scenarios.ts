import type { NextVersion, TransactOptions, WorkspaceStore } from '../../src/store/store.js';
import { contentOf } from '../../src/core/content.js';
import type { FilePath } from '../../src/core/path.js';

/** Text of files by path; absent files have none. */
export type Files = Readonly<Record<string, string | undefined>>;

/** One change set, and the files that it finds. */
export interface Scenario {
  readonly name: string;
  readonly before: Files;
  /** What the change set names: the text that is to be there, or `undefined` for a file that is to go. */
  readonly changes: Files;
}

export const ROOT = '/w';

const scenario = (name: string, before: Files, changes: Files): Scenario => ({
  name,
  before,
  changes,
});

/** Change sets of 1, 2 and 4 files with every step, in one directory and across several. */
export const scenarios: readonly Scenario[] = [
  scenario('edit', { a: 'a0' }, { a: 'a1' }),
  scenario('create', { 'keep/x': '' }, { 'keep/b': 'b1' }),
  scenario('create in a new directory', { x: '' }, { 'new/er/b': 'b1' }),
  scenario('delete', { a: 'a0' }, { a: undefined }),
  scenario('edit 2', { a: 'a0', 's/b': 'b0' }, { a: 'a1', 's/b': 'b1' }),
  scenario('edit and create', { a: 'a0', 's/x': '' }, { a: 'a1', 's/b': 'b1' }),
  scenario('edit and delete', { a: 'a0', b: 'b0' }, { a: 'a1', b: undefined }),
  scenario('move', { a: 'a0', b: 'b0' }, { a: undefined, c: 'a0' }),
  scenario(
    'move across directories',
    { 's/a': 'a0', 't/x': '' },
    { 's/a': undefined, 't/a': 'a1' },
  ),
  scenario(
    'edit, create, delete and edit',
    { a: 'a0', 's/c': 'c0', 't/d': 'd0' },
    { a: 'a1', 's/b': 'b1', 's/c': undefined, 't/d': 'd1' },
  ),
  scenario(
    'edit 2 and move',
    { a: 'a0', b: 'b0', 's/c': 'c0', 't/x': '' },
    { a: 'a1', b: 'b1', 's/c': undefined, 't/d': 'c0' },
  ),
];

/** The files on a disk as `SimFs.put` takes them. */
export function onDisk(files: Files): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [`${ROOT}/${path}`, text ?? '']),
  );
}

/** Every call has a signal of its own: one that lives long collects what listens to it. */
const how = (): TransactOptions => ({
  author: 'test',
  tool: 'test',
  signal: new AbortController().signal,
});

/** Runs the change set to its acknowledgement. */
export async function change(store: WorkspaceStore, changes: Files): Promise<void> {
  const paths = await resolveAll(store, Object.keys(changes));
  await store.transact(
    paths,
    () => paths.map((path, index) => versionOf(path, Object.values(changes)[index])),
    how(),
  );
}

/** Locks the files in one transaction that changes nothing, and gives them as found under the locks. */
export async function use(store: WorkspaceStore, names: readonly string[]): Promise<Files> {
  const paths = await resolveAll(store, names);
  let found: Files = {};
  await store.transact(
    paths,
    (before) => {
      found = Object.fromEntries(names.map((name, index) => [name, textOf(before, paths[index])]));
      return [];
    },
    how(),
  );
  return found;
}

function textOf(
  before: ReadonlyMap<FilePath, { readonly bytes: Buffer }>,
  path: FilePath | undefined,
): string | undefined {
  return path === undefined ? undefined : before.get(path)?.bytes.toString();
}

async function resolveAll(
  store: WorkspaceStore,
  names: readonly string[],
): Promise<readonly FilePath[]> {
  return Promise.all(names.map(async (name) => (await store.resolve(name, 'write')).path));
}

function versionOf(path: FilePath, text: string | undefined): NextVersion {
  if (text === undefined) return { path, content: undefined, action: 'delete' };
  return { path, content: contentOf([Buffer.from(text)]), action: 'replace' };
}

/** What one acknowledged change set did to its files. */
export type Steps = Readonly<
  Record<string, { readonly before: string | undefined; readonly after: string | undefined }>
>;

/** The files are not as the change set needs them: one to be made exists, or one to be changed does not. */
export class Refused extends Error {}

/**
 * Makes the scenario's change set with texts that tell their history: what a file holds and then the mark.
 * Throws `Refused` where a file to be made exists or another does not.
 */
export async function advance(
  store: WorkspaceStore,
  { before, changes }: Scenario,
  mark: string,
): Promise<Steps> {
  const names = Object.keys(changes);
  const paths = await resolveAll(store, names);
  let steps: Steps = {};
  await store.transact(
    paths,
    (found) => {
      const next = names.map((name, index) => {
        const text = textOf(found, paths[index]);
        if ((text === undefined) !== (before[name] === undefined)) throw new Refused(name);
        return [
          name,
          {
            before: text,
            after: changes[name] === undefined ? undefined : `${text ?? ''}|${mark}`,
          },
        ] as const;
      });
      steps = Object.fromEntries(next);
      return paths.map((path, index) => versionOf(path, next[index]?.[1].after));
    },
    how(),
  );
  return steps;
}

/** Makes every file one mark longer, whether it exists or not. */
export async function touch(
  store: WorkspaceStore,
  names: readonly string[],
  mark: string,
): Promise<Steps> {
  const paths = await resolveAll(store, names);
  let steps: Steps = {};
  await store.transact(
    paths,
    (found) => {
      const texts = paths.map((path) => textOf(found, path));
      const step = (text: string | undefined) => ({ before: text, after: `${text ?? ''}|${mark}` });
      steps = Object.fromEntries(names.map((name, index) => [name, step(texts[index])]));
      return paths.map((path, index) => versionOf(path, step(texts[index]).after));
    },
    how(),
  );
  return steps;
}

/**
 * Follows each file from the first text through the steps, each of which must continue another; every step
 * of an acknowledged change set must be on the way and nothing else. Gives what is wrong, or nothing.
 */
export function faultOf(
  before: Files,
  acknowledged: readonly Steps[],
  final: Files,
): string | undefined {
  for (const name of Object.keys(final)) {
    const open = acknowledged.flatMap((steps) => steps[name] ?? []);
    let text = before[name];
    while (open.length > 0) {
      const at = open.findIndex((step) => step.before === text);
      if (at < 0)
        return `${name}: an acknowledged change is lost (${JSON.stringify(open)} after ${String(text)})`;
      text = open.splice(at, 1)[0]?.after;
    }
    if (text !== final[name])
      return `${name}: holds ${String(final[name])} and not ${String(text)}`;
  }
  return undefined;
}
