import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  encodeNote,
  expiredName,
  heartbeatName,
} from '../../../../src/store/disk/lock/heartbeat.js';
import type { LockDirectory } from '../../../../src/store/disk/lock/lock-directory.js';
import { createWatch, type Watch } from '../../../../src/store/disk/lock/watch.js';
import { createBench, STALE_MS, type Bench, type Worker } from '../../../support/bench.js';

const BEAT_MS = STALE_MS / 5;
const TOKEN = '00000000000000aa';
let bench: Bench;
let holder: Worker;
let observer: Worker;
let watch: Watch;

beforeEach(() => {
  bench = createBench({ a: '', b: '', c: '' });
  [holder, observer] = [bench.start('holder'), bench.start('observer')];
  watch = watchOf(observer);
});

function watchOf({ fs, process }: Worker, bootedAt = process.processes.bootedAt): Watch {
  const { clock, processes } = process;
  const options = { fs, clock, staleMs: STALE_MS, beatMs: BEAT_MS };
  return createWatch({ ...options, processes: { ...processes, bootedAt } });
}

/** What the observer finds of the heartbeat that is there now. */
function isGone(name: string, by: Watch = watch): boolean {
  const directory = observer.directory(name);
  const heartbeat = directory.entries()?.find(({ kind }) => kind === 'hb');
  if (heartbeat === undefined) throw new Error(`nobody holds ${name}`);
  return by.isGone(directory, heartbeat);
}

describe('the holder of a lock is gone', () => {
  test('at once when its process is', async () => {
    await holder.lock('a');
    expect(isGone('a')).toBe(false);
    holder.process.die();
    expect(isGone('a')).toBe(true);
  });

  test('at once when it has given up', async () => {
    const { directory, token } = await holder.lock('a');
    holder.fs.rename(directory.at(heartbeatName(token, 0).name), directory.at(expiredName(token)));
    expect(isGone('a')).toBe(true);
  });

  test('at once when its heartbeat is older than this start of the machine', async () => {
    await holder.lock('a');
    const now = bench.clock.wall();
    expect(isGone('a', watchOf(observer, now + 500))).toBe(false);
    expect(isGone('a', watchOf(observer, now + 5000))).toBe(true);
  });

  test('when its heartbeat has kept one name for the stale time of the observer', async () => {
    await holder.lock('a');
    expect(isGone('a')).toBe(false);
    bench.clock.advance(STALE_MS - 1);
    expect(isGone('a')).toBe(false);
    bench.clock.advance(1);
    expect(isGone('a')).toBe(true);
  });

  test('not because it was looked at long ago under another name', async () => {
    const { directory, token } = await holder.lock('a');
    isGone('a');
    bench.clock.advance(STALE_MS);
    const [from, to] = [heartbeatName(token, 0), heartbeatName(token, 1)];
    holder.fs.rename(directory.at(from.name), directory.at(to.name));
    expect(isGone('a')).toBe(false);
  });

  test('not because it was seen before it let go and came back', async () => {
    const lock = await holder.lock('a');
    isGone('a');
    watch.forget(lock.directory);
    bench.clock.advance(STALE_MS);
    expect(isGone('a')).toBe(false);
  });
});

describe('a holder that has stalled', () => {
  test('has stalled in all its locks', async () => {
    await holder.lock('a');
    await holder.lock('b');
    isGone('a');
    bench.clock.advance(STALE_MS);
    expect(isGone('b')).toBe(false);
    expect(isGone('a')).toBe(true);
    expect(isGone('b')).toBe(true);
  });

  test('may since have come back to life in one that is younger', async () => {
    await holder.lock('a');
    isGone('a');
    bench.clock.advance(STALE_MS);
    await holder.lock('b');
    expect(isGone('a')).toBe(true);
    expect(isGone('b')).toBe(false);
  });

  test('does not give others away', async () => {
    await holder.lock('a');
    await bench.start('another').lock('b');
    isGone('a');
    bench.clock.advance(STALE_MS);
    expect(isGone('a')).toBe(true);
    expect(isGone('b')).toBe(false);
  });
});

describe('a lock without a heartbeat', () => {
  test('is nobody’s after a second', () => {
    const directory = observer.directory('a');
    expect(watch.isOrphan(directory)).toBe(false);
    bench.clock.advance(999);
    expect(watch.isOrphan(directory)).toBe(false);
    bench.clock.advance(1);
    expect(watch.isOrphan(directory)).toBe(true);
  });
});

describe('a lock that is half made', () => {
  let directory: LockDirectory;
  beforeEach(() => {
    directory = observer.directory('a');
  });

  const place = `/w/.a.lockline/.git/${TOKEN}`;
  const plant = (note: Uint8Array | string): void => {
    bench.sim.put({ [`${place}/${heartbeatName(TOKEN, 0).name}`]: note });
  };
  const isLeft = (): boolean => directory.unfinished().length > 0;
  const signed = (): Uint8Array =>
    encodeNote({ token: TOKEN, holder: holder.process.processes.self, agent: 'holder' });

  test('is left to its maker, and removed when that is dead', () => {
    plant(signed());
    watch.removeUnfinished(directory);
    expect(isLeft()).toBe(true);
    holder.process.die();
    watch.removeUnfinished(directory);
    expect(isLeft()).toBe(false);
  });

  test.each([
    ['without a heartbeat', () => bench.sim.put({ [`${place}/`]: '' })],
    ['with a heartbeat that says nothing', () => plant('')],
  ])('%s is removed: who lives makes it anew', (_, make) => {
    make();
    watch.removeUnfinished(directory);
    expect(isLeft()).toBe(false);
  });

  test('by nobody knows whom is removed after ten minutes', () => {
    plant('half a no');
    bench.clock.advance(600_000);
    watch.removeUnfinished(directory);
    expect(isLeft()).toBe(true);
    bench.clock.advance(1000);
    watch.removeUnfinished(directory);
    expect(isLeft()).toBe(false);
  });

  test('before this start of the machine is removed', () => {
    plant(signed());
    watchOf(observer, bench.clock.wall() + 5000).removeUnfinished(directory);
    expect(isLeft()).toBe(false);
  });
});
