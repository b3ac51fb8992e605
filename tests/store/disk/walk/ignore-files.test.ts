import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { fc } from '../../../support/fast-check.js';
import { runs, testWith } from '../../../support/needs.js';
import { directory, fifo, link, plantTree, type Plant, type Tree } from '../../../support/tree.js';
import { walked } from '../../../support/walked.js';

const trees: Tree[] = [];

afterEach(() => {
  for (const tree of trees.splice(0)) tree.remove();
});

function plant(plants: Readonly<Record<string, Plant>>): Tree {
  const tree = plantTree(plants);
  trees.push(tree);
  return tree;
}

describe('ignore files', () => {
  test('.git/info/exclude counts, and yields to .gitignore', async () => {
    const tree = plant({
      '.git/info/exclude': '*.tmp\n*.log\n',
      '.gitignore': '!a.log\n',
      'a.log': 'x',
      'a.tmp': 'x',
    });
    expect(await walked(tree.top)).toEqual(['.gitignore', 'a.log']);
  });

  test('a repository inside begins anew', async () => {
    const tree = plant({
      '.gitignore': '*.log\n',
      'a.log': 'x',
      'inner/.git': 'gitdir: elsewhere',
      'inner/b.log': 'x',
      'other/.git/info/exclude': 'c.log',
      'other/c.log': 'x',
      'other/d.log': 'x',
    });
    expect(await walked(tree.top)).toEqual([
      '.gitignore',
      'inner/',
      'other/',
      'inner/b.log',
      'other/d.log',
    ]);
  });

  test('an ignore file that leads elsewhere or is none has no rules', async () => {
    const tree = plant({
      'r/.gitignore': link('../outside'),
      'r/a/.gitignore': directory,
      'r/a/x': 'x',
      'r/b/.gitignore': fifo,
      'r/b/x': 'x',
      'r/.git/info': link('../../info'),
      'info/exclude': 'x\n',
      outside: 'x\n',
    });
    expect((await walked(tree.at('r'))).filter((name) => name.endsWith('x'))).toEqual([
      'a/x',
      'b/x',
    ]);
  });
});

describe('git', () => {
  const withGit = testWith(runs('git', '--version'), 'to compare with git needs git');
  let tree: Tree;

  beforeAll(() => {
    tree = plantTree({});
    spawnSync('git', ['init', '--quiet', tree.top]);
  });

  afterAll(() => {
    tree.remove();
  });

  const FILES = ['ab', 'x.log', '#c', '!d', 'd e', 'a/b', 'b/a/x.log', 'b/c/a', 'b/c/d/ab'];

  /** All files that git would show. */
  function seenByGit(): readonly string[] {
    const args = ['-C', tree.top, '-c', 'core.excludesFile=/dev/null'];
    const list = ['ls-files', '--others', '--cached', '--exclude-standard', '-z'];
    const { stdout } = spawnSync('git', [...args, ...list], { encoding: 'utf8' });
    return stdout.split('\0').filter((name) => name !== '');
  }

  const PARTS = [
    'a',
    'b',
    'ab',
    'c',
    '*',
    '?',
    '**',
    '/',
    '/',
    '[ab]',
    '[!a]',
    '.log',
    '\\#',
    'd e',
  ];
  const part = fc.constantFrom(...PARTS);
  const rule = fc
    .array(part, { minLength: 1, maxLength: 5 })
    .map((parts) => parts.join(''))
    // Against its own manual, git before 2.40 lets the stars of `a**/b` and of `a**` match a slash.
    .filter((text) => !/[^/*]\*\*+(\/|$)/.test(text));
  const before = fc.constantFrom('', '', '', '!', '/');
  const after = fc.constantFrom('', '', '/', ' ', '\r');
  const rules = fc
    .array(fc.tuple(before, rule, after), { maxLength: 4 })
    .map((lines) => lines.map((parts) => `${parts.join('')}\n`).join(''));

  withGit('shows the same files, whatever the rules', async () => {
    for (const file of ['', 'dir/', 'dir/sub/'].flatMap((place) => FILES.map((f) => place + f))) {
      mkdirSync(dirname(tree.at(file)), { recursive: true });
      writeFileSync(tree.at(file), '');
    }
    await fc.assert(
      fc.asyncProperty(rules, rules, rules, async (top, middle, exclude) => {
        writeFileSync(tree.at('.gitignore'), top);
        writeFileSync(tree.at('dir/.gitignore'), middle);
        writeFileSync(tree.at('.git/info/exclude'), exclude);
        const files = (await walked(tree.top)).filter((name) => !name.endsWith('/'));
        expect(files.toSorted()).toEqual(seenByGit().toSorted());
      }),
      { numRuns: 150 },
    );
  });
});
