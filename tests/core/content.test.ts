import { describe, expect, test } from '@jest/globals';
import { contentOf, isSame } from '../../src/core/content.js';
import { EMPTY_HASH, hashOf } from '../../src/core/hash.js';
import { fc } from '../support/fast-check.js';

describe('contentOf', () => {
  test.each([0, 1, 3, 1000, 1001, 200_000])('of %i slices is that of their bytes', (count) => {
    const slices = Array.from({ length: count }, () => Buffer.from('ab'));
    const content = contentOf(slices);
    const bytes = Buffer.from('ab'.repeat(count));
    expect(content.size).toBe(bytes.length);
    expect(content.hash).toBe(count === 0 ? EMPTY_HASH : hashOf(bytes));
    expect(Buffer.concat(content.slices).equals(bytes)).toBe(true);
    expect(content.slices.length).toBeLessThanOrEqual(1000);
  });
});

describe('content and bytes', () => {
  /** Cut where it may be cut anyhow; some slices are parts of the bytes, others copies. */
  const cuts = fc.array(fc.tuple(fc.nat(12), fc.boolean()), { maxLength: 6 });
  const sliced = (bytes: Buffer, places: readonly (readonly [number, boolean])[]) => {
    const sorted = places.toSorted(([a], [b]) => a - b);
    return [...sorted, [bytes.length, false] as const].map(([end, isCopy], index) => {
      const part = bytes.subarray(sorted[index - 1]?.[0] ?? 0, end);
      return isCopy ? Buffer.from(part) : part;
    });
  };

  test('are the same exactly when their hashes are', () => {
    const few = fc.uint8Array({ max: 1, maxLength: 12 });
    fc.assert(
      fc.property(few, few, cuts, (made, other, places) => {
        const content = contentOf(sliced(Buffer.from(made), places));
        expect(isSame(content, Buffer.from(other))).toBe(content.hash === hashOf(other));
        expect(isSame(content, Buffer.concat(content.slices))).toBe(true);
      }),
    );
  });

  test('are not the same where the slices lie elsewhere in the same memory', () => {
    const bytes = Buffer.from('abab-abba');
    expect(isSame(contentOf([bytes.subarray(0, 4)]), bytes.subarray(5))).toBe(false);
    expect(isSame(contentOf([bytes.subarray(0, 2), bytes.subarray(2)]), bytes)).toBe(true);
  });

  test('that are both missing are the same', () => {
    expect(isSame(undefined, undefined)).toBe(true);
    expect(isSame(undefined, Buffer.alloc(0))).toBe(false);
    expect(isSame(contentOf([]), undefined)).toBe(false);
  });
});
