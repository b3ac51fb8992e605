import { beforeEach, describe, expect, test } from '@jest/globals';
import type { LocklineError } from '../../../../src/core/errors.js';
import type { DiskStoreOptions } from '../../../../src/store/disk/store.js';
import type { NextVersion } from '../../../../src/store/store.js';
import { contentOf } from '../../../support/bench.js';
import { createFakeClock } from '../../../support/fake-clock.js';
import { faulty, type Control } from '../../../support/faulty-fs.js';
import { createMachines, openStore, type Machines } from '../../../support/machines.js';
import { change, ROOT } from '../../../support/scenarios.js';
import { createSimFs, type SimFs } from '../../../support/sim-fs.js';

let sim: SimFs;
let machines: Machines;

beforeEach(() => {
  const clock = createFakeClock();
  machines = createMachines(clock);
  sim = createSimFs({ clock });
  sim.put({ '/w/a': 'old', '/w/b': 'b' });
});

function open(control?: Control, options: Partial<DiskStoreOptions> = {}) {
  const { fs, calls } = faulty(sim.process().fs, control);
  const store = openStore(ROOT, machines.start(fs), { history: undefined, ...options });
  return { store, calls };
}

const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    ({ code, details }: LocklineError) => ({ code, details }),
  );

/** An outsider who writes another text each time that a file has been read. */
function restless(times: number): Control {
  let writes = 0;
  let hasRead = false;
  return ({ name }) => {
    if (name === 'readSync') hasRead = true;
    if (name !== 'fstat' || !hasRead || writes === times) return undefined;
    hasRead = false;
    writes += 1;
    const text = `theirs ${String(writes)}`;
    return { kind: 'stall', meanwhile: () => sim.put({ '/w/a': text }) };
  };
}

describe('a file that changes while it is read', () => {
  test('is read again', async () => {
    await change(open(restless(2)).store, { a: 'new' });
    expect(sim.tree('/w')).toEqual({ a: 'new', b: 'b' });
  });

  test('is given up on when it does not come to rest', async () => {
    const work = change(open(restless(Infinity)).store, { a: 'new' });
    expect(await refusalOf(work)).toEqual({ code: 'CHANGED_ON_DISK', details: { path: 'a' } });
    expect(sim.tree('/w')['a']).toMatch(/^theirs/);
  });
});

describe('what is not made', () => {
  test('a file with the content that it has is not touched', async () => {
    const { ino } = sim.process().fs.lstat('/w/a');
    await change(open().store, { a: 'old', b: 'new' });
    expect(sim.tree('/w')).toEqual({ a: 'old', b: 'new' });
    expect(sim.process().fs.lstat('/w/a').ino).toBe(ino);
  });

  test.each([
    ['before', { a: 'x' }, { '/w/a': 'longer than the limit' }],
    ['after', { a: 'longer than the limit' }, {}],
  ])('a change of a file that is too large %s', async (_, changes, files) => {
    sim.put(files);
    const { store } = open(undefined, { maxFileSize: 10 });
    expect(await refusalOf(change(store, changes))).toEqual({
      code: 'FILE_TOO_LARGE',
      details: { path: 'a', size: 21, limit: 10 },
    });
  });

  test('a change of a file that has other names', async () => {
    sim.process().fs.link('/w/a', '/w/twin');
    expect(await refusalOf(change(open().store, { a: 'new' }))).toMatchObject({
      code: 'HARD_LINKED',
      details: { path: 'a', links: 2 },
    });
  });
});

test('a second name in the lock of the file is our own and does not count', async () => {
  const { store } = open(({ name }) => {
    const isFirst = name === 'access';
    // As a holder does who was stalled and comes too late.
    const meanwhile = (): void => {
      const { fs } = sim.process();
      const late = '/w/.a.lockline/.git/lock/old-00000000000000aa';
      if (!fs.readdir('/w/.a.lockline/.git/lock').includes('old-00000000000000aa'))
        fs.link('/w/a', late);
    };
    return isFirst ? { kind: 'stall', meanwhile } : undefined;
  });
  await change(store, { a: 'new' });
  expect(sim.tree('/w')).toEqual({ a: 'new', b: 'b' });
});

test('a file that is moved keeps mode and owner', async () => {
  const { fs } = sim.process();
  const fd = fs.open('/w/a', 0);
  fs.fchown(fd, 7, 8);
  fs.fchmod(fd, 0o750);
  const { store } = open();
  const [from, to] = await Promise.all(
    ['a', 'c'].map(async (name) => (await store.resolve(name, 'write')).path),
  );
  if (from === undefined || to === undefined) throw new Error('not resolved');
  const next: readonly NextVersion[] = [
    { path: from, content: undefined, action: 'move' },
    { path: to, content: contentOf('old'), from, action: 'move' },
  ];
  await store.transact([from, to], () => next, {
    author: 'test',
    tool: 'test',
    signal: new AbortController().signal,
  });
  const { uid, gid, mode } = fs.lstat('/w/c');
  expect([uid, gid, mode & 0o7777]).toEqual([7, 8, 0o750]);
  expect(sim.tree('/w')).toEqual({ b: 'b', c: 'old' });
});

test('all files that were opened are closed, whatever comes of it', async () => {
  for (const work of [{ a: 'new' }, { a: undefined, c: 'c' }, { a: 'old' }]) {
    const { store, calls } = open();
    const before = calls.length;
    await change(store, work).catch(() => undefined);
    const made = calls.slice(before).map(({ name }) => name);
    const count = (name: string): number => made.filter((one) => one === name).length;
    expect(count('close')).toBe(count('open'));
  }
});
