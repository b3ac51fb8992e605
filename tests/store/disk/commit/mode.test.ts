import { statSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { NextVersion, WorkspaceStore } from '../../../../src/store/store.js';
import { contentOf, patient } from '../../../contract/steps.js';
import { servedTree, type Served } from '../../../support/served-tree.js';

let served: Served;
let store: WorkspaceStore;

beforeEach(() => {
  served = servedTree({ 'there.txt': 'old' });
  store = served.serve();
});

afterEach(async () => {
  await served.close();
});

const modeOf = (name: string): number => statSync(served.tree.at(name)).mode & 0o777;

async function publish(name: string, more: Partial<NextVersion>): Promise<void> {
  const { path } = await store.resolve(name, 'write');
  const next = { path, content: contentOf('new'), action: 'create', ...more } as const;
  await store.transact([path], () => [next], patient);
}

test.each([0o755, 0o640, 0o000])(
  'a file that is new takes the mode asked for: %o',
  async (mode) => {
    await publish('new.txt', { mode });
    expect(modeOf('new.txt')).toBe(mode);
  },
);

test('it has that of any new file where none is asked for', async () => {
  await publish('new.txt', {});
  expect(modeOf('new.txt')).toBe(0o666 & ~process.umask());
});

test('a file that is there keeps its own', async () => {
  const before = modeOf('there.txt');
  await publish('there.txt', { mode: 0o755, action: 'replace' });
  expect(modeOf('there.txt')).toBe(before);
});

test('the log tells the mode of a file that was deleted, and of no other', async () => {
  await publish('new.txt', { mode: 0o750 });
  await publish('new.txt', { content: undefined, action: 'delete' });
  const changes = await store.history.changes({ limit: 2 });
  expect(changes.map(({ files }) => files[0]?.mode)).toEqual([0o750, undefined]);
});
