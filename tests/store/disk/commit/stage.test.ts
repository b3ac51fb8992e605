import { beforeEach, describe, expect, test } from '@jest/globals';
import { stage } from '../../../../src/store/disk/commit/stage.js';
import { createBench, type Bench, type Worker } from '../../../support/bench.js';
import { faulty, type Control } from '../../../support/faulty-fs.js';

const TOKEN = '00000000000000aa';
let bench: Bench;

beforeEach(() => {
  bench = createBench({ a: 'old' });
});

function start(control?: Control): Worker {
  return bench.start('stager', (fs) => faulty(fs, control).fs);
}

async function staged(name: string, text: string | undefined, control?: Control) {
  const worker = start(control);
  const participant = await worker.take(name, text);
  return stage(worker.fs, participant, TOKEN);
}

const entry = (name: string): string => `/w/.a.lockline/.git/lock/${name}-${TOKEN}`;

describe('staging', () => {
  test('an edit makes the new content and links the old', async () => {
    const result = await staged('a', 'new');
    const { fs } = bench.sim.process();
    expect(bench.inLock('a')).toEqual(['hb', 'new', 'old']);
    expect(fs.readSmall(entry('new')).toString()).toBe('new');
    expect(fs.lstat(entry('old')).ino).toBe(fs.lstat('/w/a').ino);
    expect(result).toMatchObject({ hasBackup: true, isRacy: true, baseline: fs.lstat('/w/a') });
  });

  test('a create makes the new content', async () => {
    expect(await staged('b', 'new')).toMatchObject({ hasBackup: false, baseline: undefined });
    expect(bench.inLock('b')).toEqual(['hb', 'new']);
  });

  test('a delete makes the place that the file is moved to', async () => {
    expect(await staged('a', undefined)).toMatchObject({ hasBackup: false });
    expect(bench.inLock('a')).toEqual(['del/', 'hb']);
  });

  test('makes the new content durable', async () => {
    await staged('a', 'new');
    const { fs } = bench.sim.powerLoss(() => 0).process();
    expect(fs.readSmall(entry('new')).toString()).toBe('new');
  });

  test('knows that a file is old enough for a change to show', async () => {
    bench.clock.advance(1000);
    expect(await staged('a', 'new')).toMatchObject({ isRacy: false });
  });
});

describe('what is staged', () => {
  test('has mode and owner of the file that it replaces', async () => {
    const { fs } = bench.sim.process();
    const fd = fs.open('/w/a', 0);
    fs.fchown(fd, 7, 8);
    fs.fchmod(fd, 0o4751);
    await staged('a', 'new');
    const { uid, gid, mode } = fs.lstat(entry('new'));
    expect([uid, gid, mode & 0o7777]).toEqual([7, 8, 0o4751]);
  });

  test('is as the umask has it where it replaces none', async () => {
    await staged('b', 'new');
    const { mode } = bench.sim.process().fs.lstat(entry('new').replace('.a.', '.b.'));
    expect(mode & 0o7777).toBe(0o644);
  });

  test('is whole also when a write is short', async () => {
    await staged('a', 'longer than before', ({ name }) =>
      name === 'writevSync' ? { kind: 'short' } : undefined,
    );
    expect(bench.sim.process().fs.readSmall(entry('new')).toString()).toBe('longer than before');
  });

  test('keeps the old version as a copy where there are no links', async () => {
    const result = await staged('a', 'new', ({ name }) =>
      name === 'link' ? { kind: 'error', code: 'EPERM' } : undefined,
    );
    const { fs } = bench.sim.process();
    expect(fs.readSmall(entry('old')).toString()).toBe('old');
    // A late write into the old inode does not show in a copy.
    expect(result).toMatchObject({ hasBackup: false });
  });
});

describe('nothing is staged', () => {
  test.each<[string, () => void]>([
    ['written into', () => bench.sim.put({ '/w/a': 'by an outsider' })],
    [
      'replaced',
      () => {
        bench.sim.put({ '/w/b': 'old' });
        bench.sim.process().fs.rename('/w/b', '/w/a');
      },
    ],
  ])('for a file that was %s since it was read', async (_, meanwhile) => {
    let isDone = false;
    const result = await staged('a', 'new', ({ name }) => {
      if (name !== 'fsync' || isDone) return undefined;
      isDone = true;
      return { kind: 'stall', meanwhile };
    });
    expect(result).toBeUndefined();
  });

  test('behind a link that was put in the place of the lock', async () => {
    const worker = start();
    const participant = await worker.take('a', 'new');
    const { fs } = bench.sim.process();
    bench.sim.put({ '/outside/lock/': '' });
    fs.rename('/w/.a.lockline', '/w/away');
    bench.sim.put({ '/w/.a.lockline/': '' });
    bench.sim.putLink('/w/.a.lockline/.git', '/outside');
    await expect(stage(worker.fs, participant, TOKEN)).rejects.toMatchObject({
      code: 'IO_FAILED',
    });
    expect(bench.sim.tree('/outside')[`lock/new-${TOKEN}`]).toBe('');
  });
});
