import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { alignLines } from '../../../src/core/diff/alignment.js';
import { linesOf } from '../../support/versions.js';
import { anyText, bestAlignments, letters } from './aligning.js';

/** Lines `first` to `last`, each with its number. */
function numbered(first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => `line ${first + index}\n`);
}

function alignTexts(base: readonly string[], current: readonly string[]) {
  return alignLines(linesOf(base.join('')), linesOf(current.join('')));
}

describe('alignLines', () => {
  test('finds a line where all best alignments have it, and no other', () => {
    fc.assert(
      fc.property(anyText(9), anyText(9), (base, current) => {
        const findLine = alignLines(letters(base), letters(current));
        const all = bestAlignments(base, current);
        for (let index = 0; index < base.length; index += 1) {
          const [pair, ...others] = new Set(all.map((alignment) => alignment[index]));
          const isClear = pair !== undefined && others.length === 0;
          expect(findLine(index + 1)).toBe(isClear ? pair + 1 : undefined);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['', ''],
    ['', 'ab'],
    ['ab', ''],
    ['ab', 'ba'],
  ])('the start of %j is that of %j, and so is the end', (base, current) => {
    const findLine = alignLines(letters(base), letters(current));
    expect(findLine(0)).toBe(0);
    expect(findLine(base.length + 1)).toBe(current.length + 1);
  });

  test('aligns large files with far changes', () => {
    const base = numbered(1, 100_000);
    const findLine = alignTexts(base, ['new\n', ...base.with(99_998, 'changed\n').toSpliced(2, 1)]);
    expect([1, 2, 3, 4, 50_000, 99_999, 100_000].map(findLine)).toEqual([
      2,
      3,
      undefined,
      4,
      50_000,
      undefined,
      100_000,
    ]);
  });

  test('aligns large files without a line that occurs once', () => {
    const base = numbered(1, 1000).flatMap((line) => Array.from({ length: 50 }, () => line));
    const findLine = alignTexts(base, base.with(30_000, 'changed\n'));
    expect([1, 30_000, 30_001, 30_002, 30_051].map(findLine)).toEqual([
      1,
      30_000,
      undefined,
      undefined,
      30_051,
    ]);
  });

  test('aligns what was written anew in all its length', () => {
    const old = numbered(1, 50_000);
    const fresh = old.map((line) => `new ${line}`);
    const findLine = alignTexts(old, fresh.with(25_000, 'line 7\n'));
    expect([6, 7, 8].map(findLine)).toEqual([undefined, 25_001, undefined]);
  });

  test('gives up what takes too much work, and finds the lines outside of it all the same', () => {
    const [before, middle, after] = [numbered(1, 9), numbered(10, 5000), numbered(5001, 5009)];
    const base = [...before, ...middle, ...after];
    const findLine = alignTexts(base, ['new\n', ...before, ...middle.toReversed(), ...after]);
    // The line in the middle is the only one that did not move, and yet it is not found.
    expect([2505, 10, 5000].map(findLine)).toEqual([undefined, undefined, undefined]);
    expect([5001, 5009].map(findLine)).toEqual([5002, 5010]);
    const withSame = alignTexts(base, [...before, ...middle.toReversed(), ...after]);
    expect([1, 9, 10, 5000, 5001].map(withSame)).toEqual([1, 9, undefined, undefined, 5001]);
  });
});
