import { linkSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { FsPort } from '../../../../src/store/disk/fs-port.js';
import { nodeFs } from '../../../../src/store/disk/fs-port.js';
import { placesOnly } from '../../../support/calls.js';
import { openersOf, readThrough } from '../../../support/opened.js';
import { refusalOf } from '../../../support/thrown.js';
import { link, plantTree, type Tree } from '../../../support/tree.js';

let tree: Tree;

beforeEach(() => {
  tree = plantTree({
    'w/deep/down/.env': 'KEY',
    'w/twin.txt': { hardLink: 'w/deep/down/.env' },
    'w/a.txt': 'a',
    'w/b.txt': { hardLink: 'w/a.txt' },
    'w/single.txt': 's',
    'w/loop': link('.'),
    'second/secrets/key': 'KEY',
    'second/twin.txt': { hardLink: 'second/secrets/key' },
    second2: link('second'),
  });
});

afterEach(() => {
  tree.remove();
});

const openers = (deny: readonly string[], fs: FsPort = nodeFs) =>
  openersOf([tree.at('w'), tree.at('second2')], { deny }, fs);

test('another name of a denied file is not found either', () => {
  const parts = openers(['.env', 'secrets']);
  for (const path of ['twin.txt', tree.at('second/twin.txt')]) {
    const { code, details } = refusalOf(() => readThrough(parts, path));
    expect(code).toBe('FILE_NOT_FOUND');
    expect(details).toEqual({ path: path.replace('second/', 'second2/') });
  }
});

test('other files with several names are read', () => {
  const parts = openers(['.env', 'secrets']);
  expect([readThrough(parts, 'a.txt'), readThrough(parts, 'b.txt')]).toEqual(['a', 'a']);
});

test("a link in a directory of Lockline's own hides nothing", () => {
  nodeFs.mkdir(tree.at('w/.single.txt.lockline'), 0o700);
  linkSync(tree.at('w/single.txt'), tree.at('w/.single.txt.lockline/old-1'));
  expect(readThrough(openers(['.env']), 'single.txt')).toBe('s');
});

test('nothing is looked for without rules, or for a file with one name', () => {
  const looked = (deny: readonly string[], path: string): boolean => {
    const { fs, seen } = placesOnly(nodeFs);
    readThrough(openers(deny, fs), path);
    return seen.includes(tree.at('w/deep/down'));
  };
  expect(looked([], 'a.txt')).toBe(false);
  expect(looked(['.env'], 'single.txt')).toBe(false);
  expect(looked(['.env'], 'a.txt')).toBe(true);
});
