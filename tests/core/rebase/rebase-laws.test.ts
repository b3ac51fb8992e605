import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { applyEdits } from '../../../src/core/edit/edit.js';
import { rebaseEdits } from '../../../src/core/rebase/rebase.js';
import {
  anyText,
  asEdit,
  bestAlignment,
  edited,
  editsOf,
  letters,
  lettersOf,
  rangeIn,
} from '../diff/aligning.js';
import type { Alignment, LetterEdit } from '../diff/aligning.js';

/** How many versions are merged in two ways; more of them in a long run. */
const ROUNDS = Number(process.env['LOCKLINE_TEST_RUNS'] ?? 10_000);
/** How many are tried of each other law. */
const CASES = Math.ceil(ROUNDS / 5);

/** Letters that no base has. */
const FRESH = 'XYZ';

const ownEdit = (base: string, words: fc.Arbitrary<string>): fc.Arbitrary<LetterEdit> =>
  fc.record({ range: rangeIn(base.length), with: words });
const freshWord = fc.constantFrom('O', 'OP', 'OPQ', '');
const anyWord = fc.constantFrom('', 'a', 'b', 'ab', 'ba', 'aab', 'Oa', 'bO', 'OP');

/** A base, what another made of it by edits with lines of their own, and an edit that is to follow. */
const overFresh = anyText(20).chain((base) =>
  fc.record({
    base: fc.constant(base),
    other: editsOf(base, FRESH, 4),
    own: ownEdit(base, freshWord),
  }),
);

/** A base, a later version, and an edit of the base, all over the same few lines. */
const anyVersions = anyText(20).chain((base) =>
  fc.record({
    base: fc.constant(base),
    current: fc.oneof(
      editsOf(base, 'abcdX', 4).map((edits) => edited(base, edits)),
      anyText(20),
    ),
    own: ownEdit(base, anyWord),
  }),
);

/** The version after an edit of a base is made in another version; `undefined` if it has no place. */
function rebase(base: string, current: string, own: LetterEdit): string | undefined {
  const there = letters(current);
  const placed = rebaseEdits(letters(base), there, [asEdit(own)], 'a.txt');
  return placed && lettersOf(Buffer.concat(applyEdits(there, placed, 'a.txt').slices));
}

/** Whether another's change leaves an edit no place: an insertion needs the lines on both sides, together. */
function isInTheWay({ range: own }: LetterEdit, { range: other }: LetterEdit): boolean {
  return own.start === own.end
    ? other.start <= own.start && own.start <= other.end
    : other.start < own.end && own.start < other.end;
}

describe('an edit rebased', () => {
  test('is what both edits of the base in one go would be', () => {
    let placed = 0;
    fc.assert(
      fc.property(overFresh, ({ base, other, own }) => {
        const result = rebase(base, edited(base, other), own);
        if (result === undefined) return;
        placed += 1;
        const both = applyEdits(letters(base), [...other, own].map(asEdit), 'a.txt');
        expect(result).toBe(lettersOf(Buffer.concat(both.slices)));
      }),
      { numRuns: CASES },
    );
    expect(placed).toBeGreaterThan(CASES / 10);
  });

  test('has a place exactly when the other edits leave it its lines', () => {
    const distinct = overFresh.map(({ base, other, own }) => ({
      base: Array.from(base, (_, index) => String.fromCodePoint(0x4e00 + index)).join(''),
      other,
      own,
    }));
    fc.assert(
      fc.property(distinct, ({ base, other, own }) => {
        const isFree = !other.some((edit) => isInTheWay(own, edit));
        expect(rebase(base, edited(base, other), own) !== undefined).toBe(isFree);
      }),
      { numRuns: CASES },
    );
  });

  test('has none when a line that it names has changed', () => {
    const hit = anyText(20)
      .filter((base) => base !== '')
      .chain((base) =>
        fc.record({
          base: fc.constant(base),
          other: editsOf(base, FRESH, 4),
          own: ownEdit(base, anyWord),
        }),
      )
      .filter(({ other, own }) =>
        other.some(({ range }) => range.start < own.range.end && own.range.start < range.end),
      );
    fc.assert(
      fc.property(hit, ({ base, other, own }) => {
        expect(rebase(base, edited(base, other), own)).toBeUndefined();
      }),
      { numRuns: CASES },
    );
  });

  test('is not made a second time', () => {
    const anyEdits = anyText(12).chain((base) =>
      fc.record({ base: fc.constant(base), own: editsOf(base, 'abcdX', 3) }),
    );
    fc.assert(
      fc.property(anyEdits, ({ base, own }) => {
        const after = edited(base, own);
        fc.pre(after !== base);
        const again = rebaseEdits(letters(base), letters(after), own.map(asEdit), 'a.txt');
        expect(again).toBeUndefined();
      }),
      { numRuns: CASES },
    );
  });

  test('is what a three-way merge gives, however that aligns the versions', () => {
    const choices = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 40 });
    let placed = 0;
    fc.assert(
      fc.property(anyVersions, choices, ({ base, current, own }, chosen) => {
        const result = rebase(base, current, own);
        if (result === undefined) return;
        placed += 1;
        const alignment = bestAlignment(base, current, chosen);
        expect(merge({ base, current, alignment, own })).toBe(result);
      }),
      { numRuns: ROUNDS },
    );
    expect(placed).toBeGreaterThan(ROUNDS / 10);
  });
});

/** Three-way merge of an own edit and all that differs in one alignment; `undefined` for a conflict. */
function merge({
  base,
  current,
  alignment,
  own,
}: {
  readonly base: string;
  readonly current: string;
  readonly alignment: Alignment;
  readonly own: LetterEdit;
}): string | undefined {
  const other: LetterEdit[] = [];
  let [start, from] = [1, 0];
  for (const [index, pair] of [...alignment, current.length].entries()) {
    if (pair === undefined) continue;
    const change = { range: { start, end: index + 1 }, with: current.slice(from, pair) };
    if (index + 1 > start || pair > from) other.push(change);
    [start, from] = [index + 2, pair + 1];
  }
  return other.some((change) => isInTheWay(own, change))
    ? undefined
    : edited(base, [...other, own]);
}
