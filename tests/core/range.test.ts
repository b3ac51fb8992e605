import { describe, expect, test } from '@jest/globals';
import { fc } from '../support/fast-check.js';
import {
  closeRange,
  collide,
  gapBefore,
  inclusive,
  isGap,
  isWithin,
  toInclusive,
  TO_END,
} from '../../src/core/range.js';
import type { LineRange } from '../../src/core/range.js';

const line = fc.integer({ min: 1, max: 12 });
const total = fc.nat({ max: 12 });
const closed = fc.tuple(line, fc.nat({ max: 6 })).map(([start, count]) => {
  return { start, end: start + count };
});

/** The numbers of the lines of a range, the slow way. */
function linesOf(range: LineRange): readonly number[] {
  return Array.from({ length: range.end - range.start }, (_, index) => range.start + index);
}

describe('inclusive', () => {
  test('counts both ends, and toInclusive gives them back', () => {
    expect(linesOf(inclusive(3, 5))).toEqual([3, 4, 5]);
    fc.assert(
      fc.property(closed, (range) => {
        const { start, end } = toInclusive(range);
        expect(inclusive(start, end)).toEqual(range);
      }),
    );
  });

  test('without a last line is open until the file is read', () => {
    expect(closeRange(inclusive(3), 5)).toEqual(inclusive(3, 5));
  });
});

describe('closeRange', () => {
  test('leaves a closed range as it is, even past the end', () => {
    fc.assert(
      fc.property(closed, total, (range, lines) => {
        expect(closeRange(range, lines)).toEqual(range);
      }),
    );
  });

  test('of an open end holds the lines from start that exist', () => {
    fc.assert(
      fc.property(line, total, (start, lines) => {
        const existing = linesOf(inclusive(1, lines)).filter((number) => number >= start);
        expect(linesOf(closeRange({ start, end: TO_END }, lines))).toEqual(existing);
      }),
    );
  });
});

describe('isWithin', () => {
  test('holds where every line exists; a gap may lie after the last', () => {
    fc.assert(
      fc.property(closed, total, (range, lines) => {
        const last = isGap(range) ? lines + 1 : lines;
        const numbers = isGap(range) ? [range.start] : linesOf(range);
        expect(isWithin(range, lines)).toBe(numbers.every((number) => number <= last));
      }),
    );
  });

  test.each([
    ['line 0', { start: 0, end: 2 }],
    ['an end before the start', { start: 3, end: 2 }],
    ['an open end', { start: 1, end: TO_END }],
  ])('fails for %s', (_, range) => {
    expect(isWithin(range, 9)).toBe(false);
  });
});

describe('collide', () => {
  test('holds where two ranges share a line', () => {
    fc.assert(
      fc.property(closed, closed, (a, b) => {
        fc.pre(!isGap(a) && !isGap(b));
        expect(collide(a, b)).toBe(linesOf(a).some((number) => linesOf(b).includes(number)));
      }),
    );
  });

  test('holds for a gap strictly inside a range, not at its edges', () => {
    const range = inclusive(3, 5);
    const colliding = [1, 2, 3, 4, 5, 6, 7].filter((before) => collide(gapBefore(before), range));
    expect(colliding).toEqual([4, 5]);
  });

  test('never holds for two gaps', () => {
    fc.assert(
      fc.property(line, line, (a, b) => {
        expect(collide(gapBefore(a), gapBefore(b))).toBe(false);
      }),
    );
  });

  test('is symmetric', () => {
    fc.assert(
      fc.property(closed, closed, (a, b) => {
        expect(collide(a, b)).toBe(collide(b, a));
      }),
    );
  });
});
