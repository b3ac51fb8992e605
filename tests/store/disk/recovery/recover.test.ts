import { beforeEach, describe, expect, test } from '@jest/globals';
import { removeTree } from '../../../../src/store/disk/paths/directory.js';
import { createIoErrors } from '../../../../src/store/disk/io-error.js';
import type { HeldLock } from '../../../../src/store/disk/lock/lock.js';
import {
  recoverLock,
  settle,
  type RecoveryOptions,
} from '../../../../src/store/disk/recovery/recover.js';
import { commit } from '../../../../src/store/disk/commit/transaction.js';
import { createBench, type Bench, type Worker } from '../../../support/bench.js';
import { faulty, type Control } from '../../../support/faulty-fs.js';

const TOKEN = '00000000000000aa';
const OLD = { 's/a': 'old', 't/b': 'old', 'u/c': 'old' };
const CHANGES = { 's/a': 'new', 't/b': undefined, 't/d': 'new', 'u/c': 'new' };
const NEW = { 's/a': 'new', 't/d': 'new', 'u/c': 'new' };
let bench: Bench;
let next: Worker;
let undone: (readonly string[])[];

beforeEach(() => {
  bench = createBench(OLD);
  next = bench.start('next');
  undone = [];
});

/** A process that dies making the change set, at the first call that `isLast` says. */
async function dieAt(isLast: (name: string, args: readonly unknown[]) => boolean): Promise<void> {
  let isBegun = false;
  const control: Control = ({ name, args }) =>
    isBegun && isLast(name, args) ? { kind: 'crash', when: 'before' } : undefined;
  const dying = bench.start('dying', (fs) => faulty(fs, control).fs);
  const participants = [];
  for (const [name, text] of Object.entries(CHANGES))
    participants.push(await dying.take(name, text));
  isBegun = true;
  await commit(participants, {
    fs: dying.fs,
    token: TOKEN,
    signal: new AbortController().signal,
    ioErrors: createIoErrors(undefined),
    abandon: () => undefined,
  }).catch(() => undefined);
  dying.process.die();
}

/** Two files are switched, two are not. */
const dieHalfway = () => dieAt((name, args) => name === 'link' && String(args[1]).endsWith('/d'));
/** All files are switched, and the journal is there. */
const dieBeforeCommit = () => dieAt((name) => name === 'unlink');
/** The journal is gone. */
const dieAfterCommit = () => {
  let isCommitted = false;
  return dieAt((name) => {
    if (isCommitted) return true;
    isCommitted = name === 'unlink';
    return false;
  });
};

function options(overrides: Partial<RecoveryOptions> = {}): RecoveryOptions {
  return {
    fs: next.fs,
    tryLock: (directory) => next.contend(directory),
    openDirectory: (path) => next.anchors.openDirectory(path) ?? 'missing',
    show: ({ directory }, name) => `${directory}/${name}`,
    onDoubt: 'refuse',
    onUndone: (files) => undone.push(files),
    ...overrides,
  };
}

/** Takes the lock of a file over and resolves what is in it. */
async function recover(name: string, overrides: Partial<RecoveryOptions> = {}): Promise<HeldLock> {
  const lock = await next.lock(name);
  expect(await recoverLock(lock, options(overrides))).toBeUndefined();
  return lock;
}

const files = Object.keys(CHANGES);

describe('a change of several files that was cut short', () => {
  test.each(files)('is undone by the next user of %s', async (name) => {
    await dieHalfway();
    expect(bench.files()).toEqual({ 's/a': 'new', 'u/c': 'old' });
    await (await recover(name)).release();
    expect(bench.files()).toEqual(OLD);
    expect(undone).toEqual([files.map((file) => `/w/${file}`)]);
  });

  test('is undone also when all files are switched', async () => {
    await dieBeforeCommit();
    expect(bench.files()).toEqual(NEW);
    await recover('t/d');
    expect(bench.files()).toEqual(OLD);
  });

  test('stays when it was committed', async () => {
    await dieAfterCommit();
    await recover('t/d');
    expect(bench.files()).toEqual(NEW);
    expect(undone).toEqual([]);
  });

  test('before its journal was made is cleaned up', async () => {
    await dieAt((name, args) => name === 'link' && String(args[1]).includes('journal'));
    await recover('u/c');
    expect(bench.files()).toEqual(OLD);
    expect(undone).toEqual([]);
  });

  test('leaves nothing in any lock', async () => {
    await dieHalfway();
    for (const name of files) await (await recover(name)).release();
    const left = Object.keys(bench.sim.tree('/w')).filter((path) => path.includes('lockline'));
    expect(left).toEqual([]);
  });

  test('is undone durably', async () => {
    await dieHalfway();
    await recover('u/c');
    expect(bench.sim.powerLoss(() => 1).tree('/w')).toMatchObject(OLD);
  });
});

