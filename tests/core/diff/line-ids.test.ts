import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { numberLines } from '../../../src/core/diff/line-ids.js';
import { linesOf } from '../../support/versions.js';
import { anyText } from '../fixture.js';

const line = fc.tuple(
  fc.constantFrom('', 'a', 'é', 'abcd', 'abce', 'abcdefgh', 'x'.repeat(40)),
  fc.constantFrom('\n', '\r\n'),
);
const longText = fc.array(line, { maxLength: 12 }).map((lines) => lines.flat().join(''));

describe('numberLines', () => {
  test('keeps the lines of the middle that the other version has too, equal ones with one number', () => {
    const text = fc.oneof(anyText, longText);
    fc.assert(
      fc.property(
        text,
        text,
        fc.array(fc.nat({ max: 12 }), { minLength: 4, maxLength: 4 }),
        (a, b, cuts) => {
          const [base, current] = [linesOf(a), linesOf(b)];
          const [from = 0, to = 0, otherFrom = 0, otherTo = 0] = cuts;
          const middle = {
            base: rangeWithin(base.count, from, to),
            current: rangeWithin(current.count, otherFrom, otherTo),
          };
          const found = numberLines(base, current, middle);
          const textOf = (lines: typeof base) => (number: number) =>
            lines.slice({ start: number, end: number + 1 }).toString();
          const ofBase = numbersOf(middle.base).map(
            (number) => [number, textOf(base)(number)] as const,
          );
          const ofCurrent = numbersOf(middle.current).map(
            (number) => [number, textOf(current)(number)] as const,
          );
          const isIn =
            (list: typeof ofBase) =>
            ([, content]: readonly [number, string]) =>
              list.some(([, other]) => other === content);
          const kept = {
            base: ofBase.filter(isIn(ofCurrent)),
            current: ofCurrent.filter(isIn(ofBase)),
          };
          expect([...found.base.lines]).toEqual(kept.base.map(([number]) => number));
          expect([...found.current.lines]).toEqual(kept.current.map(([number]) => number));
          const ids = [...found.base.ids, ...found.current.ids];
          const contents = [...kept.base, ...kept.current].map(([, content]) => content);
          expect(ids.map((id) => ids.indexOf(id))).toEqual(
            contents.map((content) => contents.indexOf(content)),
          );
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('tells lines apart that have the same hash', () => {
    const [base, current] = [linesOf('vlhytke\nsame\n'), linesOf('rgeqhzs\nsame\n')];
    const all = { start: 1, end: 3 };
    expect([...numberLines(base, current, { base: all, current: all }).base.lines]).toEqual([2]);
  });
});

function rangeWithin(count: number, a: number, b: number) {
  const [start, end] = [a, b].map((value) => 1 + (value % (count + 1))).toSorted((x, y) => x - y);
  return { start: start ?? 1, end: end ?? 1 };
}

function numbersOf({
  start,
  end,
}: {
  readonly start: number;
  readonly end: number;
}): readonly number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}
