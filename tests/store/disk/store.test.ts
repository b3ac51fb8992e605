import { readdirSync, readFileSync, statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { thisMachine } from '../../../src/store/disk/machine.js';
import type { DiskStoreOptions } from '../../../src/store/disk/store.js';
import type { Plan, WorkspaceStore } from '../../../src/store/store.js';
import { contentOf } from '../../support/bench.js';
import { createFakeClock } from '../../support/fake-clock.js';
import { faulty } from '../../support/faulty-fs.js';
import { createMachines, openStore } from '../../support/machines.js';
import { change, ROOT, use } from '../../support/scenarios.js';
import { createSimFs } from '../../support/sim-fs.js';
import { plantTree, type Tree } from '../../support/tree.js';

const how = () => ({
  author: 'test',
  tool: 'test',
  signal: new AbortController().signal,
});

/** Adds one to the number in each file. */
const addOne: Plan = (before) =>
  Array.from(before, ([path, { bytes }]) => ({
    path,
    content: contentOf(String(Number(bytes.toString()) + 1)),
    action: 'replace',
  }));

describe('on a real disk', () => {
  let tree: Tree;
  let store: WorkspaceStore;

  beforeEach(() => {
    tree = plantTree({ 'a.sh': { text: 'old', mode: 0o751 }, 'sub/b': 'old', n: '0', m: '0' });
    store = openStore(tree.top, thisMachine(), { history: undefined });
  });
  afterEach(async () => {
    await store.close();
    tree.remove();
  });

  const text = (name: string): string => readFileSync(tree.at(name), 'utf8');

  test('a change set edits, creates and deletes, keeps modes, and leaves nothing', async () => {
    await change(store, { 'a.sh': 'new', 'sub/b': undefined, 'new/dir/c': 'new' });
    expect(text('a.sh')).toBe('new');
    expect(statSync(tree.at('a.sh')).mode & 0o7777).toBe(0o751);
    expect(readdirSync(tree.top, { recursive: true, encoding: 'utf8' }).toSorted()).toEqual(
      ['a.sh', 'm', 'n', 'new', 'new/dir', 'new/dir/c', 'sub'].toSorted(),
    );
  });

  test('100 concurrent increments of two files lose none', async () => {
    const paths = await Promise.all(
      ['n', 'm'].map(async (name) => (await store.resolve(name, 'write')).path),
    );
    await Promise.all(Array.from({ length: 100 }, () => store.transact(paths, addOne, how())));
    expect([text('n'), text('m')]).toEqual(['100', '100']);
  });
});

describe('the store', () => {
  const clock = createFakeClock();
  const machines = createMachines(clock);

  function setUp(options: Partial<DiskStoreOptions> = {}) {
    const sim = createSimFs({ clock });
    sim.put({ '/w/a': 'old', '/w/b': 'old' });
    const logged: string[] = [];
    const log: DiskStoreOptions['log'] = (level, message, facts) => {
      logged.push(`${level}: ${message} ${JSON.stringify(facts)}`);
    };
    const { fs, calls } = faulty(sim.process().fs);
    const store = openStore(ROOT, machines.start(fs), { history: undefined, log, ...options });
    return { sim, calls, logged, store };
  }

  test('closes when its transactions have come to their ends', async () => {
    const { sim, store } = setUp();
    sim.put({ '/w/a': '1' });
    const { path } = await store.resolve('a', 'write');
    const work = store.transact([path], addOne, how());
    await store.close();
    expect(sim.tree('/w')).toEqual({ a: '2', b: 'old' });
    await work;
  });

  test.each([
    ['waits for the disk', 'full', true],
    ['does not wait for the disk where that is not wanted', 'none', false],
  ] as const)('%s', async (_, durability, isSynced) => {
    const { calls, store } = setUp({ durability });
    await change(store, { a: 'new' });
    expect(calls.some(({ name }) => name === 'fsync')).toBe(isSynced);
  });

  test('tells in the log of a change that it has undone', async () => {
    const { sim, logged, store } = setUp();
    const dying = faulty(sim.process().fs, ({ name, args }) =>
      name === 'rename' && args[1] === '/proc/self/fd/4/b'
        ? { kind: 'crash', when: 'before' }
        : undefined,
    );
    const process = machines.start(dying.fs);
    const half = change(openStore(ROOT, process, { history: undefined }), { a: 'new', b: 'new' });
    await expect(half).rejects.toThrow('dead');
    process.die();
    expect(await use(store, ['b'])).toEqual({ b: 'old' });
    expect(logged).toEqual([
      'warn: undid a change of several files that was cut short {"files":["a","b"]}',
    ]);
  });

  test('tells in the log why a reader could not undo a change', async () => {
    const { sim, logged, store } = setUp();
    sim.put({
      '/w/.a.lockline/.git/lock/hb-00000000000000bb-expired': '',
      '/w/.a.lockline/.git/lock/part-00000000000000aa': JSON.stringify({
        role: 'participant',
        coordinator: { directory: '../elsewhere', dev: '1', ino: '2', name: 'c' },
      }),
    });
    const requests = await Promise.all(
      ['a', 'b'].map(async (name) => ({
        path: (await store.resolve(name, 'read')).path,
        ranges: [],
        encoding: 'auto',
      })),
    );
    const answers = await store.read(requests, new AbortController().signal);
    expect(answers).toMatchObject([{ code: 'BUSY' }, { totalLines: 1 }]);
    expect(logged[0]).toMatch(/^warn: could not undo a change that was cut short .*c of it cannot/);
  });
});
