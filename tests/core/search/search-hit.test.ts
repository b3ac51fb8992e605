import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { indexLines } from '../../../src/core/text/lines.js';
import {
  columnsOf,
  groupHits,
  MOST_COUNTED,
  searchLines,
} from '../../../src/core/search/search-hit.js';
import type { Hit } from '../../../src/core/search/search-hit.js';
import { textPattern } from '../../../src/core/search/search-pattern.js';
import { anyText, encoded, encodingOf } from '../fixture.js';

const PLAIN = { ignoreCase: false, wholeWord: false };

function linesOf(text: string | Buffer, name = 'auto') {
  const bytes = Buffer.from(text);
  return indexLines(bytes, encodingOf(bytes, name));
}

/** The places of hits as `line:index`, with the last line where it is another. */
function places(text: string | Buffer, sought: string): readonly string[] {
  return searchLines(linesOf(text), textPattern(sought, PLAIN), 100).first.map(told);
}

function told({ line, index, lastLine }: Hit): string {
  return `${line}:${index}${lastLine === line ? '' : `-${lastLine}`}`;
}

describe('searchLines', () => {
  test.each([
    ['a\nba\n', 'a', '1:0 2:1'],
    ['a\r\nba\rca', 'a', '1:0 2:1 3:1'],
    ['\uFEFFa', 'a', '1:0'],
    ['aaaa', 'aa', '1:0 1:2'],
    ['x\na\nb\n', 'a\nb', '2:0-3'],
    ['a\r\nb', 'a\nb', '1:0-2'],
    ['a\n', 'a\n', '1:0'],
    ['a', 'a\n', ''],
    ['a\u2028b\na', 'b', '1:2'],
    ['', 'a', ''],
    ['😀a', 'a', '1:2'],
  ])('in %j finds %j at %s', (text, sought, expected) => {
    expect(places(text, sought).join(' ')).toBe(expected);
  });

  test('UTF-16 is searched as text', () => {
    const bytes = Buffer.concat([Buffer.of(0xff, 0xfe), encoded('x\nnaïve\n', 'utf-16le')]);
    expect(places(bytes, 'naïve')).toEqual(['2:0']);
  });

  test('keeps the first and counts all', () => {
    const hits = searchLines(linesOf('a\n'.repeat(5)), textPattern('a', PLAIN), 2);
    expect(hits.first.map(told)).toEqual(['1:0', '2:0']);
    expect(hits.count).toBe(5);
  });

  test('counts up to a bound', () => {
    const hits = searchLines(linesOf('a'.repeat(MOST_COUNTED + 10)), textPattern('a', PLAIN), 1);
    expect(hits.count).toBe(MOST_COUNTED);
  });

  test('hits behind the first megabyte have the right lines', () => {
    const text = `${'line\n'.repeat(300_000)}here\n`;
    expect(places(text, 'here')).toEqual(['300001:0']);
    expect(places(text, 'line\nhere')).toEqual(['300000:0-300001']);
  });

  test('finds as many as a search of the text does', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('a', 'b', 'é', 'x y', 'a\nb', '\n'), (text, sought) => {
        const inLf = text.replaceAll(/\r\n?/g, '\n');
        const { count } = searchLines(linesOf(text), textPattern(sought, PLAIN), 0);
        expect(count).toBe(inLf.split(sought).length - 1);
      }),
    );
  });
});

test('columnsOf counts characters from 1', () => {
  const lines = linesOf('😀é a a\nba');
  const hits = searchLines(lines, textPattern('a', PLAIN), 9).first;
  expect(columnsOf(lines, hits)).toEqual([4, 6, 2]);
});

describe('groupHits', () => {
  const at = (line: number, lastLine = line): Hit => ({ line, index: 0, length: 1, lastLine });

  /** Groups as `start-end(number of hits)`. */
  function groups(hits: readonly Hit[], context = 0, total = 1000): string {
    return groupHits(hits, context, total)
      .map(({ range, hits: own }) => `${range.start}-${range.end - 1}(${own.length})`)
      .join(' ');
  }

  test.each([
    [[at(5)], 0, '5-5(1)'],
    [[at(5)], 2, '3-7(1)'],
    [[at(1), at(1)], 3, '1-4(2)'],
    [[at(5), at(6)], 0, '5-6(2)'],
    [[at(5), at(8)], 0, '5-8(2)'],
    [[at(5), at(9)], 0, '5-5(1) 9-9(1)'],
    [[at(5), at(9)], 1, '4-10(2)'],
    [[at(5, 7), at(8)], 0, '5-8(2)'],
    [[at(1000)], 5, '995-1000(1)'],
  ])('joins what is near: case %#', (hits, context, expected) => {
    expect(groups(hits, context)).toBe(expected);
  });

  test('a range does not grow for ever, and none shows a line twice', () => {
    const hits = Array.from({ length: 200 }, (_, index) => at(index + 1));
    const all = groupHits(hits, 2, 200);
    expect(all.length).toBeGreaterThan(2);
    for (const [index, { range, hits: own }] of all.entries()) {
      expect(range.start).toBeGreaterThanOrEqual(all[index - 1]?.range.end ?? 1);
      for (const { line } of own) {
        expect(line).toBeGreaterThanOrEqual(range.start);
        expect(line).toBeLessThan(range.end);
      }
    }
    expect(all.flatMap(({ hits: own }) => own)).toEqual(hits);
  });

  test('every hit is in exactly one range that holds its lines', () => {
    const spots = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 20 });
    fc.assert(
      fc.property(spots, fc.integer({ min: 0, max: 4 }), (lines, context) => {
        const hits = lines.toSorted((a, b) => a - b).map((line) => at(line));
        const all = groupHits(hits, context, 60);
        expect(all.flatMap(({ hits: own }) => own)).toEqual(hits);
        for (const { range, hits: own } of all) {
          expect(own.every(({ line }) => line >= range.start && line < range.end)).toBe(true);
          expect(range.end).toBeLessThanOrEqual(61);
        }
      }),
    );
  });
});
