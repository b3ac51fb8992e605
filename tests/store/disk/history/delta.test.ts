import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../support/fast-check.js';
import { deltaOf, parseDelta, restore } from '../../../../src/store/disk/history/delta.js';

/** A version in memory of its own, and another of slices of it with new bytes between them. */
const versions = fc
  .record({
    bytes: fc.uint8Array({ maxLength: 200 }),
    pieces: fc.array(
      fc.oneof(
        fc.uint8Array({ maxLength: 20 }),
        fc.tuple(fc.nat({ max: 200 }), fc.nat({ max: 50 })),
      ),
      { maxLength: 8 },
    ),
  })
  .map(({ bytes, pieces }) => {
    const before = Buffer.allocUnsafeSlow(bytes.length);
    before.set(bytes);
    const slices = pieces.map((piece) =>
      Array.isArray(piece) ? before.subarray(piece[0], piece[0] + piece[1]) : piece,
    );
    return { before, slices };
  });

test('gives the version again, also after it was written and read', () => {
  fc.assert(
    fc.property(versions, ({ before, slices }) => {
      const delta = parseDelta(JSON.parse(JSON.stringify(deltaOf(before, slices, 4096))));
      expect(delta && restore(before, delta, 10_000)).toEqual(Buffer.concat(slices));
    }),
  );
});

test('has only the new bytes of a large file', () => {
  const before = Buffer.allocUnsafeSlow(1_000_000).fill('x');
  const slices = [before.subarray(0, 500_000), Buffer.from('new'), before.subarray(500_003)];
  expect(deltaOf(before, slices, 4096)).toEqual([[0, 500_000], 'bmV3', [500_003, 499_997]]);
});

describe('is none', () => {
  const before = Buffer.alloc(10);

  test.each<[string, readonly Uint8Array[]]>([
    ['where much is new', [Buffer.alloc(5000)]],
    ['where there are very many pieces', Array.from({ length: 100 }, () => before.subarray(0, 1))],
  ])('%s', (_, slices) => {
    expect(deltaOf(before, slices, 4096)).toBeUndefined();
  });
});

test('does not make more of a version than may be', () => {
  expect(
    restore(
      Buffer.alloc(1000),
      Array.from({ length: 60 }, () => [0, 1000]),
      50_000,
    ),
  ).toBeUndefined();
});
