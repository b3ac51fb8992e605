import { describe, expect, test } from '@jest/globals';
import { createScanner, type KnownFile } from '../../../../src/core/scan/scan.js';
import { nodeFs, type Stat } from '../../../../src/store/disk/fs-port.js';
import { createScanCache } from '../../../../src/store/disk/read/scan-cache.js';
import { createFakeClock } from '../../../support/fake-clock.js';

const EXT4 = 0xef53;
const TMPFS = 0x01021994;
const NFS = 0x6969;
const MS = 1_000_000n;
const CHANGED = 1_700_000_000_123n * MS;

const large: Stat = {
  kind: 'file',
  dev: 1n,
  ino: 7n,
  mode: 0o644,
  nlink: 1,
  uid: 0,
  gid: 0,
  size: 1 << 20,
  mtimeNs: CHANGED,
  ctimeNs: CHANGED,
};

function knownFile(text = 'one\n'): KnownFile {
  const scanner = createScanner({
    encoding: 'auto',
    ranges: [],
    keepLineBytes: 0,
    keepRangeBytes: 0,
  });
  scanner.push(Buffer.from(text));
  scanner.finish();
  return scanner.known();
}

/** A cache on a file system of this type. */
function cacheOn(magic = EXT4) {
  const cache = createScanCache({
    fs: { ...nodeFs, fsType: () => magic },
    clock: createFakeClock(),
  });
  const keep = (stat: Stat, afterMs = 1000n, encoding = 'auto'): KnownFile => {
    const known = knownFile();
    const last = stat.mtimeNs > stat.ctimeNs ? stat.mtimeNs : stat.ctimeNs;
    cache.keep({ stat, nowNs: last + afterMs * MS, encoding, at: '/x' }, known);
    return known;
  };
  return { cache, keep };
}

test('what was kept is found again, and a link or a new mode count as changes', () => {
  const { cache, keep } = cacheOn();
  const known = keep(large);
  expect(cache.find(large, 'auto')).toBe(known);
  expect(cache.find({ ...large }, 'auto')).toBe(known);
});

test.each<[string, Partial<Stat>]>([
  ['another size', { size: large.size + 1 }],
  ['another mtime', { mtimeNs: CHANGED + 1n }],
  ['another ctime under the same mtime', { ctimeNs: CHANGED + 1n }],
  ['another inode', { ino: 8n }],
  ['another device', { dev: 2n }],
])('%s is another version', (_, change) => {
  const { cache, keep } = cacheOn();
  keep(large);
  expect(cache.find({ ...large, ...change }, 'auto')).toBeUndefined();
});

test('a version that is gone is forgotten for good', () => {
  const { cache, keep } = cacheOn();
  keep(large);
  expect(cache.find({ ...large, ctimeNs: CHANGED + 1n }, 'auto')).toBeUndefined();
  expect(cache.find(large, 'auto')).toBeUndefined();
});

test('under another encoding lines may end elsewhere', () => {
  const { cache, keep } = cacheOn();
  keep(large, 1000n, 'utf-16le');
  expect(cache.find(large, 'auto')).toBeUndefined();
  expect(cache.find(large, 'utf-16le')).toBeDefined();
});

describe('a version is not kept', () => {
  test.each<[string, Partial<Stat>, bigint, boolean]>([
    ['49 ms after its last change', {}, 49n, false],
    ['but 50 ms after it', {}, 50n, true],
    ['by a clock that stands before it', {}, -1000n, false],
    ['with a ctime that is too fresh under an old mtime', { mtimeNs: 1n }, 49n, false],
    ['with whole seconds after 2 s', { mtimeNs: 5000n * MS, ctimeNs: 5000n * MS }, 2000n, false],
    ['but after 3 s', { mtimeNs: 5000n * MS, ctimeNs: 5000n * MS }, 3000n, true],
    ['of a small file', { size: 16_000 }, 1000n, false],
  ])('%s', (_, change, afterMs, isKept) => {
    const { cache, keep } = cacheOn();
    const stat = { ...large, ...change };
    keep(stat, afterMs);
    expect(cache.find(stat, 'auto') !== undefined).toBe(isKept);
  });

  test.each([NFS, TMPFS, 0x12345])('on a file system of type %d', (magic) => {
    const { cache, keep } = cacheOn(magic);
    keep(large);
    expect(cache.find(large, 'auto')).toBeUndefined();
  });
});

test('of many files the one that was not used for longest is forgotten', () => {
  const { cache, keep } = cacheOn();
  const file = (ino: number): Stat => ({ ...large, ino: BigInt(ino) });
  for (let ino = 0; ino < 64; ino += 1) keep(file(ino));
  cache.find(file(0), 'auto');
  keep(file(64));
  expect([0, 1, 2, 64].map((ino) => cache.find(file(ino), 'auto') !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test('a hash is found under whatever encoding it was read, and only under the same facts', () => {
  const { cache, keep } = cacheOn();
  const { facts } = keep(large, 1000n, 'gb18030');
  expect(cache.findHash({ ...large })).toBe(facts.hash);
  expect(cache.findHash({ ...large, ctimeNs: large.ctimeNs + 1n })).toBeUndefined();
  expect(cache.findHash({ ...large, ino: 8n })).toBeUndefined();
});

test('of a binary file, which is not read to its end, no hash is known', () => {
  const { cache } = cacheOn();
  const at = { stat: large, nowNs: large.mtimeNs + 1000n * MS, encoding: 'auto', at: '/x' };
  cache.keep(at, knownFile('one\0two\n'));
  expect(cache.find(large, 'auto')?.facts.binaryAt).toBe(3);
  expect(cache.findHash(large)).toBeUndefined();
});