describe('somebody stands in the way', () => {
  test.each([
    ['of the coordinator', 's/a', 'u/c'],
    ['of another file', 'u/c', 's/a'],
  ])('%s: the lock is left as it is', async (_, held, wanted) => {
    await dieHalfway();
    const other = await bench.start('other').lock(held);
    const lock = await next.lock(wanted);
    expect(await recoverLock(lock, options())).toMatchObject({
      token: other.token,
      agent: 'other',
    });
    expect(bench.files()).toEqual({ 's/a': 'new', 'u/c': 'old' });
    expect(bench.inLock(wanted)).toContain('part');
  });
});

describe('a lock', () => {
  test('in which nothing is left is released', async () => {
    await settle(await next.lock('s/a'));
    expect(bench.inLock('s/a')).toEqual([]);
  });

  test('with something unresolved in it is given up as it is', async () => {
    await dieHalfway();
    const lock = await next.lock('s/a');
    await settle(lock);
    expect(bench.inLock('s/a')).toEqual(expect.arrayContaining(['hb', 'journal', 'part']));
    expect(await bench.start().lock('s/a')).toMatchObject({ tookOver: true });
  });
});

describe('an orphan', () => {
  /** What a holder who was stalled and has lost the coordinator may still write before it dies. */
  async function orphan(): Promise<void> {
    await dieHalfway();
    const { fs } = bench.sim.process();
    const record = fs.readSmall(`/w/u/.c.lockline/.git/lock/part-${TOKEN}`);
    for (const name of files) await (await recover(name)).release();
    bench.sim.put({
      [`/w/u/.c.lockline/.git/lock/part-${TOKEN}`]: record,
      [`/w/u/.c.lockline/.git/lock/new-${TOKEN}`]: 'late',
      '/w/u/.c.lockline/.git/lock/hb-00000000000000bb-expired': '',
    });
  }

  test('is cleaned up, as the coordinator has no record of it', async () => {
    await orphan();
    const lock = await recover('u/c');
    expect(bench.files()).toEqual(OLD);
    await lock.release();
    expect(bench.inLock('u/c')).toEqual([]);
  });

  test('without a whole record is cleaned up', async () => {
    bench.sim.put({
      [`/w/u/.c.lockline/.git/lock/part-${TOKEN}`]: '{"role":"coor',
      [`/w/u/.c.lockline/.git/lock/new-${TOKEN}`]: 'half',
      '/w/u/.c.lockline/.git/lock/hb-00000000000000bb-expired': '',
    });
    await recover('u/c');
    expect(bench.files()).toEqual(OLD);
    expect(bench.inLock('u/c')).toEqual(['hb', 'id']);
  });
});

describe('what cannot be seen', () => {
  const hiding = (hidden: string): Partial<RecoveryOptions> => ({
    openDirectory: (path) =>
      path === hidden ? 'hidden' : (next.anchors.openDirectory(path) ?? 'missing'),
  });

  test.each([
    ['the coordinator', '/w/s', 'u/c', '/w/u/c'],
    ['another file', '/w/u', 's/a', '/w/s/a'],
  ])('of %s leaves the file in doubt', async (_, hidden, name, shown) => {
    await dieHalfway();
    const lock = await next.lock(name);
    await expect(recoverLock(lock, options(hiding(hidden)))).rejects.toMatchObject({
      code: 'IN_DOUBT',
      details: { path: shown, reason: expect.stringContaining(name === 's/a' ? 'u/c' : 's/a') },
    });
    expect(bench.inLock(name)).toContain('part');
  });

  test('is let be where the caller accepts what is there now', async () => {
    await dieHalfway();
    const lock = await recover('u/c', { ...hiding('/w/s'), onDoubt: 'accept-current' });
    expect(bench.inLock('u/c')).toEqual(['hb', 'id']);
    await lock.release();
    expect(bench.files()).toEqual({ 's/a': 'new', 'u/c': 'old' });
  });

  test('is not guessed where another directory has the name now', async () => {
    await dieHalfway();
    const { fs } = bench.sim.process();
    fs.rename('/w/s', '/w/elsewhere');
    bench.sim.put({ '/w/s/a': 'another' });
    const lock = await next.lock('u/c');
    await expect(recoverLock(lock, options())).rejects.toMatchObject({ code: 'IN_DOUBT' });
  });

  test('is resolved by one who sees all of it', async () => {
    await dieHalfway();
    const lock = await next.lock('u/c');
    await expect(recoverLock(lock, options(hiding('/w/s')))).rejects.toThrow('IN_DOUBT');
    await settle(lock);
    next = bench.start('wide');
    await recover('u/c');
    expect(bench.files()).toEqual(OLD);
  });
});

test('a file whose directory was deleted since is passed over', async () => {
  await dieHalfway();
  removeTree(bench.sim.process().fs, '/w/t');
  await recover('u/c');
  expect(bench.files()).toEqual({ 's/a': 'old', 'u/c': 'old' });
  expect(undone).toEqual([['/w/s/a', '/w/u/c']]);
});
