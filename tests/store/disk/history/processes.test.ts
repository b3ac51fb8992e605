import { chmodSync, chownSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hashOf } from '../../../../src/core/hash.js';
import { thisMachine } from '../../../../src/store/disk/machine.js';
import type { LoggedChange } from '../../../../src/store/history.js';
import type { WorkspaceStore } from '../../../../src/store/store.js';
import { openStore } from '../../../support/machines.js';
import { isRoot, runs, testWith } from '../../../support/needs.js';
import { directory, plantTree, type Tree } from '../../../support/tree.js';
import { bundleWriter, write } from '../../../support/writing.js';

const AGENTS = ['ada', 'bob', 'cyd', 'dan'];
const CHANGES = 30;
/** Longer than what a pipe takes in one piece, so that a line which is not written in one step shows. */
const LONG = `${'long/'.repeat(40)}name`;

let tree: Tree;
let store: WorkspaceStore;
let ids: readonly (readonly unknown[])[];

beforeAll(async () => {
  tree = plantTree({
    'root/shared-0': '',
    'root/shared-1': '',
    'theirs/sub/a.txt': 'old\n',
    'mounted/sub': directory,
  });
  await bundleWriter(tree.at('writer.mjs'));
  ids = await Promise.all(AGENTS.map(work));
  store = openStore(tree.at('root'), thisMachine());
}, 120_000);

afterAll(async () => {
  await store.close();
  tree.remove();
});

function work(agent: string): Promise<readonly unknown[]> {
  const many = Array.from({ length: 20 }, (_, n) => `${LONG}-${agent}-${String(n)}`);
  const files = Array.from({ length: CHANGES }, (_, turn) =>
    turn % 10 === 0 ? many : [`shared-${String(turn % 2)}`, `own-${agent}`],
  );
  return write([], tree.at('writer.mjs'), { root: tree.at('root'), agent, files });
}

function all(): Promise<readonly LoggedChange[]> {
  return store.history.changes({ limit: Infinity });
}

test('every change of every process is in the log, once and whole', async () => {
  const told = (await all()).map(({ id }) => id);
  expect(new Set(told)).toEqual(new Set(ids.flat()));
  expect(told).toHaveLength(AGENTS.length * CHANGES);
});

test('the changes of each process are in their order', async () => {
  const changes = (await all()).toReversed();
  for (const [index, agent] of AGENTS.entries()) {
    const own = changes.filter((change) => change.agent === agent).map(({ id }) => id);
    expect(own).toEqual(ids[index]);
  }
});

test('the changes of each file are in the order of its commits', async () => {
  const changes = (await all()).toReversed();
  for (const name of ['shared-0', 'shared-1']) {
    const steps = changes.flatMap(({ files }) => files.filter(({ shown }) => shown === name));
    expect(steps.length).toBeGreaterThan(AGENTS.length * 10);
    steps.slice(1).forEach(({ before }, index) => {
      expect(before).toBe(steps[index]?.after);
    });
  }
});

test('every version that was replaced is kept, and nothing half done is left', async () => {
  const replaced = (await all()).flatMap(({ files }) =>
    files.flatMap(({ before }) => before ?? []),
  );
  const names = readdirSync(tree.at('root/.lockline/versions'));
  expect(names.toSorted()).toEqual([...new Set(replaced)].toSorted());
  const beside = readdirSync(tree.at('root')).filter((name) => name.includes('lockline'));
  expect(beside).toEqual(['.lockline']);
});

testWith(isRoot && runs('setpriv', '--version'), 'another user needs root and setpriv')(
  'who may not write in the root keeps no history there, and may edit below it',
  async () => {
    const nobody = 65_534;
    for (const path of ['theirs/sub', 'theirs/sub/a.txt']) chownSync(tree.at(path), nobody, nobody);
    chmodSync(tree.at('theirs'), 0o755);
    const before = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
    const writing = { root: tree.at('theirs'), agent: 'eve', files: [['sub/a.txt']] };
    expect(await write(before, tree.at('writer.mjs'), writing)).toEqual([null]);
    expect(readFileSync(tree.at('theirs/sub/a.txt'), 'utf8')).toBe('old\neve 0\n');
    expect(existsSync(tree.at('theirs/.lockline'))).toBe(false);
  },
);

testWith(isRoot && runs('unshare', '-m', 'true'), 'mounts need root and unshare')(
  'versions of files on another file system than the root are copied',
  async () => {
    const mount = 'mount -t tmpfs none "$1"; shift; exec "$@"';
    const before = ['unshare', '-m', 'sh', '-c', mount, 'sh', tree.at('mounted/sub')];
    const writing = { root: tree.at('mounted'), agent: 'eve', files: [['sub/a'], ['sub/a']] };
    const written = await write(before, tree.at('writer.mjs'), writing);
    expect(written).toEqual([expect.any(String), expect.any(String)]);
    const [name, ...others] = readdirSync(tree.at('mounted/.lockline/versions'));
    expect(others).toEqual([]);
    expect(name).toBe(hashOf(readFileSync(tree.at(`mounted/.lockline/versions/${name ?? ''}`))));
  },
);
