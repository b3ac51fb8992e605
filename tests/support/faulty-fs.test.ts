import { constants } from 'node:fs';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { FsPort } from '../../src/store/disk/fs-port.js';
import type { Control, Fault } from './faulty-fs.js';
import { atCall, faulty } from './faulty-fs.js';
import { Crash } from './sim/crash.js';
import type { SimFs } from './sim-fs.js';
import { createSimFs } from './sim-fs.js';

let sim: SimFs;

beforeEach(() => {
  sim = createSimFs({ clock: { wall: () => 0 } });
  sim.put({ '/w/a': '0123456789' });
});

function port(control?: Control): ReturnType<typeof faulty> {
  return faulty(sim.process().fs, control);
}

/** A call without a promise, one with a promise, and one more. */
async function work(fs: FsPort): Promise<void> {
  const fd = fs.open('/w/b', constants.O_WRONLY | constants.O_CREAT, 0o600);
  await fs.writev(fd, [Buffer.from('abcd'), Buffer.from('ef')], 0);
  fs.rename('/w/b', '/w/c');
}

test('without a fault it counts and changes nothing', async () => {
  const { fs, calls, fired } = port();
  await work(fs);
  expect(calls.map(({ n, name }) => `${String(n)} ${name}`)).toEqual([
    '1 open',
    '2 writev',
    '3 rename',
  ]);
  expect(calls[2]?.args).toEqual(['/w/b', '/w/c']);
  expect(sim.tree('/w')).toEqual({ a: '0123456789', c: 'abcdef' });
  expect(fired()).toBe(false);
});

describe('a crash', () => {
  test.each([
    ['before', 1, {}],
    ['after', 1, { b: '' }],
    ['before', 2, { b: '' }],
    ['after', 2, { b: 'abcdef' }],
    ['before', 3, { b: 'abcdef' }],
    ['after', 3, { c: 'abcdef' }],
  ] as const)('%s call %i ends the process there', async (when, n, left) => {
    const { fs, calls, fired } = port(atCall(n, { kind: 'crash', when }));
    await expect(work(fs)).rejects.toThrow(Crash);
    expect(sim.tree('/w')).toEqual({ a: '0123456789', ...left });
    expect(calls).toHaveLength(n);
    expect(fired()).toBe(true);
  });

  test('leaves nothing for later calls to do', async () => {
    const { fs, calls } = port(atCall(1, { kind: 'crash', when: 'before' }));
    expect(() => fs.lstat('/w/a')).toThrow(Crash);
    expect(() => {
      fs.unlink('/w/a');
    }).toThrow(Crash);
    await expect(fs.fsync(3)).rejects.toThrow(Crash);
    expect(sim.tree('/w')).toEqual({ a: '0123456789' });
    expect(calls).toHaveLength(1);
  });

  test('reaches calls that were under way', async () => {
    const { fs } = port(({ name }) => (name === 'unlink' ? crash : undefined));
    const fd = fs.open('/w/a', constants.O_RDONLY);
    const read = fs.read(fd, Buffer.alloc(4), 0);
    expect(() => {
      fs.unlink('/w/a');
    }).toThrow(Crash);
    await expect(read).rejects.toThrow(Crash);
  });

  test('takes the place of the error of a call that fails anyway', () => {
    const { fs } = port(atCall(1, { kind: 'crash', when: 'after' }));
    expect(() => fs.lstat('/w/none')).toThrow(Crash);
  });

  const crash: Fault = { kind: 'crash', when: 'before' };
});

describe('an error', () => {
  test.each([1, 2, 3])('at call %i stands in for the call, which does nothing', async (n) => {
    const { fs, fired } = port(atCall(n, { kind: 'error', code: 'ENOSPC' }));
    await expect(work(fs)).rejects.toThrow(expect.objectContaining({ code: 'ENOSPC', errno: -28 }));
    expect(fired()).toBe(true);
    expect(sim.tree('/w')['c']).toBeUndefined();
    await work(fs);
    expect(sim.tree('/w')['c']).toBe('abcdef');
  });

  test('looks like one of Node', () => {
    const { fs } = port(atCall(1, { kind: 'error', code: 'EXDEV' }));
    expect(() => {
      fs.rename('/w/a', '/w/b');
    }).toThrow(
      expect.objectContaining({
        code: 'EXDEV',
        syscall: 'rename',
        path: '/w/a',
        dest: '/w/b',
        message: "EXDEV: cross-device link not permitted, rename '/w/a' -> '/w/b'",
      }),
    );
  });

  test('may last', () => {
    const full: Control = ({ n, name }) =>
      n > 1 && name === 'mkdir' ? { kind: 'error', code: 'ENOSPC' } : undefined;
    const { fs } = port(full);
    fs.mkdir('/w/1', 0o700);
    for (const path of ['/w/2', '/w/3'])
      expect(() => {
        fs.mkdir(path, 0o700);
      }).toThrow('ENOSPC');
  });
});

describe('a short call', () => {
  test('writes half of the bytes, across slices', async () => {
    const { fs, fired } = port(atCall(2, { kind: 'short' }));
    const fd = fs.open('/w/b', constants.O_WRONLY | constants.O_CREAT, 0o600);
    expect(await fs.writev(fd, [Buffer.from('a'), Buffer.from('bcdef')], 0)).toBe(3);
    expect(sim.tree('/w')['b']).toBe('abc');
    expect(fired()).toBe(true);
  });

  test.each(['read', 'readSync'] as const)('%s fills half of the buffer', async (name) => {
    const { fs } = port(atCall(2, { kind: 'short' }));
    const into = Buffer.alloc(6);
    expect(await fs[name](fs.open('/w/a', constants.O_RDONLY), into, 1)).toBe(3);
    expect(into.toString()).toBe('123\0\0\0');
  });

  test('has nothing to do with a single byte, or with calls that move no data', async () => {
    const { fs, fired } = port(() => ({ kind: 'short' }));
    const fd = fs.open('/w/b', constants.O_WRONLY | constants.O_CREAT, 0o600);
    expect(await fs.writev(fd, [Buffer.from('a')], 0)).toBe(1);
    expect(fired()).toBe(false);
  });
});

describe('a torn call', () => {
  test('leaves a short file with half of its bytes', () => {
    const { fs, fired } = port(atCall(1, { kind: 'torn', code: 'ENOSPC' }));
    expect(() => {
      fs.writeSmall('/w/b', Buffer.from('abcd'), 0o600);
    }).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
    expect(sim.tree('/w')['b']).toBe('ab');
    expect(fired()).toBe(true);
  });

  test('has nothing to do with other calls', () => {
    const { fs, fired } = port(() => ({ kind: 'torn', code: 'ENOSPC' }));
    expect(fs.lstat('/w/a').kind).toBe('file');
    expect(fired()).toBe(false);
  });
});

test('a stall lets others work before the call', () => {
  const other = sim.process().fs;
  const meanwhile = (): void => {
    other.unlink('/w/a');
  };
  const { fs, fired } = port(atCall(1, { kind: 'stall', meanwhile }));
  expect(() => fs.lstat('/w/a')).toThrow('ENOENT');
  expect(fired()).toBe(true);
});
