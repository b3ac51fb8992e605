import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asFilePath } from '../../../../src/core/path.js';
import { nodeFs } from '../../../../src/store/disk/fs-port.js';
import { createOpenListed } from '../../../../src/store/disk/paths/open-listed.js';
import { openersOf } from '../../../support/opened.js';
import { refusalOf } from '../../../support/thrown.js';
import { fifo, plantTree, type Tree } from '../../../support/tree.js';

let tree: Tree;

beforeAll(() => {
  tree = plantTree({ a: 'x', twin: { hardLink: 'a' }, pipe: fifo });
});

afterAll(() => {
  tree.remove();
});

function open(name: string, { deny = [] as readonly string[], kernel = false } = {}) {
  const parts = openersOf([tree.top], { deny });
  const fileSystems = kernel
    ? { of: () => ({ kind: 'kernel' as const, name: 'proc' }) }
    : parts.fileSystems;
  const anchor = parts.anchors.openParent(asFilePath(tree.at(name)));
  if (anchor === undefined) throw new Error('the directory is gone');
  try {
    const fd = createOpenListed({ ...parts, fileSystems })(anchor, name);
    if (fd !== undefined) nodeFs.close(fd);
    return fd;
  } finally {
    anchor.close();
  }
}

test('gives a descriptor, and nothing for what is gone', () => {
  expect(open('a')).toEqual(expect.any(Number));
  expect(open('b')).toBeUndefined();
});

test('a pipe does not block', () => {
  expect(open('pipe')).toEqual(expect.any(Number));
});

test('views into the kernel are not opened', () => {
  expect(refusalOf(() => open('a', { kernel: true })).code).toBe('NOT_A_FILE');
});

test('another name of a hidden file is not found', () => {
  expect(refusalOf(() => open('twin', { deny: ['a'] })).code).toBe('FILE_NOT_FOUND');
  expect(open('twin')).toEqual(expect.any(Number));
});
