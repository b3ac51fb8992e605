import { describe, expect, test } from '@jest/globals';
import { endsHold, endsText, readEnds, refuseLoneEnd } from '../../../src/core/guard/ends.js';
import { gapBefore, inclusive } from '../../../src/core/range.js';
import { refusalOf } from '../../support/thrown.js';
import { linesOf } from '../../support/versions.js';

const ends = (firstLine: string, lastLine?: string) =>
  readEnds(
    { range: inclusive(1), firstLine, ...(lastLine !== undefined && { lastLine }) },
    'a.txt',
  );

describe('readEnds', () => {
  test.each(['x\n', 'x\r\n', 'x\r', 'x'])('ignores a line break at the end: %j', (given) => {
    expect(ends(given, given)).toEqual({ first: 'x', last: 'x', isOneLine: false });
  });

  test('takes no more than one line break away', () => {
    expect(refusalOf(() => ends('x\n\n'))).toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  test('without a last line means one line', () => {
    expect(ends('x')).toEqual({ first: 'x', last: 'x', isOneLine: true });
  });

  test.each([
    ['first_line', 'x\ny', 'z'],
    ['last_line', 'x', 'y\rz'],
  ])('refuses a %s of several lines', (field, first, last) => {
    const { code, details } = refusalOf(() => ends(first, last));
    expect(code).toBe('INVALID_ARGUMENT');
    expect(details['what']).toContain(`${field} for a.txt`);
  });
});

test('endsText joins the two by a line feed', () => {
  expect(endsText(ends('x'))).toBe('x');
  expect(endsText(ends('x', 'y'))).toBe('x\ny');
});

describe('refuseLoneEnd', () => {
  test('refuses one end for several lines, naming them', () => {
    const { code, details } = refusalOf(() => {
      refuseLoneEnd(ends('x'), inclusive(2, 4), 'a.txt');
    });
    expect(code).toBe('INVALID_ARGUMENT');
    expect(details['what']).toBe('last_line is missing for lines 2-4 of a.txt');
  });

  test('lets one end of one line and both ends of many pass', () => {
    refuseLoneEnd(ends('x'), inclusive(2, 2), 'a.txt');
    refuseLoneEnd(ends('x', 'y'), inclusive(2, 4), 'a.txt');
  });
});

describe('endsHold', () => {
  const lines = linesOf('\uFEFFone\r\n\ttwo \nthree');
  const holds = (first: number, last: number, ...texts: [string, string?]) =>
    endsHold(lines, inclusive(first, last), ends(...texts));

  test('looks at the first and at the last line, without terminator and byte order mark', () => {
    expect(holds(1, 3, 'one', 'three')).toBe(true);
    expect(holds(1, 3, 'one', 'two')).toBe(false);
    expect(holds(1, 3, 'two', 'three')).toBe(false);
    expect(holds(3, 3, 'three')).toBe(true);
  });

  test('is exact in every blank', () => {
    expect(holds(2, 2, '\ttwo ')).toBe(true);
    expect(holds(2, 2, '\ttwo')).toBe(false);
    expect(holds(2, 2, '    two ')).toBe(false);
  });

  test('never holds for one end of several lines, nor for a gap', () => {
    expect(holds(2, 3, '\ttwo ')).toBe(false);
    expect(endsHold(linesOf(''), gapBefore(1), ends(''))).toBe(false);
  });

  test('compares text: other bytes for the same characters are the same line', () => {
    // Two byte pairs stand for this sign; iconv-lite writes the other one.
    const nec = linesOf(Buffer.from([0x87, 0x90, 0x0a]), 'cp932');
    expect(endsHold(nec, inclusive(1, 1), ends('≒'))).toBe(true);
  });

  test('bytes that do not decode are no text', () => {
    const broken = linesOf(Buffer.from([0xff, 0x0a]));
    expect(endsHold(broken, inclusive(1, 1), ends('\uFFFD'))).toBe(false);
  });

  test('refuses a line that was copied with its number', () => {
    const { code, details } = refusalOf(() => holds(3, 3, '3\tthree'));
    expect(code).toBe('INVALID_ARGUMENT');
    expect(details['what']).toContain('together with its number');
  });

  test('a line that really begins with its number is that line', () => {
    const numbered = linesOf('1\tone\n');
    expect(endsHold(numbered, inclusive(1, 1), ends('1\tone'))).toBe(true);
  });
});
