import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  linkOr,
  makeShared,
  removeTree,
  shareOpen,
  syncDirectory,
  syncFile,
} from '../../../../src/store/disk/paths/directory.js';
import type { FsPort } from '../../../../src/store/disk/fs-port.js';
import { createFakeClock } from '../../../support/fake-clock.js';
import { atCall, faulty } from '../../../support/faulty-fs.js';
import { createSimFs, type SimFs } from '../../../support/sim-fs.js';

let sim: SimFs;
let fs: FsPort;

beforeEach(() => {
  sim = createSimFs({ clock: createFakeClock() });
  sim.put({ '/w/a': 'a', '/w/d/b': 'b', '/w/d/e/c': 'c' });
  ({ fs } = sim.process());
});

describe('removing', () => {
  test('takes a file, or a directory with all that it holds', () => {
    removeTree(fs, '/w/a');
    removeTree(fs, '/w/d');
    expect(sim.tree('/w')).toEqual({});
  });

  test('does not follow links', () => {
    sim.putLink('/w/d/out', '/w/a');
    removeTree(fs, '/w/d');
    expect(sim.tree('/w')).toEqual({ a: 'a' });
  });

  test('does nothing where nothing is', () => {
    removeTree(fs, '/w/none');
    removeTree(fs, '/w/a/none');
    expect(sim.tree('/w')['a']).toBe('a');
  });

  test('leaves what somebody puts there meanwhile', () => {
    const meanwhile = (): void => {
      sim.put({ '/w/d/late': '' });
    };
    const port = faulty(fs, ({ name, args }) =>
      name === 'rmdir' && args[0] === '/w/d' ? { kind: 'stall', meanwhile } : undefined,
    );
    removeTree(port.fs, '/w/d');
    expect(sim.tree('/w')).toEqual({ a: 'a', 'd/': '', 'd/late': '' });
  });
});

describe('a sync', () => {
  test('makes entries durable', async () => {
    fs.rename('/w/a', '/w/z');
    await syncDirectory(fs, '/w');
    expect(sim.powerLoss(() => 1).tree('/w')).toMatchObject({ z: 'a' });
  });

  test('of a directory that is gone is nothing', async () => {
    await syncDirectory(fs, '/w/none');
    expect(sim.unsynced()).toBe(0);
  });

  test('of a file that is gone fails', async () => {
    await expect(syncFile(fs, '/w/none')).rejects.toThrow('ENOENT');
  });

  test('closes what it opened when it fails', async () => {
    const port = faulty(fs, atCall(2, { kind: 'error', code: 'EIO' }));
    await expect(syncDirectory(port.fs, '/w')).rejects.toThrow('EIO');
    expect(port.calls.map(({ name }) => name)).toEqual(['open', 'fsync', 'close']);
  });
});

describe('a directory of ours', () => {
  const access = (mode: number) => ({ mode, uid: 0, gid: 0 });

  test('is open to those who may write around it, whatever the umask', () => {
    makeShared(fs, '/w/ours', access(0o775));
    expect(fs.lstat('/w/ours').mode & 0o7777).toBe(0o775);
  });

  test('is as the umask has it where only the owner may write', () => {
    makeShared(fs, '/w/ours', access(0o755));
    expect(fs.lstat('/w/ours').mode & 0o7777).toBe(0o755);
  });

  test('is given to the owner of what is around it', () => {
    makeShared(fs, '/w/ours', { mode: 0o755, uid: 7, gid: 8 });
    expect(fs.lstat('/w/ours')).toMatchObject({ uid: 7, gid: 8 });
  });

  test('is given to the group where it cannot be given to the owner', () => {
    const port = faulty(fs, ({ name, args }) =>
      name === 'fchown' && args[1] === 7 ? { kind: 'error', code: 'EPERM' } : undefined,
    );
    makeShared(port.fs, '/w/ours', { mode: 0o775, uid: 7, gid: 8 });
    expect(fs.lstat('/w/ours')).toMatchObject({ uid: 0, gid: 8 });
  });

  test('may be removed by others before it is given to anybody', () => {
    const meanwhile = (): void => {
      sim.process().fs.rmdir('/w/ours');
    };
    makeShared(faulty(fs, atCall(3, { kind: 'stall', meanwhile })).fs, '/w/ours', access(0o777));
    expect(sim.tree('/w')).not.toHaveProperty('ours/');
  });

  test('lends a file only the permissions that are asked for', () => {
    const fd = fs.open('/w/a', 0);
    shareOpen(fs, fd, access(0o777), 0o666);
    expect(fs.lstat('/w/a').mode & 0o7777).toBe(0o666);
  });
});

describe('a second name', () => {
  const unreachable = (): void => {
    throw new Error('linked and copied');
  };

  test('is a link where there are links', () => {
    linkOr(fs, '/w/a', '/w/z', unreachable);
    expect(fs.lstat('/w/z').ino).toBe(fs.lstat('/w/a').ino);
  });

  test.each(['EPERM', 'ENOTSUP', 'EMLINK'])('is something else after %s', (code) => {
    const port = faulty(fs, atCall(1, { kind: 'error', code }));
    let isDone = false;
    linkOr(port.fs, '/w/a', '/w/z', () => {
      isDone = true;
    });
    expect(isDone).toBe(true);
  });

  test('is not given over another', () => {
    expect(() => {
      linkOr(fs, '/w/a', '/w/d/b', unreachable);
    }).toThrow('EEXIST');
  });
});
