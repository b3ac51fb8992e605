import { constants } from 'node:fs';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { hashOf } from '../../../../src/core/hash.js';
import type { FsPort } from '../../../../src/store/disk/fs-port.js';
import {
  hashNow,
  isRacy,
  isSameContent,
  readVersion,
} from '../../../../src/store/disk/read/version.js';
import { createFakeClock } from '../../../support/fake-clock.js';
import { atCall, faulty } from '../../../support/faulty-fs.js';
import { createSimFs, type SimFs } from '../../../support/sim-fs.js';

let sim: SimFs;
let fs: FsPort;

beforeEach(() => {
  sim = createSimFs({ clock: createFakeClock() });
  sim.put({ '/w/a': 'text' });
  ({ fs } = sim.process());
});

const open = (port = fs): number => port.open('/w/a', constants.O_RDWR);

describe('two looks at a file', () => {
  test('saw the same when only links and mode have changed', () => {
    const before = fs.lstat('/w/a');
    fs.link('/w/a', '/w/b');
    fs.fchmod(open(), 0o600);
    expect(fs.lstat('/w/a').ctimeNs).not.toBe(before.ctimeNs);
    expect(isSameContent(before, fs.lstat('/w/a'))).toBe(true);
  });

  test.each<[string, () => unknown]>([
    ['written into', () => fs.writev(open(), [Buffer.from('TEXT')], 0)],
    ['made longer', () => fs.writev(open(), [Buffer.from('x')], 4)],
    [
      'replaced',
      () => {
        sim.put({ '/w/new': 'text' });
        fs.rename('/w/new', '/w/a');
      },
    ],
  ])('saw another when it was %s', async (_, change) => {
    const before = fs.lstat('/w/a');
    await change();
    expect(isSameContent(before, fs.lstat('/w/a'))).toBe(false);
  });

  test('may not see a change within 50 ms of the first', () => {
    const stat = fs.lstat('/w/a');
    expect(isRacy(stat, stat.mtimeNs + 49_999_999n)).toBe(true);
    expect(isRacy(stat, stat.mtimeNs + 50_000_000n)).toBe(false);
  });
});

describe('reading a version', () => {
  test('gives its bytes, hash and facts', async () => {
    const fd = open();
    const stat = fs.fstat(fd);
    const bytes = Buffer.from('text');
    const version = await readVersion(fs, fd, stat);
    expect(version).toMatchObject({ stat, bytes, hash: hashOf(bytes) });
    expect(version?.isHashed()).toBe(true);
  });

  test('takes a hash that is known, and tells whether it is that of the bytes', async () => {
    const fd = open();
    const read = async (known: string) => {
      const version = await readVersion(fs, fd, fs.fstat(fd), hashOf(Buffer.from(known)));
      return [version?.hash === hashOf(Buffer.from(known)), version?.isHashed()];
    };
    expect(await read('text')).toEqual([true, true]);
    expect(await read('TEXT')).toEqual([true, false]);
  });

  test('goes on after a short read', async () => {
    const port = faulty(fs, atCall(3, { kind: 'short' }));
    const fd = open(port.fs);
    const version = await readVersion(port.fs, fd, port.fs.fstat(fd));
    expect([port.fired(), version?.bytes.toString()]).toEqual([true, 'text']);
  });

  test.each([
    ['written into', 'TEXT'],
    ['cut short', ''],
  ])('gives none when it is %s meanwhile', async (_, text) => {
    const meanwhile = (): void => {
      sim.put({ '/w/a': text });
    };
    const port = faulty(fs, atCall(3, { kind: 'stall', meanwhile }));
    const fd = open(port.fs);
    expect(await readVersion(port.fs, fd, port.fs.fstat(fd))).toBeUndefined();
  });
});

test.each([0, 1, 65_535, 65_536, 65_537, 3_000_000])('hashes %i bytes where they stand', (size) => {
  const bytes = Buffer.alloc(size, 'lockline');
  sim.put({ '/w/a': bytes });
  expect(hashNow(fs, open())).toBe(hashOf(bytes));
});
