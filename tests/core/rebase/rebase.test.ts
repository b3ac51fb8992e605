import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { rebaseEdits, rebaseRanges } from '../../../src/core/rebase/rebase.js';
import type { LineRange } from '../../../src/core/range.js';
import { refusalOf } from '../../support/thrown.js';
import { linesOf } from '../../support/versions.js';
import { anyText, asEdit, bestAlignments, edited, editsOf, letters } from '../diff/aligning.js';
import type { Alignment } from '../diff/aligning.js';
import { encoded, range } from '../fixture.js';

/** Where a range of a file is in another version of it; both are letters, each a line. */
function place(base: string, current: string, where: string): LineRange | undefined {
  return rebaseRanges(letters(base), letters(current), [range(where)])[0];
}

/** The same in files given as they are. */
function placeIn(
  base: string | Buffer,
  current: string | Buffer,
  where: string,
  encoding = 'auto',
) {
  return rebaseRanges(linesOf(base, encoding), linesOf(current, encoding), [range(where)])[0];
}

describe('rebaseRanges', () => {
  test.each([
    ['where they were, when nothing changes before', 'abcd', 'abcX', ['2-3', '2-3']],
    ['further down, when lines are added above', 'abcd', 'XYabcd', ['2-3', '4-5']],
    ['further up, when lines are gone above', 'abcd', 'cd', ['3-4', '1-2']],
    ['next to lines that changed', 'abcd', 'XbcY', ['2-3', '2-3']],
    ['between two far changes', 'abcdefg', 'XXbcdeYg', ['3-5', '4-6']],
    [
      'though their content occurs again, when the context tells which',
      'abcb',
      'Xabcb',
      ['2', '3'],
    ],
  ] as const)('finds lines %s', (_, base, current, [where, there]) => {
    expect(place(base, current, where)).toEqual(range(there));
  });

  test.each([
    ['that changed', 'abc', 'aXc', '2'],
    ['that are gone', 'abc', 'ac', '2'],
    ['of which one changed', 'abcd', 'abXd', '2-3'],
    ['with a new one between them', 'abcd', 'abXcd', '2-3'],
    ['of which one between them is gone', 'abcde', 'abde', '2-4'],
    ['that moved to where others stayed', 'abcd', 'cabd', '3'],
    ['in a run that lost one', 'abbbc', 'abbc', '2'],
    ['in a run that gained one', 'abc', 'abbc', '2'],
    ['of which another version has each where the other is', 'ab', 'ba', '1'],
    ['that are not there at all', 'abc', 'abc', '3-4'],
  ])('does not find lines %s', (_, base, current, where) => {
    expect(place(base, current, where)).toBeUndefined();
  });

  test.each([
    ['between two lines that moved together', 'abcd', 'Xabcd', ['<3', '<4']],
    ['at the start', 'abc', 'abX', ['<1', '<1']],
    ['at the end', 'abc', 'Xabc', ['<4', '<5']],
    ['of an empty file', '', '', ['<1', '<1']],
  ] as const)('finds a gap %s', (_, base, current, [where, there]) => {
    expect(place(base, current, where)).toEqual(range(there));
  });

  test.each([
    ['where something was inserted', 'abcd', 'abXcd', '<3'],
    ['before a line that changed', 'abcd', 'abXd', '<3'],
    ['after a line that changed', 'abcd', 'aXcd', '<3'],
    ['at the start, where there is a new first line', 'abc', 'Xabc', '<1'],
    ['at the start, where the first line is gone', 'abc', 'bc', '<1'],
    ['at the end, where lines were added', 'abc', 'abcX', '<4'],
    ['of an empty file that has lines now', '', 'a', '<1'],
    ['of a file that is empty now', 'a', '', '<2'],
    ['in a run that gained one', 'aa', 'aaa', '<2'],
  ])('does not find a gap %s', (_, base, current, where) => {
    expect(place(base, current, where)).toBeUndefined();
  });

  test('takes a line with another terminator for another line', () => {
    expect(placeIn('a\nb\n', 'a\r\nb\n', '1')).toBeUndefined();
    expect(placeIn('a\rb\n', 'a\r\nb\n', '2')).toEqual(range('2'));
    expect(placeIn('a\nb', 'a\nb\nc', '2')).toBeUndefined();
    expect(placeIn('a\nb', 'a\nb\nc', '<3')).toBeUndefined();
    expect(placeIn('a\nb', 'X\na\nb', '<3')).toEqual(range('<4'));
  });

  test('leaves a byte order mark where it is, as an edit does', () => {
    expect(placeIn('\uFEFFa\nb\n', '\uFEFFX\na\nb\n', '1-2')).toEqual(range('2-3'));
  });

  test('compares bytes, in whatever encoding', () => {
    const [base, current] = ['ab\nĊ\nc\n', 'X\nab\nĊ\nd\n'].map((text) =>
      encoded(text, 'utf-16le'),
    );
    expect(placeIn(base ?? '', current ?? '', '2', 'utf-16le')).toEqual(range('3'));
    expect(placeIn(base ?? '', current ?? '', '3', 'utf-16le')).toBeUndefined();
    expect(placeIn(Buffer.of(0xff, 0x0a, 0xfe), Buffer.of(0x0a, 0xff, 0x0a), '1')).toEqual(
      range('2'),
    );
  });

  test('answers for several ranges in their order', () => {
    const ranges = ['4', '<2', '2', '1-2'].map(range);
    const places = [range('5'), range('<3'), range('3'), range('2-3')];
    expect(rebaseRanges(letters('abcd'), letters('Xabcd'), ranges)).toEqual(places);
  });

  test('finds a place exactly where every best alignment has it', () => {
    const related = anyText(9).chain((base) =>
      fc.tuple(
        fc.constant(base),
        fc.oneof(
          anyText(9),
          editsOf(base, 'abcd', 3).map((edits) => edited(base, edits)),
        ),
      ),
    );
    fc.assert(
      fc.property(related, ([base, current]) => {
        const all = bestAlignments(base, current);
        const ranges = allRanges(base.length);
        const places = rebaseRanges(letters(base), letters(current), ranges);
        const expected = ranges.map((one) => placeInAll(all, one, current.length));
        expect(places).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });
});

function allRanges(count: number): readonly LineRange[] {
  const lines = Array.from({ length: count + 1 }, (_, index) => index + 1);
  return lines.flatMap((start) =>
    lines.filter((end) => end >= start).map((end) => ({ start, end })),
  );
}

/** The place that a range has in all alignments, by the letter of the rule. */
function placeInAll(all: readonly Alignment[], where: LineRange, count: number) {
  const places = all.map((alignment) => {
    const lineOf = (line: number) => {
      if (line === 0) return 0;
      if (line === alignment.length + 1) return count + 1;
      const index = alignment[line - 1];
      return index === undefined ? Number.NaN : index + 1;
    };
    const isGap = where.start === where.end;
    const [first, last] = isGap ? [where.start - 1, where.end] : [where.start, where.end - 1];
    const start = lineOf(first);
    for (let line = first; line <= last; line += 1) {
      if (lineOf(line) !== start + line - first) return Number.NaN;
    }
    return isGap ? start + 1 : start;
  });
  const [place] = places;
  if (place === undefined || !places.every((other) => other === place)) return undefined;
  return { start: place, end: place + where.end - where.start };
}

describe('rebaseEdits', () => {
  /** The version after edits of a base, written `range: letters`, are made in another version. */
  function rebased(base: string, current: string, ...texts: readonly string[]): string | undefined {
    const edits = texts.map((text) => {
      const [where = '', fresh = ''] = text.split(': ');
      return { range: range(where), with: fresh };
    });
    const placed = rebaseEdits(letters(base), letters(current), edits.map(asEdit), 'a.txt');
    return (
      placed &&
      edited(
        current,
        placed.map((one, index) => ({ ...one, with: edits[index]?.with ?? '' })),
      )
    );
  }

  test.each([
    ['a replaced line', 'abcd', ['3: Y'], ['Xabcd', 'XabYd']],
    ['an insertion', 'abcd', ['<2: Y'], ['abcX', 'aYbcX']],
    ['a deletion', 'abcd', ['2-3: '], ['Xabcd', 'Xad']],
    ['edits on both sides of the change', 'abcde', ['1: Y', '5: Z'], ['abXde', 'YbXdZ']],
    ['lines right next to the change', 'abc', ['1: Y', '3: Z'], ['aXc', 'YXZ']],
    ['several insertions at one gap', 'ab', ['<2: Y', '<2: Z'], ['Xab', 'XaYZb']],
    ['a block that moves over fewer lines', 'abcde', ['1-3: ', '<5: abc'], ['abcdeX', 'dabceX']],
    ['an insertion that could be one line down', 'pqrqs', ['<2: qX', '5: Y'], ['pqRqs', 'pqXqRqY']],
    ['lines kept between what is replaced', 'abcd', ['1-3: YbZ'], ['Xabcd', 'XYbZd']],
    ['what changes nothing', 'abc', ['2: b'], ['Xabc', 'Xabc']],
  ] as const)('places %s', (_, base, edits, [current, result]) => {
    expect(rebased(base, current, ...edits)).toBe(result);
  });

  test.each([
    ['one of several whose line changed', 'abcd', 'aXcd', ['2: Y', '4: Z']],
    ['two insertions at one gap', 'ab', 'aXb', ['<2: Y']],
    ['a line put before one that is kept, which is there already', 'abc', 'aXbc', ['2: Xb']],
    ['a line put after one that is kept, which is there already', 'abc', 'abXc', ['2: bX']],
    ['a line put beside one that is kept, where another was put', 'abc', 'abXc', ['2: bY']],
    ['a line put between two that are kept', 'abcd', 'abXcd', ['2-3: bXc']],
    ['a copy of a line', 'abc', 'abbc', ['2: bb']],
    ['a block that has moved already', 'abcde', 'dabce', ['1-3: ', '<5: abc']],
    ['edits that look like one elsewhere', 'ab', 'bab', ['1: ', '<3: ab']],
  ])('does not place %s', (_, base, current, edits) => {
    expect(rebased(base, current, ...edits)).toBeUndefined();
  });

  test('an edit keeps its bytes and its index', () => {
    const edits = ['4: Y', '2: X'].map((text) => ({
      range: range(text.slice(0, 1)),
      bytes: Buffer.from(text),
    }));
    const placed = rebaseEdits(letters('abcd'), letters('Zabcd'), edits, 'a.txt');
    expect(placed?.map((one) => one.range)).toEqual([range('5'), range('3')]);
    expect(placed?.map((one) => one.bytes)).toEqual(edits.map((one) => one.bytes));
  });

  test('refuses edits that do not fit their own version', () => {
    const edit = (where: string) => ({ range: range(where), bytes: Buffer.from('X\n') });
    const refused = (...edits: readonly string[]) =>
      refusalOf(() => rebaseEdits(letters('ab'), letters('ab'), edits.map(edit), 'a.txt')).code;
    expect(refused('3')).toBe('RANGE_OUT_OF_BOUNDS');
    expect(refused('1-2', '2')).toBe('OVERLAPPING_PATCHES');
  });
});
