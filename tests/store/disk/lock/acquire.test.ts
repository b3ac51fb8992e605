import { beforeEach, describe, expect, test } from '@jest/globals';
import { asFilePath } from '../../../../src/core/path.js';
import {
  acquireAll,
  namedTwice,
  type AcquireOptions,
  type Target,
} from '../../../../src/store/disk/lock/acquire.js';
import { createIoErrors } from '../../../../src/store/disk/io-error.js';
import { createQueue } from '../../../../src/store/disk/lock/queue.js';
import { createBench, STALE_MS, type Bench, type Worker } from '../../../support/bench.js';

let bench: Bench;
let worker: Worker;
let other: Worker;

beforeEach(() => {
  bench = createBench({ a: '', b: '', c: '' });
  [worker, other] = [bench.start('worker'), bench.start('other')];
});

function target(name: string, { directory }: Worker = worker): Target {
  const lock = directory(name);
  return {
    path: asFilePath(`/w/${name}`),
    shown: name,
    name,
    anchor: lock.anchor,
    directory: lock,
  };
}

function options(overrides: Partial<AcquireOptions> = {}): AcquireOptions {
  return {
    clock: bench.clock,
    queue: createQueue(),
    tryLock: (directory) => worker.tryLock(directory.fileName),
    recover: () => Promise.resolve(undefined),
    ioErrors: createIoErrors(undefined),
    timeoutMs: 15_000,
    signal: new AbortController().signal,
    ...overrides,
  };
}

const held = (): readonly string[] =>
  ['a', 'b', 'c'].filter((name) => bench.inLock(name).includes('hb'));

describe('all locks of a transaction', () => {
  test('are taken in the order given and let go in reverse', async () => {
    const order: string[] = [];
    const targets = ['b', 'a', 'c'].map((name) => target(name));
    const locks = await acquireAll(
      targets,
      options({
        tryLock: async ({ fileName }) => {
          order.push(`take ${fileName}`);
          const lock = await worker.lock(fileName);
          const release = (): Promise<void> => {
            order.push(`let go ${fileName}`);
            return lock.release();
          };
          return { ...lock, release };
        },
      }),
    );
    expect(locks.targets).toEqual(targets);
    expect(targets.map((one) => locks.of(one).directory.fileName)).toEqual(['b', 'a', 'c']);
    await locks.release();
    expect(order).toEqual(['take b', 'take a', 'take c', 'let go c', 'let go a', 'let go b']);
    expect(bench.sim.tree('/w')).toEqual({ a: '', b: '', c: '' });
  });

  test('are waited for until they are free', async () => {
    const lock = await other.lock('b');
    void bench.clock.sleep(3000, new AbortController().signal).then(() => lock.release());
    const locks = await acquireAll([target('a'), target('b')], options());
    expect(bench.clock.now()).toBeGreaterThanOrEqual(3000);
    expect(held()).toEqual(['a', 'b']);
    await locks.release();
  });

  test('are taken soon after they are free, though the holder is asked after only now and then', async () => {
    const lock = await other.lock('b');
    void bench.clock.sleep(3000, new AbortController().signal).then(() => lock.release());
    let asked = 0;
    const tryLock: AcquireOptions['tryLock'] = (directory) => {
      asked += 1;
      return worker.contend(directory);
    };
    const locks = await acquireAll([target('b')], options({ tryLock }));
    expect(bench.clock.now()).toBeLessThan(3000 + 105);
    expect(asked).toBeLessThan(20);
    await locks.release();
  });

  test('are taken from one who has died or stalled', async () => {
    await other.lock('a');
    other.process.die();
    await bench.start('stalled').lock('b');
    const locks = await acquireAll([target('a'), target('b')], options());
    expect(Math.abs(bench.clock.now() - STALE_MS)).toBeLessThan(500);
    await locks.release();
  });

  test('can be left to the next as they are', async () => {
    const locks = await acquireAll([target('a')], options());
    await locks.abandon();
    expect(await other.lock('a')).toMatchObject({ tookOver: true });
  });
});

