import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import type { Lines } from '../../../src/core/text/lines.js';
import { createLineFinder } from '../../../src/core/guard/moved.js';
import { inclusive } from '../../../src/core/range.js';
import type { LineRange } from '../../../src/core/range.js';
import { linesOf, named } from '../../support/versions.js';

/** Files over a few lines only, so that the same ones often stand in several places. */
const text = fc
  .tuple(
    fc.array(fc.constantFrom('a\n', 'b\n', 'b\r\n', 'a\r', '\n', 'é\n'), { maxLength: 8 }),
    fc.constantFrom('', 'a', 'b'),
  )
  .map(([lines, last]) => [...lines, last].join(''));
const asked = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.option(fc.integer({ min: 0, max: 3 })));

function rangeOf([start, more]: readonly [number, number | null]): LineRange {
  return inclusive(start, more === null ? undefined : start + more);
}

/** Every range that may be meant by one of this size; by an open one those that reach the last line. */
function candidates({ count }: Lines, { start, end }: LineRange): readonly LineRange[] {
  const starts = Array.from({ length: count }, (_, index) => index + 1);
  return end === Infinity
    ? starts.map((first) => inclusive(first, count))
    : starts
        .map((first) => inclusive(first, first + end - start - 1))
        .filter((range) => range.end <= count + 1);
}

/** How often the lines of a range stand in the file, this place included. */
function occurrences(lines: Lines, range: LineRange): number {
  const bytes = lines.slice(range);
  const closed = { start: 1, end: 1 + range.end - range.start };
  return candidates(lines, closed).filter((other) => bytes.equals(lines.slice(other))).length;
}

/** Lines 1 to `count`, each with its number; far too many to hash each of them for every search. */
function manyLines(count: number): string {
  return Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');
}

describe('byHash', () => {
  test('is the one place where lines of this size have this hash', () => {
    fc.assert(
      fc.property(text, text, asked, fc.nat(), (then, now, where, pick) => {
        const range = rangeOf(where);
        const old = linesOf(then);
        const meant = candidates(old, range)[pick % Math.max(1, old.count)];
        fc.pre(meant !== undefined);
        const bytes = old.slice(meant);
        const lines = linesOf(now);
        const places = candidates(lines, range).filter((place) => bytes.equals(lines.slice(place)));
        const [place] = places;
        const isUnique = place !== undefined && occurrences(lines, place) === 1;
        expect(createLineFinder(lines).byHash(range, named(bytes))).toEqual(
          isUnique ? place : undefined,
        );
      }),
      { numRuns: 1000 },
    );
  });

  test('finds what moved far beyond its old place', () => {
    const far = linesOf(`${'x\n'.repeat(500)}a\nb\n`);
    expect(createLineFinder(far).byHash(inclusive(1, 2), named('a\nb\n'))).toEqual(
      inclusive(501, 502),
    );
  });

  test('a byte order mark stays with line 1, so lines pushed down from there are new bytes', () => {
    const lines = linesOf('\uFEFFnew\na\n');
    const finder = createLineFinder(lines);
    expect(finder.byHash(inclusive(1, 1), named('\uFEFFa\n'))).toBeUndefined();
    expect(finder.byHash(inclusive(2, 2), named('\uFEFFnew\n'))).toEqual(inclusive(1, 1));
    const twice = createLineFinder(linesOf('\uFEFFa\nb\n\uFEFFa\n'));
    expect(twice.byHash(inclusive(3, 3), named('\uFEFFa\n'))).toBeUndefined();
  });
});

describe('byEnds', () => {
  test('is the one range of this size that begins and ends with these lines', () => {
    const content = fc.constantFrom('a', 'b', '', 'é', 'c');
    fc.assert(
      fc.property(text, asked, content, content, (now, where, first, last) => {
        const range = rangeOf(where);
        const lines = linesOf(now);
        const read = (line: number) => lines.contentAt(line).toString();
        const places = candidates(lines, range).filter(
          ({ start, end }) => read(start) === first && read(end - 1) === last,
        );
        expect(createLineFinder(lines).byEnds(range, first, last)).toEqual(
          places.length === 1 ? places[0] : undefined,
        );
      }),
      { numRuns: 1000 },
    );
  });

  test('compares text, in whatever encoding the file has', () => {
    const lines = linesOf(Buffer.from('\uFEFFx\r\nä\r\nß', 'utf16le'));
    expect(createLineFinder(lines).byEnds(inclusive(1, 2), 'ä', 'ß')).toEqual(inclusive(2, 3));
    expect(createLineFinder(lines).byEnds(inclusive(3, 3), 'x', 'x')).toEqual(inclusive(1, 1));
  });

  test('finds no text that the encoding cannot hold', () => {
    const lines = linesOf('a\n?\n', 'iso-8859-1');
    expect(createLineFinder(lines).byEnds(inclusive(1, 1), '€', '€')).toBeUndefined();
  });
});

describe('in a large file', () => {
  const lines = linesOf(manyLines(200_000));
  const line = (number: number) => named(`line ${number}\n`);

  test('what moved some ten thousand lines is found', () => {
    const finder = createLineFinder(lines);
    expect(finder.byHash(inclusive(90_000, 90_000), line(110_000))).toEqual(
      inclusive(110_000, 110_000),
    );
  });

  test('what is too far away is given up', () => {
    expect(createLineFinder(lines).byHash(inclusive(1, 1), line(200_000))).toBeUndefined();
  });

  test('a search in vain leaves enough to those after it', () => {
    const finder = createLineFinder(lines);
    for (let tries = 0; tries < 5; tries += 1) {
      expect(finder.byHash(inclusive(1, 1), named('gone\n'))).toBeUndefined();
    }
    expect(finder.byHash(inclusive(7, 7), line(9))).toEqual(inclusive(9, 9));
  });

  test('lines that moved together are found together, however far', () => {
    const finder = createLineFinder(lines);
    const starts = Array.from({ length: 20 }, (_, index) => 100_000 + 100 * index);
    const found = starts.map((start) =>
      finder.byHash(inclusive(start, start), line(start + 9_000)),
    );
    expect(found).toEqual(starts.map((start) => inclusive(start + 9_000, start + 9_000)));
  });
});
