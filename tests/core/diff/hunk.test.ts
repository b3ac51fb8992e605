import { describe, expect, test } from '@jest/globals';
import { hunksOf, sizeOf } from '../../../src/core/diff/hunk.js';
import { linesOf } from '../../support/versions.js';
import { range } from '../fixture.js';

/** Hunks as `old -> now`, and the lines replaced in them. */
function hunks(file: string, ...edits: readonly (readonly [string, string])[]) {
  return hunksOf(
    linesOf(file),
    edits.map(([lines, text]) => ({ range: range(lines), bytes: Buffer.from(text) })),
  ).map(({ old, now, replacements }) => ({
    old,
    now,
    replaced: replacements.map((one) => [one.range, sizeOf(one.freshRange)]),
  }));
}

const TEN = 'abcdefghij'.replaceAll(/./g, '$&\n');

describe('hunksOf', () => {
  test('joins edits that touch into one replacement', () => {
    expect(hunks(TEN, ['2', 'x\n'], ['3', ''], ['<4', 'y\n'])).toEqual([
      { old: range('1-4'), now: range('1-4'), replaced: [[range('2-3'), 2]] },
    ]);
  });

  test('joins replacements of which the context touches, and no others', () => {
    expect(hunks(TEN, ['2', 'x\ny\n'], ['5', 'z\n'], ['9', ''])).toEqual([
      {
        old: range('1-6'),
        now: range('1-7'),
        replaced: [
          [range('2'), 2],
          [range('5'), 1],
        ],
      },
      { old: range('8-10'), now: range('9-10'), replaced: [[range('9'), 0]] },
    ]);
  });

  test('leaves out equal lines at both ends, and what does not change at all', () => {
    expect(hunks(TEN, ['2-5', 'b\nX\nd\ne\n'], ['8', 'h\n'])).toEqual([
      { old: range('2-4'), now: range('2-4'), replaced: [[range('3'), 1]] },
    ]);
  });

  test('takes an open last line in, where text after it gives it an end', () => {
    expect(hunks('a\nb', ['<3', '\nc'])).toEqual([
      { old: range('1-2'), now: range('1-3'), replaced: [[range('2'), 2]] },
    ]);
  });
});