describe('nothing is held any more', () => {
  test('at the deadline, which tells who stands in the way and for how long', async () => {
    await other.lock('b');
    bench.clock.advance(1000);
    const work = acquireAll([target('a'), target('b')], options({ timeoutMs: 2000 }));
    await expect(work).rejects.toMatchObject({
      code: 'BUSY',
      details: { path: 'b', holder: 'other', heldMs: 3000, waitedMs: 2000 },
    });
    expect(held()).toEqual(['b']);
  });

  test('at the deadline behind another call of this process', async () => {
    const queue = createQueue();
    await queue.enter(worker.directory('a').key, new AbortController().signal);
    const work = acquireAll([target('a')], options({ queue, timeoutMs: 2000 }));
    await expect(work).rejects.toMatchObject({
      code: 'BUSY',
      details: { path: 'a', holder: 'another call of this server', waitedMs: 2000 },
    });
    expect(held()).toEqual([]);
  });

  test('when the caller gives up', async () => {
    await other.lock('b');
    const caller = new AbortController();
    void bench.clock.sleep(1000, new AbortController().signal).then(() => {
      caller.abort(new Error('enough'));
    });
    const work = acquireAll([target('a'), target('b')], options({ signal: caller.signal }));
    await expect(work).rejects.toThrow('enough');
    expect(held()).toEqual(['b']);
  });

  test.each(['.b.lockline', '.b.lockline/.git', '.b.lockline/.git/lock'])(
    'when %s is a file that somebody has put there, which is named',
    async (planted) => {
      bench.sim.put({ [`/w/${planted}`]: 'mine' });
      const work = acquireAll([target('a'), target('b')], options());
      await expect(work).rejects.toMatchObject({
        code: 'IO_FAILED',
        details: { path: 'b', cause: expect.stringContaining('.b.lockline') },
      });
      expect(held()).toEqual([]);
      expect(bench.sim.tree('/w')[planted]).toBe('mine');
    },
  );

  test('when a directory is gone', async () => {
    const work = acquireAll(
      [target('a'), target('b')],
      options({
        tryLock: ({ fileName }) =>
          fileName === 'a'
            ? worker.lock('a')
            : Promise.reject(Object.assign(new Error('gone'), { code: 'ENOENT' })),
      }),
    );
    await expect(work).rejects.toMatchObject({ code: 'ENOENT' });
    expect(held()).toEqual([]);
  });

  test('when a lock cannot be made', async () => {
    const failure = Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'mkdir' });
    const work = acquireAll([target('a')], options({ tryLock: () => Promise.reject(failure) }));
    await expect(work).rejects.toMatchObject({ code: 'NO_SPACE', details: { path: 'a' } });
  });
});

describe('a file that is named twice', () => {
  test('is told when the second path leads to a lock that is already ours', async () => {
    // What a file system that folds case, or a second mount, does.
    const twin = { ...target('a'), path: asFilePath('/w/A'), shown: 'A' };
    const again = { ...twin, directory: { ...twin.directory, key: 'another spelling' } };
    const work = acquireAll([target('a'), again], options());
    await expect(work).rejects.toMatchObject(namedTwice({ shown: 'A' }));
    expect(held()).toEqual([]);
    expect(bench.clock.now()).toBeLessThan(1000);
  });
});

describe('what a former holder has left', () => {
  beforeEach(async () => {
    await other.lock('a');
    other.process.die();
  });

  test('is resolved before the lock is used', async () => {
    const resolved: string[] = [];
    const locks = await acquireAll(
      [target('a'), target('b')],
      options({
        recover: ({ directory }) => {
          resolved.push(directory.fileName);
          return Promise.resolve(undefined);
        },
      }),
    );
    expect(resolved).toEqual(['a']);
    await locks.release();
  });

  test('is waited for where somebody else stands in the way of that', async () => {
    let isInTheWay = true;
    const locks = await acquireAll(
      [target('a')],
      options({
        recover: () => {
          const blocker = { token: undefined, agent: 'third', heldMs: 1 };
          return Promise.resolve(isInTheWay ? blocker : undefined).finally(() => {
            isInTheWay = bench.clock.now() < 1000;
          });
        },
      }),
    );
    expect(bench.clock.now()).toBeGreaterThanOrEqual(1000);
    await locks.release();
  });

  test('is left to the next when it cannot be resolved', async () => {
    const work = acquireAll(
      [target('a')],
      options({ recover: () => Promise.reject(new Error('in doubt')) }),
    );
    await expect(work).rejects.toThrow('in doubt');
    expect(await bench.start().lock('a')).toMatchObject({ tookOver: true });
  });
});
