import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { joinShifts, shiftRange } from '../../../src/core/edit/shift.js';
import type { Shift } from '../../../src/core/edit/shift.js';

/** A step: by line of the old version how many new lines stand in its place; one means that it stays. */
type Step = readonly number[];

/** The shifts of a step in which lines with other than one line in their place are replaced. */
function shiftsOf(step: Step): readonly Shift[] {
  let now = 1;
  return step.flatMap((size, index) => {
    const from = { start: index + 1, end: index + 2 };
    const to = { start: now, end: now + size };
    now += size;
    return size === 1 ? [] : [{ from, to }];
  });
}

/** Lines as letters, with the lines of a shift in the place of those that it takes away. */
function applied(lines: readonly string[], shifts: readonly Shift[], mark: string) {
  let next = 1;
  const now: string[] = [];
  for (const { from, to } of shifts) {
    now.push(...lines.slice(next - 1, from.start - 1));
    now.push(...Array.from({ length: to.end - to.start }, () => mark));
    next = from.end;
  }
  return [...now, ...lines.slice(next - 1)];
}

const sizes: fc.Arbitrary<number[]> = fc.array(fc.constantFrom(1, 1, 1, 0, 2, 3), {
  minLength: 1,
  maxLength: 10,
});

/** Two steps in a row. */
const steps = sizes.chain((first) => {
  const total = first.reduce((sum, size) => sum + size, 0);
  const second: fc.Arbitrary<number[]> = fc.array(fc.constantFrom(1, 1, 0, 2), {
    minLength: total,
    maxLength: total,
  });
  return fc.tuple(fc.constant(first), second);
});

describe('the shifts of two steps joined', () => {
  test('lead from the first version to the last', () => {
    fc.assert(
      fc.property(steps, ([first, second]) => {
        const lines = first.map((_, index) => String.fromCodePoint(97 + index));
        const one = shiftsOf(first);
        const two = shiftsOf(second);
        const joined = joinShifts(one, two);
        const now = applied(applied(lines, one, '*'), two, '*');
        const direct = applied(lines, joined, '*');
        expect(direct).toHaveLength(now.length);
        // A joined shift may take in lines that stay, but never shows one in a wrong place.
        for (const [index, line] of direct.entries()) {
          if (line !== '*') expect(now[index]).toBe(line);
        }
      }),
    );
  });

  test('are the one or the other, where only one step changes anything', () => {
    const shifts = shiftsOf([1, 0, 1, 3]);
    expect(joinShifts(shifts, [])).toEqual(shifts);
    expect(joinShifts([], shifts)).toEqual(shifts);
  });

  test('are one where they touch', () => {
    const first = [{ from: { start: 2, end: 3 }, to: { start: 2, end: 4 } }];
    const second = [{ from: { start: 4, end: 5 }, to: { start: 4, end: 4 } }];
    expect(joinShifts(first, second)).toEqual([
      { from: { start: 2, end: 4 }, to: { start: 2, end: 4 } },
    ]);
  });
});

describe('lines after shifts', () => {
  const shifts = [
    { from: { start: 2, end: 3 }, to: { start: 2, end: 5 } },
    { from: { start: 6, end: 8 }, to: { start: 8, end: 8 } },
  ];

  test.each([
    ['before them', [1, 2], [1, 2]],
    ['between them', [3, 5], [5, 7]],
    ['after them', [8, 10], [8, 10]],
    ['replaced', [2, 3], [2, 5]],
    ['taken away', [6, 7], [8, 8]],
    ['around both', [1, 9], [1, 9]],
    ['that begin in one', [2, 4], [2, 6]],
    ['that end in one', [5, 7], [7, 8]],
  ])('%s', (_, [start = 0, end = 0], expected) => {
    expect(Object.values(shiftRange({ start, end }, shifts))).toEqual(expected);
  });

  test('beside which others are inserted', () => {
    const inserted = [{ from: { start: 3, end: 3 }, to: { start: 3, end: 5 } }];
    expect(shiftRange({ start: 3, end: 4 }, inserted)).toEqual({ start: 5, end: 6 });
    expect(shiftRange({ start: 2, end: 3 }, inserted)).toEqual({ start: 2, end: 3 });
  });
});
