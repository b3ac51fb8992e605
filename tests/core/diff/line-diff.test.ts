import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { applyEdits } from '../../../src/core/edit/edit.js';
import { diffVersions, editsBetween } from '../../../src/core/diff/line-diff.js';
import { linesOf } from '../../support/versions.js';
import {
  anyText as anyLetters,
  bestAlignments,
  countPairs,
  letters,
  lettersOf,
} from './aligning.js';
import { anyText, encoded, range } from '../fixture.js';

/** The edits from one text of letters to another, as `[range, letters]`. */
function edits(base: string, current: string) {
  return editsBetween(letters(base), letters(current)).map((edit) => [
    edit.range,
    lettersOf(edit.bytes),
  ]);
}

describe('editsBetween', () => {
  test('turns the one version into the other, whatever they are', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.boolean(), (old, now, hasMark) => {
        const [base, current] = [old, now].map((text) => linesOf((hasMark ? '\uFEFF' : '') + text));
        if (base === undefined || current === undefined) return;
        const { slices } = applyEdits(base, editsBetween(base, current), 'a.txt');
        expect(Buffer.concat(slices)).toEqual(current.bytes);
      }),
      { numRuns: 1000 },
    );
  });

  test('changes as few lines as can be, in the order of the file, and no two that touch', () => {
    fc.assert(
      fc.property(anyLetters(7), anyLetters(7), (base, current) => {
        const found = editsBetween(letters(base), letters(current));
        const taken = found.reduce((sum, edit) => sum + edit.range.end - edit.range.start, 0);
        const [best = []] = bestAlignments(base, current);
        expect(taken).toBe(base.length - countPairs(best));
        for (const [index, edit] of found.entries()) {
          expect(edit.range.start).toBeGreaterThan(found[index - 1]?.range.end ?? 0);
          expect(edit.range.end - edit.range.start + edit.bytes.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['nothing for equal versions', 'abc', 'abc', []],
    ['a line', 'abc', 'aXc', [['2', 'X']]],
    ['an insertion at the end of a run', 'abbc', 'abbbc', [['<4', 'b']]],
    ['a deletion at the end of a run', 'abbbc', 'abbc', [['4', '']]],
    [
      'lines at both ends',
      'bcd',
      'abc',
      [
        ['<1', 'a'],
        ['3', ''],
      ],
    ],
    ['a file that was empty', '', 'ab', [['<1', 'ab']]],
    ['a file that is empty now', 'ab', '', [['1-2', '']]],
  ] as const)('gives %s', (_, base, current, expected) => {
    expect(edits(base, current)).toEqual(expected.map(([where, text]) => [range(where), text]));
  });

  test('gives the end of a last line, and a terminator, with the line', () => {
    const one = (old: string, now: string) =>
      editsBetween(linesOf(old), linesOf(now)).map((edit) => [
        edit.range,
        `${edit.bytes.toString()}`,
      ]);
    expect(one('a\nb', 'a\nb\nc')).toEqual([[range('2'), 'b\nc']]);
    expect(one('a\r\nb\n', 'a\nb\n')).toEqual([[range('1'), 'a\n']]);
    expect(one('a\rb\n', 'a\r\nb\n')).toEqual([[range('1'), 'a\r\n']]);
  });

  test('gives all that lies between the first and the last difference where there is very much', () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `line ${index}\n`);
    const [base, current] = [lines, lines.toReversed()].map((middle) =>
      linesOf(['first\n', ...middle, 'last\n'].join('')),
    );
    const found = base && current && editsBetween(base, current);
    expect(found?.map((edit) => edit.range)).toEqual([range('2-5001')]);
    expect(found?.[0]?.bytes.toString()).toBe(lines.toReversed().join(''));
  });
});

describe('diffVersions', () => {
  test('shows each change with a line of context', () => {
    expect(diffVersions(letters('abcdefg'), letters('aXcdefYg'))).toBe(
      '@@ -1,3 +1,3 @@\n a\n-b\n+X\n c\n@@ -6,2 +6,3 @@\n f\n+Y\n g',
    );
  });

  test('shows nothing of equal versions', () => {
    expect(diffVersions(letters('abc'), letters('abc'))).toBe('');
  });

  test('shows text in the encoding of the file', () => {
    const [base, current] = ['場\n', '所\n'].map((text) =>
      linesOf(encoded(text, 'shift_jis'), 'shift_jis'),
    );
    expect(base && current && diffVersions(base, current)).toBe('@@ -1,1 +1,1 @@\n-場\n+所');
  });

  test('stays within 6,000 characters', () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `line ${index}\n`);
    const changed = lines.map((line, index) => (index % 3 === 0 ? `new ${line}` : line));
    const shown = diffVersions(linesOf(lines.join('')), linesOf(changed.join('')));
    expect(shown.length).toBeGreaterThan(5900);
    expect(shown.length).toBeLessThanOrEqual(6000);
    expect(shown).toMatch(/\n… \d+ more lines of diff$/);
  });
});
