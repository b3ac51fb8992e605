import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { afterEach, expect, test } from '@jest/globals';
import { nodeFs } from '../../../../src/store/disk/fs-port.js';
import { patient } from '../../../contract/steps.js';
import { faulty } from '../../../support/faulty-fs.js';
import { give, servedTree, type Served } from '../../../support/served-tree.js';

let served: Served;

afterEach(async () => {
  await served.close();
});

test('removes histories that were begun, whatever is in them, and nothing that looks alike', async () => {
  served = servedTree({
    'a.txt': '',
    '.lockline-0123456789abcdef/.git/versions/x': 'x',
    'sub/.lockline-fedcba9876543210/.git/.gitignore': '*\n',
    '.lockline-notes/mine': 'x',
    '.lockline-0123456789ABCDEF/mine': 'x',
  });
  const report = await served.serve().recover('refuse', patient.signal);
  expect(report).toEqual({ resolved: [], left: [] });
  expect(readdirSync(served.tree.top).toSorted()).toEqual([
    '.lockline-0123456789ABCDEF',
    '.lockline-notes',
    'a.txt',
    'sub',
  ]);
  expect(readdirSync(served.tree.at('sub'))).toEqual([]);
});

test('one that cannot be removed is in nobody’s way', async () => {
  served = servedTree({ '.lockline-0123456789abcdef/.git/x': '' });
  const { fs } = faulty(nodeFs, ({ name, args }) =>
    name === 'unlink' && String(args[0]).includes('.lockline-')
      ? { kind: 'error', code: 'EACCES' }
      : undefined,
  );
  const report = await served.serve(['.'], {}, fs).recover('refuse', patient.signal);
  expect(report).toEqual({ resolved: [], left: [] });
  expect(existsSync(served.tree.at('.lockline-0123456789abcdef/.git/x'))).toBe(true);
});

test('tells of no holder where there was none: a lock that is being made or released', async () => {
  served = servedTree({ 'a.txt': 'a', 'b.txt': 'b' });
  mkdirSync(served.tree.at('.a.txt.lockline/.git'), { recursive: true });
  mkdirSync(served.tree.at('.b.txt.lockline'));
  const report = await served.serve().recover('refuse', patient.signal);
  expect(report).toEqual({ resolved: [], left: [] });
  expect(readdirSync(served.tree.top).toSorted()).toEqual(['a.txt', 'b.txt']);
});

test('does not look through the history', async () => {
  served = servedTree({ 'a.txt': '0' });
  await give(served.serve(), { 'a.txt': '1' });
  const { fs, calls } = faulty(nodeFs);
  await served.serve(['.'], {}, fs).recover('refuse', patient.signal);
  const listed = calls.filter(({ name }) => name === 'list').map(({ args }) => String(args[0]));
  expect(listed).toEqual([served.tree.top]);
});
