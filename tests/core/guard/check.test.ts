import { describe, expect, test } from '@jest/globals';
import type { RangeExpectation } from '../../../src/core/change.js';
import { checkRange, refuseMiscopy } from '../../../src/core/guard/check.js';
import { hashOf } from '../../../src/core/hash.js';
import { gapBefore, inclusive } from '../../../src/core/range.js';
import type { LineRange } from '../../../src/core/range.js';
import { refusalOf } from '../../support/thrown.js';
import { lines, linesOf, miscopied, named } from '../../support/versions.js';

const TEXT = 'one\ntwo\nthree\n';

/** A caller that read this very version, and one that read another. */
const fresh = version(TEXT, true);
const stale = version(TEXT, false);

function version(text: string, isFresh: boolean) {
  return { shown: 'a.txt', hash: hashOf(Buffer.from(text)), isFresh, lines: linesOf(text) };
}

function outOfBounds(range: LineRange, text: string, at = fresh) {
  return refusalOf(() => checkRange({ range, hash: named(text) }, at));
}

describe('lines by hash', () => {
  test('hold where they have this hash', () => {
    const { holds, range, actual } = checkRange(lines(2, 3, 'two\nthree\n'), fresh);
    expect(holds).toBe(true);
    expect(range).toEqual(inclusive(2, 3));
    expect(actual).toBe(hashOf(Buffer.from('two\nthree\n')));
  });

  test('do not hold where they have another, whatever the version', () => {
    expect(checkRange(lines(2, 3, 'two\n'), fresh).holds).toBe(false);
    expect(checkRange(lines(2, 3, 'two\n'), stale).holds).toBe(false);
  });

  test('with an open end reach to the last line', () => {
    expect(checkRange(lines(2, undefined, 'two\nthree\n'), fresh)).toMatchObject({
      holds: true,
      range: inclusive(2, 3),
    });
  });

  test('of an empty file are line 1 to the last, with the hash of nothing', () => {
    expect(checkRange(lines(1, undefined, ''), version('', true)).holds).toBe(true);
  });

  test('are refused where the hash is a miscopy', () => {
    const expected = { range: inclusive(2, 3), hash: miscopied('two\nthree\n') };
    for (const at of [fresh, stale]) {
      const { code, details } = refusalOf(() => checkRange(expected, at));
      expect(code).toBe('INVALID_ARGUMENT');
      expect(details['what']).toContain('range_hash of lines 2-3 of a.txt is mistyped');
    }
  });
});

describe('lines by their ends', () => {
  const ends = (range: LineRange, firstLine: string, lastLine?: string): RangeExpectation => {
    return { range, firstLine, ...(lastLine !== undefined && { lastLine }) };
  };

  test('hold where they begin and end so', () => {
    expect(checkRange(ends(inclusive(1, 3), 'one', 'three'), fresh).holds).toBe(true);
    expect(checkRange(ends(inclusive(1, 3), 'one', 'two'), fresh).holds).toBe(false);
    expect(checkRange(ends(inclusive(2, 2), 'two'), fresh).holds).toBe(true);
  });

  test('need both ends where they are several', () => {
    const { code } = refusalOf(() => checkRange(ends(inclusive(2), 'two'), fresh));
    expect(code).toBe('INVALID_ARGUMENT');
    const closed = refusalOf(() => checkRange(ends(inclusive(2, 3), 'two'), stale));
    expect(closed.code).toBe('INVALID_ARGUMENT');
  });

  test('with an open end may have been one line in the version that the caller read', () => {
    expect(checkRange(ends(inclusive(2), 'two'), stale).holds).toBe(false);
  });

  test('do not hold where the file is empty now', () => {
    expect(checkRange(ends(inclusive(1), 'one'), version('', false)).holds).toBe(false);
  });
});

describe('gaps', () => {
  test.each([1, 2, 4])('hold before line %i', (line) => {
    expect(checkRange({ range: gapBefore(line), hash: named('') }, fresh).holds).toBe(true);
  });

  test('hold past the end of a version that the caller did not read', () => {
    expect(checkRange({ range: gapBefore(9), hash: named('') }, stale).holds).toBe(true);
  });
});

describe('bounds', () => {
  test.each([
    ['a start past the end', inclusive(4, 4), { start: 4, end: 4 }],
    ['an open start past the end', inclusive(4), { start: 4 }],
    ['an end past the end', inclusive(2, 4), { start: 2, end: 4 }],
    ['a gap past the one at the end', gapBefore(5), { start: 5 }],
  ])('%s is refused in the version that was read', (_, range, told) => {
    const { code, details } = outOfBounds(range, '');
    expect(code).toBe('RANGE_OUT_OF_BOUNDS');
    expect(details).toEqual({ path: 'a.txt', totalLines: 3, ...told });
  });

  test.each([inclusive(4, 4), inclusive(4), inclusive(2, 4)])(
    'lines past the end do not hold in another version: %j',
    (range) => {
      const { holds, actual } = checkRange({ range, hash: named('x\n') }, stale);
      expect(holds).toBe(false);
      expect(actual).toBeUndefined();
    },
  );

  test.each([
    ['line 0', inclusive(0, 2), { start: 0, end: 2 }],
    ['an end before the start', inclusive(3, 1), { start: 3, end: 1 }],
    ['no line, of which the caller yet has a hash', inclusive(3, 2), { start: 3, end: 2 }],
  ])('%s is refused in any version', (_, range, told) => {
    for (const at of [fresh, stale]) {
      const { code, details } = outOfBounds(range, 'x\n', at);
      expect(code).toBe('RANGE_OUT_OF_BOUNDS');
      expect(details).toEqual({ path: 'a.txt', totalLines: 3, ...told });
    }
  });
});

test('refuseMiscopy names both hashes, as long as the given one', () => {
  const { code, details } = refusalOf(() => {
    refuseMiscopy(hashOf(Buffer.from(TEXT)), miscopied(TEXT), 'file_hash of a.txt');
  });
  expect(code).toBe('INVALID_ARGUMENT');
  expect(details['what']).toContain(`${miscopied(TEXT)} was sent, but it is ${named(TEXT)}.`);
});
