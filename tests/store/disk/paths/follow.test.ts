import { relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { confined } from '../../../support/confined.js';
import { refusalOf } from '../../../support/thrown.js';
import { link, plantTree, type Tree } from '../../../support/tree.js';

let tree: Tree;

beforeAll(() => {
  tree = plantTree({
    'w/a.txt': 'a\n',
    'w/src/b.txt': 'b\n',
    'w/src/deep/c.txt': 'c\n',
    'w/to-file': link('src/b.txt'),
    'w/to-dir': link('src'),
    'w/to-link': link('to-file'),
    'w/through': link('to-dir/deep/c.txt'),
    'w/absolute': link('{TOP}/w/a.txt'),
    'w/around': link('../outside/../w/a.txt'),
    'w/by-other-root': link('{TOP}/second/d.txt'),
    'w/out-file': link('{TOP}/outside/secret.txt'),
    'w/out-dir': link('{TOP}/outside'),
    'w/out-chain': link('out-file'),
    'w/out-missing': link('{TOP}/outside/missing.txt'),
    'w/out-below-missing': link('out-dir/missing.txt'),
    'w/out-below-file': link('{TOP}/outside/secret.txt/x'),
    'w/out-chain-missing': link('out-missing'),
    'w/out-loop': link('{TOP}/outside/loop'),
    'w/zero': link('/dev/zero'),
    'w/proc': link('/proc/self'),
    'w/sibling': link('../w-evil/x.txt'),
    'w/dangling': link('missing.txt'),
    'w/dangling-dir': link('missing/deep'),
    'w/dangling-chain': link('dangling'),
    'w/dangling-far': link('{TOP}/second/missing.txt'),
    'w/below-file': link('a.txt/x'),
    'w/loop': link('loop'),
    'w/loop-a': link('loop-b'),
    'w/loop-b': link('loop-a'),
    'w-evil/x.txt': 'evil\n',
    'outside/secret.txt': 'TOP\n',
    'outside/loop': link('loop'),
    'second/d.txt': 'd\n',
  });
});

afterAll(() => {
  tree.remove();
});

const ask = (path: string, access: 'read' | 'write') =>
  confined([tree.at('w'), tree.at('second')]).resolve(path, access);

test.each([
  ['to-file', 'w/src/b.txt'],
  ['to-link', 'w/src/b.txt'],
  ['through', 'w/src/deep/c.txt'],
  ['to-dir', 'w/src'],
  ['absolute', 'w/a.txt'],
  ['around', 'w/a.txt'],
  ['by-other-root', 'second/d.txt'],
])('the link %s leads to its target and is told as a link', (path, canonical) => {
  for (const access of ['read', 'write'] as const) {
    const resolved = ask(path, access);
    expect(relative(tree.top, resolved.path)).toBe(canonical);
    expect(resolved).toMatchObject({ shown: path, viaLink: true });
  }
});

test.each([
  ['to-dir/b.txt', 'w/src/b.txt'],
  ['to-dir/new/er.txt', 'w/src/new/er.txt'],
])('%s goes through a link and is none', (path, canonical) => {
  const resolved = ask(path, 'write');
  expect(relative(tree.top, resolved.path)).toBe(canonical);
  expect(resolved).toMatchObject({ shown: path, viaLink: false });
});

test.each([
  'out-file',
  'out-chain',
  'out-dir',
  'out-dir/secret.txt',
  'out-dir/missing.txt',
  'out-dir/missing/x.txt',
  'out-dir/secret.txt/x',
  'out-missing',
  'out-missing/x',
  'out-below-missing',
  'out-below-file',
  'out-chain-missing',
  'out-loop',
  'out-loop/x',
  'out-dir/loop',
  'zero',
  'proc/environ',
  'sibling',
])('%s leads outside: the answer is the same whether a file is there or not', (path) => {
  for (const access of ['read', 'write'] as const) {
    expect(refusalOf(() => ask(path, access))).toEqual({
      code: 'OUTSIDE_ROOTS',
      details: { path, roots: [tree.at('w'), tree.at('second')] },
    });
  }
});

describe('a link that leads to no file', () => {
  const below = (path: string) => `a path below ${path}, which is no directory`;

  test.each([
    ['dangling', 'FILE_NOT_FOUND', undefined],
    ['dangling-dir', 'FILE_NOT_FOUND', undefined],
    ['dangling-chain', 'FILE_NOT_FOUND', undefined],
    ['dangling-far', 'FILE_NOT_FOUND', undefined],
    ['dangling/x.txt', 'FILE_NOT_FOUND', undefined],
    ['loop', 'NOT_A_FILE', 'a loop of symbolic links'],
    ['loop-a', 'NOT_A_FILE', 'a loop of symbolic links'],
    ['loop-a/x.txt', 'NOT_A_FILE', 'a loop of symbolic links'],
    ['a.txt/x', 'NOT_A_FILE', below('a.txt')],
    ['a.txt/x/y', 'NOT_A_FILE', below('a.txt')],
    ['to-file/x/y', 'NOT_A_FILE', below('to-file')],
    ['below-file', 'NOT_A_FILE', below('a.txt')],
  ])('%s is refused with %s, also for a new file', (path, code, found) => {
    for (const access of ['read', 'write'] as const) {
      const details = found === undefined ? { path } : { path, found };
      expect(refusalOf(() => ask(path, access))).toEqual({ code, details });
    }
  });
});
