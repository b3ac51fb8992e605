import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from '@jest/globals';
import { thisMachine } from '../../../../src/store/disk/machine.js';
import { faulty } from '../../../support/faulty-fs.js';
import { openStore } from '../../../support/machines.js';
import { fifo, link, plantTree, type Plant, type Tree } from '../../../support/tree.js';
import { pagesOf, walked, WHOLE } from '../../../support/walked.js';

const trees: Tree[] = [];

afterEach(() => {
  for (const tree of trees.splice(0)) tree.remove();
});

function plant(plants: Readonly<Record<string, Plant>>): Tree {
  const tree = plantTree(plants);
  trees.push(tree);
  return tree;
}

describe('walk', () => {
  test('tells links and special files, and follows none', async () => {
    const tree = plant({
      'r/a/b': 'x',
      'r/to-a': link('a'),
      'r/to-file': link('a/b'),
      'r/a/up': link('..'),
      'r/loop': link('loop'),
      'r/out': link('../outside'),
      'r/pipe': fifo,
      'outside/secret': 'x',
    });
    expect(await walked(tree.at('r'))).toEqual([
      'a/',
      'loop@',
      'out@',
      'pipe|',
      'to-a@',
      'to-file@',
      'a/b',
      'a/up@',
    ]);
  });

  test('a start behind a link is listed under the name of its target', async () => {
    const tree = plant({ 'a/b': 'x', 'to-a': link('a') });
    expect(await walked(tree.top, { start: 'to-a' })).toEqual(['a/b']);
  });

  test('leaves out what is denied, and what is our own', async () => {
    const tree = plant({
      '.env': 'x',
      'a/.env': 'x',
      'keys/k': 'x',
      '.lockline/log': 'x',
      '.a.lockline/lock': 'x',
      'a/b': 'x',
    });
    const options = { deny: ['.env', 'keys/'] };
    expect(await walked(tree.top, { options })).toEqual(['a/', 'a/b']);
    expect(await walked(tree.top)).toEqual(['.env', 'a/', 'keys/', 'a/.env', 'a/b', 'keys/k']);
  });

  test('names in any form stay as they are', async () => {
    const names = ['"q"', ' b ', '-n', 'a\\b', 'e\u0301', '\u00e9', '#x', '~'];
    const tree = plant(Object.fromEntries(names.map((name) => [name, 'x'])));
    expect(await walked(tree.top)).toEqual(names.toSorted());
  });

  test('in several roots paths are shown so that they can be sent back', async () => {
    const tree = plant({ 'one/a': 'x', 'two/b/c': 'x' });
    const options = { roots: [tree.at('one'), tree.at('two')] };
    const shown = await walked(tree.at('one'), { start: tree.at('two'), options });
    expect(shown).toEqual([`${tree.at('two/b')}/`, tree.at('two/b/c')]);
  });

  test('of roots inside one another the outer one gives the rules', async () => {
    const tree = plant({
      '.gitignore': '*.log\n',
      'in/a.log': 'x',
      'in/x/b.log': 'x',
      'in/c': 'x',
    });
    const options = { roots: [tree.at('in'), tree.top] };
    expect(await walked(tree.at('in'), { start: tree.top, options })).toEqual([
      tree.at('.gitignore'),
      './',
      'c',
      'x/',
    ]);
  });

  test('a directory that cannot be read is told, and the others are listed', async () => {
    const tree = plant({ 'a/x': 'x', 'b/y': 'x', 'c/z': 'x' });
    const machine = thisMachine();
    const { fs } = faulty(machine.fs, ({ name, args }) =>
      name === 'open' && args[0] === tree.at('b') ? { kind: 'error', code: 'EACCES' } : undefined,
    );
    const pages = await pagesOf(tree.top, { machine: { ...machine, fs } });
    expect(pages.map(({ shown, entries, error }) => [shown, entries.length, error?.code])).toEqual([
      ['.', 3, undefined],
      ['a', 1, undefined],
      ['b', 0, 'PERMISSION_DENIED'],
      ['c', 1, undefined],
    ]);
  });

  test('a directory that goes away meanwhile is told', async () => {
    const tree = plant({ 'a/x': 'x', 'b/y': 'x' });
    const store = openStore(tree.top, thisMachine());
    const { path } = await store.resolve('.', 'read');
    const codes: (string | undefined)[] = [];
    for await (const { shown, error } of store.list(path, WHOLE)) {
      codes.push(error?.code);
      if (shown === '.') rmSync(tree.at('b'), { recursive: true });
    }
    expect(codes).toEqual([undefined, undefined, 'FILE_NOT_FOUND']);
  });

  test('a directory that becomes a link to the outside is not entered', async () => {
    const tree = plant({ 'r/a/x': 'x', 'outside/secret': 'x' });
    const store = openStore(tree.at('r'), thisMachine());
    const { path } = await store.resolve('.', 'read');
    const shown: string[] = [];
    for await (const page of store.list(path, WHOLE)) {
      shown.push(...page.entries.map((entry) => entry.shown));
      if (page.shown === '.') {
        rmSync(tree.at('r/a'), { recursive: true });
        spawnSync('ln', ['-s', tree.at('outside'), tree.at('r/a')]);
      }
    }
    expect(shown).toEqual(['a']);
  });

  test('no descriptor stays open, also when the caller stops half-way', async () => {
    const tree = plant({ 'a/b/c': 'x', 'd/e': 'x' });
    const machine = thisMachine();
    const { fs, calls } = faulty(machine.fs);
    const store = openStore(tree.top, { ...machine, fs });
    const { path } = await store.resolve('.', 'read');
    for await (const page of store.list(path, WHOLE)) if (page.shown === 'a') break;
    const count = (name: string) => calls.filter((call) => call.name === name).length;
    expect(count('open')).toBe(count('close'));
  });

  test('50,000 files in one directory come in pages, and other work has its turn', async () => {
    const tree = plant({});
    for (let index = 0; index < 50_000; index += 1) writeFileSync(tree.at(`f${index}`), '');
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const pages = await pagesOf(tree.top);
    clearInterval(timer);
    expect(pages.reduce((sum, { entries }) => sum + entries.length, 0)).toBe(50_000);
    expect(Math.max(...pages.map(({ entries }) => entries.length))).toBeLessThanOrEqual(1000);
    expect(turns).toBeGreaterThan(5);
  });

  test('a tree of any depth is walked', async () => {
    const tree = plant({});
    const deep = Array.from({ length: 400 }, () => 'd').join('/');
    mkdirSync(tree.at(deep), { recursive: true });
    expect((await walked(tree.top)).length).toBe(400);
  });
});
