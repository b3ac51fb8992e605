import { constants, renameSync, rmSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Anchor } from '../../../../src/store/disk/paths/anchor.js';
import { nodeFs, type FsPort } from '../../../../src/store/disk/fs-port.js';
import { openersOf, withoutProc } from '../../../support/opened.js';
import { refusalOf } from '../../../support/thrown.js';
import { plantTree, type Tree } from '../../../support/tree.js';

let tree: Tree;

beforeEach(() => {
  tree = plantTree({ 'w/a/b/f.txt': 'in', 'w/other/x': '', 'outside/b/x': '' });
});

afterEach(() => {
  tree.remove();
});

function open(path: string, fs: FsPort = nodeFs): Anchor {
  const { confinement, anchors } = openersOf([tree.at('w')], {}, fs);
  const anchor = anchors.openParent(confinement.resolve(path, 'read').path);
  if (anchor === undefined) throw new Error('no anchor');
  return anchor;
}

const LOCK = '.f.txt.lockline';
const WRITE = constants.O_WRONLY | constants.O_CREAT;
const verify = (anchor: Anchor, name: string) => {
  const fd = nodeFs.open(anchor.at(name), WRITE, 0o600);
  try {
    anchor.verifyInside(fd);
  } finally {
    nodeFs.close(fd);
    anchor.close();
  }
};

test('takes a file in a directory of ours, also after all have moved', () => {
  const anchor = open('a/b/f.txt');
  nodeFs.mkdir(anchor.at(LOCK), 0o700);
  renameSync(tree.at('w/a'), tree.at('w/moved'));
  expect(() => {
    verify(anchor, `${LOCK}/new`);
  }).not.toThrow();
});

test('takes one that a take-over has removed: its rename will fail', () => {
  const anchor = open('a/b/f.txt');
  nodeFs.mkdir(anchor.at(LOCK), 0o700);
  const fd = nodeFs.open(anchor.at(`${LOCK}/new`), WRITE, 0o600);
  rmSync(tree.at(`w/a/b/${LOCK}`), { recursive: true });
  expect(() => {
    anchor.verifyInside(fd);
  }).not.toThrow();
  nodeFs.close(fd);
  anchor.close();
});

test.each(['outside/b', 'w/other', 'w/a/b/plain'])('refuses a link to %s', (target) => {
  nodeFs.mkdir(tree.at('w/a/b/plain'), 0o700);
  const anchor = open('a/b/f.txt');
  symlinkSync(tree.at(target), tree.at(`w/a/b/${LOCK}`));
  const { code } = refusalOf(() => {
    verify(anchor, `${LOCK}/new`);
  });
  expect(code).toBe('IO_FAILED');
});

test('refuses a file that is in no directory of ours', () => {
  const anchor = open('a/b/f.txt');
  const { code } = refusalOf(() => {
    verify(anchor, 'f.txt');
  });
  expect(code).toBe('IO_FAILED');
});

test('without /proc, makes sure of the directory at least', () => {
  const anchor = open('a/b/f.txt', withoutProc(nodeFs));
  expect(anchor.verifyInside(0)).toBeUndefined();
  renameSync(tree.at('w/a'), tree.at('w/a-away'));
  symlinkSync(tree.at('outside'), tree.at('w/a'));
  const { code } = refusalOf(() => {
    anchor.verifyInside(0);
  });
  expect(code).toBe('IO_FAILED');
  anchor.close();
});
