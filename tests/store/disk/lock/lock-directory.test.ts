import { beforeEach, describe, expect, test } from '@jest/globals';
import { fc } from '../../../support/fast-check.js';
import { heartbeatName } from '../../../../src/store/disk/lock/heartbeat.js';
import {
  isLockName,
  lockName,
  type LockDirectory,
} from '../../../../src/store/disk/lock/lock-directory.js';
import { createBench, type Bench, type Worker } from '../../../support/bench.js';
import { faulty } from '../../../support/faulty-fs.js';

const TOKEN = '00000000000000aa';
const HEARTBEAT = heartbeatName(TOKEN, 0);
const NOTE = Buffer.from('who');
let bench: Bench;
let worker: Worker;
let directory: LockDirectory;

beforeEach(() => {
  bench = createBench({ 'a.txt': '', 's/b': '' });
  worker = bench.start();
  directory = worker.directory('a.txt');
});

const tree = (): Readonly<Record<string, string>> => bench.sim.tree('/w');
const LEFT_ALONE = { 'a.txt': '', 's/': '', 's/b': '' };

describe('names', () => {
  test('a lock is named after its file', () => {
    expect(lockName('a.txt')).toBe('.a.txt.lockline');
  });

  test('a long name gets a short lock, the same for every spelling of it', () => {
    const name = `${'É'.repeat(91)}.txt`;
    expect(lockName(name)).toMatch(/^\.[0-9a-f]{32}\.lockline$/);
    expect(lockName(name.normalize('NFD').toLowerCase())).toBe(lockName(name));
  });

  test('every lock is known by its name and fits into a directory', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (name) => {
        expect(isLockName(lockName(name))).toBe(true);
        expect(Buffer.byteLength(lockName(name))).toBeLessThanOrEqual(190);
      }),
    );
  });

  test.each(['a.txt', '.lockline', 'a.lockline', '.a.lockline2', '..lockline'])(
    '%s is no lock',
    (name) => {
      expect(isLockName(name)).toBe(false);
    },
  );
});

describe('a lock', () => {
  test('is put in place with its heartbeat, and is gone without a trace afterwards', () => {
    expect(directory.entries()).toBeUndefined();
    expect(directory.enter(HEARTBEAT, NOTE)).toBe(true);
    expect(directory.entries()).toEqual([HEARTBEAT]);
    expect(directory.has(HEARTBEAT.name)).toBe(true);
    directory.remove(HEARTBEAT.name);
    expect(directory.leave()).toBe(true);
    expect(tree()).toEqual(LEFT_ALONE);
  });

  test('is not entered while it holds anything, and nothing of the attempt is left', () => {
    directory.enter(HEARTBEAT, NOTE);
    const before = tree();
    expect(directory.enter(heartbeatName('00000000000000bb', 0), NOTE)).toBe(false);
    expect(tree()).toEqual(before);
  });

  test('is left to those who are still in it', () => {
    directory.enter(HEARTBEAT, NOTE);
    expect(directory.leave()).toBe(false);
    expect(directory.has(HEARTBEAT.name)).toBe(true);
  });

  test('is known by the directory of its file, whichever path leads there', () => {
    expect(worker.directory('a.txt').key).toBe(directory.key);
    expect(worker.directory('s/b').key).not.toBe(worker.directory('b').key);
  });

  test('tells only of entries that are ours', () => {
    directory.enter(HEARTBEAT, NOTE);
    for (const name of ['hb', 'hb-xyz', `hc-${TOKEN}`, `hb-${TOKEN}-3.bak`, '.nfs0001', 'part-'])
      worker.fs.mkdir(directory.at(name), 0o700);
    expect(directory.entries()).toEqual([HEARTBEAT]);
  });

  test('is not put behind a link that somebody has planted', () => {
    bench.sim.put({ '/outside/': '' });
    bench.sim.putLink('/w/.a.txt.lockline', '/outside');
    expect(directory.enter(HEARTBEAT, NOTE)).toBe(true);
    expect(bench.sim.tree('/outside')).toEqual({});
    expect(directory.has(HEARTBEAT.name)).toBe(true);
  });

  test('is entered also while others remove what is around it', () => {
    let removals = 0;
    const other = bench.sim.process().fs;
    const meanwhile = (): void => {
      removals += 1;
      for (const path of ['/.git', '']) {
        try {
          other.rmdir(`/w/.a.txt.lockline${path}`);
        } catch {
          return;
        }
      }
    };
    const disturbed = bench.start('disturbed', (fs) => {
      const port = faulty(fs, ({ name }) =>
        name === 'mkdir' && removals < 20 ? { kind: 'stall', meanwhile } : undefined,
      );
      return port.fs;
    });
    expect(disturbed.directory('a.txt').enter(HEARTBEAT, NOTE)).toBe(true);
    expect(removals).toBeGreaterThan(3);
  });
});

describe('what others leave', () => {
  test('an unfinished lock is told with its token', () => {
    bench.sim.put({ [`/w/.a.txt.lockline/.git/${TOKEN}/`]: '' });
    expect(directory.unfinished().map(({ token }) => token)).toEqual([TOKEN]);
  });

  test('a lock without a heartbeat is removed with all that it holds', () => {
    bench.sim.put({ [`/w/.a.txt.lockline/.git/lock/part-${TOKEN}`]: 'x' });
    directory.discardOrphan(TOKEN);
    expect(directory.entries()).toBeUndefined();
    expect(directory.leave()).toBe(true);
    expect(tree()).toEqual(LEFT_ALONE);
  });

  test('nothing is removed where nothing is', () => {
    directory.discardOrphan(TOKEN);
    directory.remove('part-none');
    expect(tree()).toEqual(LEFT_ALONE);
  });
});

test('a sync makes a lock durable, up to the directory of its file', async () => {
  directory.enter(HEARTBEAT, NOTE);
  await directory.sync();
  const found = bench.sim.powerLoss(() => 1).tree('/w');
  expect(found).toHaveProperty([`.a.txt.lockline/.git/lock/${HEARTBEAT.name}`]);
});
