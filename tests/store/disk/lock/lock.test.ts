import { beforeEach, describe, expect, test } from '@jest/globals';
import { isLocked, type HeldLock } from '../../../../src/store/disk/lock/lock.js';
import { createBench, STALE_MS, type Bench, type Worker } from '../../../support/bench.js';

let bench: Bench;
let one: Worker;
let two: Worker;

beforeEach(() => {
  bench = createBench({ a: 'text' });
  [one, two] = [bench.start('one'), bench.start('two')];
});

const FREE = { a: 'text' };

/** Leaves something in a lock, as a process that is cut short does. */
function leaveRecord({ directory }: HeldLock): void {
  one.fs.writeSmall(directory.at('part-00000000000000aa'), Buffer.from('{}'), 0o644);
}

describe('a lock', () => {
  test('is had by one, and told to others with the name of that one', async () => {
    const lock = await one.lock('a');
    bench.clock.advance(1500);
    expect(await two.tryLock('a')).toEqual({ token: lock.token, agent: 'one', heldMs: 1500 });
    expect(lock).toMatchObject({ tookOver: false });
    expect(lock.isHeld()).toBe(true);
  });

  test('is gone without a trace when it is released, and free for the next', async () => {
    const lock = await one.lock('a');
    await lock.release();
    expect(lock.isHeld()).toBe(false);
    expect(bench.sim.tree('/w')).toEqual(FREE);
    expect(isLocked(await two.tryLock('a'))).toBe(true);
  });

  test('takes what lies in it along when it is released', async () => {
    const lock = await one.lock('a');
    leaveRecord(lock);
    await lock.release();
    expect(bench.sim.tree('/w')).toEqual(FREE);
  });

  test('can be released twice', async () => {
    const lock = await one.lock('a');
    await lock.release();
    await lock.release();
    expect(bench.sim.tree('/w')).toEqual(FREE);
  });

  test('that is given up can be had at once, with what lies in it', async () => {
    const lock = await one.lock('a');
    leaveRecord(lock);
    await lock.giveUp();
    const next = await two.lock('a');
    expect(next.tookOver).toBe(true);
    expect(bench.inLock('a')).toEqual(['hb', 'id', 'part']);
  });

  test('of a dead process can be had at once', async () => {
    await one.lock('a');
    one.process.die();
    expect(await two.lock('a')).toMatchObject({ tookOver: true });
  });

  test('of a stalled process can be had after the stale time', async () => {
    const lock = await one.lock('a');
    expect(isLocked(await two.tryLock('a'))).toBe(false);
    bench.clock.advance(STALE_MS);
    const taken = await two.lock('a');
    expect([lock.isHeld(), taken.isHeld()]).toEqual([false, true]);
  });

  test('is not taken from the next by one who has lost it', async () => {
    const lock = await one.lock('a');
    one.process.die();
    const next = await two.lock('a');
    await lock.release();
    await lock.giveUp();
    expect(next.isHeld()).toBe(true);
  });

  test('of a directory that is gone cannot be had', async () => {
    bench.sim.put({ '/w/s/b': '' });
    const directory = one.directory('s/b');
    one.fs.unlink('/w/s/b');
    one.fs.rmdir('/w/s');
    await expect(one.lock('s/b')).rejects.toThrow('no directory');
    expect(() => directory.enter({ kind: 'hb', token: '', name: 'hb' }, Buffer.alloc(0))).toThrow(
      'ENOENT',
    );
  });
});

test('of many who want a lock at the same time one gets it', async () => {
  const workers = Array.from({ length: 10 }, (_, n) => bench.start(String(n)));
  const outcomes = await Promise.all(workers.map((worker) => worker.tryLock('a')));
  expect(outcomes.filter(isLocked)).toHaveLength(1);
});
