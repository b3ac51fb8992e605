import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import {
  beginsWithLf,
  countLines,
  endsWithCr,
  findBreaks,
  NO_BREAK,
  sizeOf,
  terminatorOf,
} from '../../../src/core/text/breaks.js';
import { anyText, encoded, encodingOf, naiveLines } from '../fixture.js';

const WIDE = ['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'];
const utf8 = encodingOf(Buffer.alloc(0));

function ends(bytes: Buffer, name: string): readonly number[] {
  const next = findBreaks(bytes, encodingOf(bytes, name));
  const found: number[] = [];
  for (let end = next(0); end !== NO_BREAK; end = next(end)) found.push(end);
  return found;
}

describe('findBreaks', () => {
  test('finds what a pattern finds in the text, in every unit', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('utf-8', ...WIDE), (text, name) => {
        const expected = Array.from(text.matchAll(/\r\n|\n|\r/g), (match) => {
          return encoded(text.slice(0, match.index + match[0].length), name).length;
        });
        expect(ends(encoded(text, name), name)).toEqual(expected);
      }),
    );
  });

  test('finds what a pattern finds in any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ max: 16, maxLength: 60 }), (array) => {
        const bytes = Buffer.from(array);
        let offset = 0;
        const expected = naiveLines(bytes)
          .filter((line) => /[\r\n]$/.test(line.toString('latin1')))
          .map((line) => (offset += line.length));
        expect(ends(bytes, 'utf-8')).toEqual(expected);
      }),
    );
  });

  test.each([
    ['U+0A0A, U+0D0D and U+0A00 of little-endian text', '\u0a0a\u0d0d\u0a00\u0d00', 'utf-16le'],
    ['the same of big-endian text', '\u0a0a\u0d0d\u0a00\u0d00', 'utf-16be'],
    [
      'a character that ends with 0A before one that begins with 00',
      '\u000b\u0a0a\u0041',
      'utf-16be',
    ],
    ['characters of four bytes with 0A in them', '\u{10a0a}\u0a0a', 'utf-32le'],
  ])('does not find a terminator in %s', (_, text, name) => {
    expect(ends(encoded(text, name), name)).toEqual([]);
  });

  test.each(['\v', '\f', '\x1c', '\x1d', '\x1e', '\u0085', '\u2028', '\u2029'])(
    'takes %j for an ordinary character',
    (character) => {
      expect(ends(Buffer.from(`a${character}b`), 'utf-8')).toEqual([]);
    },
  );

  test('is not slow where one of LF and CR is in no line', () => {
    // Quadratic work would be 10^10 steps here.
    const bytes = Buffer.alloc(100_000, 0x0d);
    expect(ends(bytes, 'utf-8')).toHaveLength(100_000);
  });
});

describe('terminatorOf', () => {
  test.each(['\n', '\r\n', '\r', ''])('tells %j in every unit', (terminator) => {
    for (const name of ['utf-8', ...WIDE]) {
      const encoding = encodingOf(Buffer.alloc(0), name);
      expect(terminatorOf(encoded(`a${terminator}`, name), encoding)).toBe(terminator);
      expect(terminatorOf(encoded(terminator, name), encoding)).toBe(terminator);
      expect(sizeOf(terminator as '\n', encoding)).toBe(encoded(terminator, name).length);
    }
  });
});

describe('countLines', () => {
  test.each([
    ['', 0],
    ['\n', 1],
    ['a', 1],
    ['a\n', 1],
    ['a\nb', 2],
    ['a\rb\r\n\n', 3],
  ])('%j has %i', (text, count) => {
    expect(countLines(Buffer.from(text), utf8)).toBe(count);
  });
});

describe('a CR and an LF that meet', () => {
  test('are told at the ends of bytes', () => {
    expect(endsWithCr(Buffer.from('a\r'), utf8)).toBe(true);
    expect(endsWithCr(Buffer.from('a\r\n'), utf8)).toBe(false);
    expect(beginsWithLf(Buffer.from('\na'), utf8)).toBe(true);
    expect(beginsWithLf(Buffer.from('\r\n'), utf8)).toBe(false);
  });
});
