import { lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { fc } from '../../../support/fast-check.js';
import { hashOf } from '../../../../src/core/hash.js';
import { nodeFs, type FsPort } from '../../../../src/store/disk/fs-port.js';
import type { Home } from '../../../../src/store/disk/history/home.js';
import { createRoom, type Bounds, type Room } from '../../../../src/store/disk/history/room.js';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.js';
import { historyFixture, type HistoryFixture } from '../../../support/history-fixture.js';

const DAY = 86_400_000;
const BOUNDS: Bounds = { maxBytes: 10_000, maxDays: 30 };

let at: HistoryFixture;
let home: Home;
let clock: FakeClock;
/** Versions are put there by the name of their number; each is superseded a second after the one before. */
let count: number;
let times: Map<string, number>;
let looks: number;

beforeEach(async () => {
  at = historyFixture();
  home = await at.home();
  clock = createFakeClock();
  count = 0;
  looks = 0;
  times = new Map();
});

afterEach(() => {
  at.close();
});

/** The port with times of the clock of the test. */
const fs: FsPort = {
  ...nodeFs,
  readdir: (path) => {
    looks += path.includes('versions') || path.endsWith('/') ? 1 : 0;
    return nodeFs.readdir(path);
  },
  lstat: (path) => {
    const stat = nodeFs.lstat(path);
    const time = times.get(path.slice(path.lastIndexOf('/') + 1));
    return time === undefined ? stat : { ...stat, ctimeNs: BigInt(time) * 1_000_000n };
  },
};

function room(bounds: Partial<Bounds> = {}): Room {
  return createRoom({ ...BOUNDS, ...bounds, fs, clock });
}

/** Puts a version of so many bytes there, if there is room; gives its name. */
function put(into: Room, size: number): string | undefined {
  clock.advance(1000);
  if (!into.makeFor(home, size)) return undefined;
  const name = nameOf(count);
  count += 1;
  writeFileSync(at.tree.at(`.lockline/versions/${name}`), Buffer.alloc(size));
  times.set(name, clock.wall());
  into.took(name, size);
  return name;
}

function nameOf(number: number): string {
  return hashOf(Buffer.from(String(number)));
}

function bytesIn(place: 'versions' | 'log'): number {
  const sizes = at
    .names(place)
    .map((name) => statSync(at.tree.at(`.lockline/${place}/${name}`)).size);
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe('the versions in a history', () => {
  test('never take more than the bound, however many processes put them there', () => {
    const sizes = fc.array(
      fc.tuple(fc.nat({ max: 7 }), fc.oneof(fc.nat({ max: 100 }), fc.nat({ max: 3000 }))),
      { minLength: 20, maxLength: 120 },
    );
    fc.assert(
      fc.property(sizes, (all) => {
        const rooms = Array.from({ length: 8 }, () => room());
        for (const [process, size] of all) {
          const into = rooms[process];
          if (into !== undefined) put(into, size);
          expect(bytesIn('versions')).toBeLessThanOrEqual(BOUNDS.maxBytes);
        }
      }),
      { numRuns: 20 },
    );
  });

  test('go from the oldest, and the newest stay', () => {
    const into = room();
    const put10 = Array.from({ length: 30 }, () => put(into, 1000));
    const kept = put10.filter((name) => name !== undefined && at.names('versions').includes(name));
    expect(kept).toEqual(put10.slice(-kept.length));
    expect(kept.length).toBeGreaterThanOrEqual(6);
  });

  test('that another process has put there are counted and can go', () => {
    const [mine, other] = [room(), room()];
    const old = Array.from({ length: 8 }, () => put(other, 1000));
    put(mine, 1000);
    put(mine, 1000);
    expect(at.names('versions')).not.toContain(old[0]);
    expect(bytesIn('versions')).toBeLessThanOrEqual(9000);
  });

  test('are not put there if they do not fit at all, and then nothing else goes', () => {
    const into = room();
    const first = put(into, 1000);
    expect(put(into, 10_001)).toBeUndefined();
    expect(at.names('versions')).toEqual([first]);
    expect(put(into, 8900)).toBeDefined();
  });

  test('that were put there again are as new as that', () => {
    const into = room();
    const first = put(into, 3000) ?? '';
    put(into, 3000);
    clock.advance(1000);
    times.set(first, clock.wall());
    into.took(first, 3000);
    put(into, 3000);
    put(into, 1000);
    expect(at.names('versions')).toContain(first);
    expect(at.names('versions')).not.toContain(nameOf(1));
  });

  test('go when they are too old, within an hour', () => {
    const into = room({ maxDays: 2 });
    const old = put(into, 10);
    clock.advance(DAY);
    const newer = put(into, 10);
    clock.advance(DAY + 3_600_000);
    const newest = put(into, 10);
    expect(new Set(at.names('versions'))).toEqual(new Set([newer, newest]));
    expect(old).toBeDefined();
  });

  test('that were begun and never finished go after ten minutes', () => {
    const begun = at.tree.at('.lockline/versions/new-0123456789abcdef');
    writeFileSync(begun, 'x');
    times.set('new-0123456789abcdef', clock.wall());
    put(room(), 10);
    expect(at.names('versions')).toContain('new-0123456789abcdef');
    clock.advance(600_001);
    put(room(), 10);
    expect(at.names('versions')).not.toContain('new-0123456789abcdef');
  });

  test('are not looked at for each one that is put there', () => {
    const into = room({ maxBytes: 1_000_000 });
    for (let n = 0; n < 200; n += 1) put(into, 100);
    expect(looks).toBeLessThanOrEqual(4);
  });

  test('can lie beside what is no file', () => {
    mkdirSync(at.tree.at(`.lockline/versions/${nameOf(999)}`));
    put(room(), 10);
    expect(lstatSync(at.tree.at(`.lockline/versions/${nameOf(999)}`)).isDirectory()).toBe(true);
  });
});

describe('the log in a history', () => {
  const day = (back: number): string =>
    `${new Date(clock.wall() - back * DAY).toISOString().slice(0, 10)}.jsonl`;
  const write = (back: number, size: number): void => {
    writeFileSync(at.tree.at(`.lockline/log/${day(back)}`), Buffer.alloc(size));
  };

  test('forgets days that are too old', () => {
    for (const back of [0, 1, 30, 31, 60]) write(back, 10);
    put(room(), 10);
    expect(at.names('log')).toEqual([30, 1, 0].map(day));
  });

  test('takes its part of the room', () => {
    write(0, 4000);
    const into = room();
    for (let n = 0; n < 20; n += 1) put(into, 500);
    expect(bytesIn('versions') + bytesIn('log')).toBeLessThanOrEqual(BOUNDS.maxBytes);
    expect(bytesIn('versions')).toBeGreaterThanOrEqual(3000);
  });

  test('loses its oldest days when it takes more than half, but not today', () => {
    for (const back of [0, 1, 2, 3]) write(back, 2000);
    put(room(), 10);
    expect(at.names('log')).toEqual([1, 0].map(day));
    write(0, 20_000);
    put(room(), 10);
    expect(at.names('log')).toEqual([day(0)]);
    expect(readdirSync(at.tree.at('.lockline/versions'))).toHaveLength(2);
  });
});
