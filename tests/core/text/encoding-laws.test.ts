import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import iconv from 'iconv-lite';
import { resolveEncoding } from '../../../src/core/text/encoding.js';
import { refusalFrom } from '../../support/thrown.js';

const named = (name: string) => resolveEncoding(name, Buffer.alloc(0));

/** Every encoding there is, by the name that results show. */
const ALL = allNames();
const SINGLE_BYTE = ALL.filter((name) => iconvType(name) === '_sbcs');
const MULTI_BYTE = ALL.filter((name) => !SINGLE_BYTE.includes(name));

function allNames(): readonly string[] {
  iconv.getCodec('utf8');
  const keys = Object.keys(iconv.encodings ?? {}).filter((key) => /^[a-z0-9]/.test(key));
  const accepted = keys.filter((key) => refusalFrom(() => named(key)) === undefined);
  return [...new Set(accepted.map((key) => named(key).name))];
}

function iconvType(name: string): string {
  const key = name.replaceAll(/[^a-z0-9]/g, '');
  const entry = iconv.encodings?.[key];
  return typeof entry === 'object' ? entry.type : '';
}

describe('every encoding', () => {
  test('has a name that can be sent back', () => {
    for (const name of ALL) expect(named(name).name).toBe(name);
    expect(ALL.length).toBeGreaterThan(80);
  });

  test.each(ALL)('%s has LF and CR as units of their own', (name) => {
    const { unit, isBigEndian, encode } = named(name);
    for (const code of [0x0a, 0x0d]) {
      const bytes = Buffer.alloc(unit);
      bytes[isBigEndian ? unit - 1 : 0] = code;
      expect(encode(String.fromCharCode(code))).toEqual({ bytes });
    }
  });

  test.each(ALL)('%s writes a character so that it reads back, or refuses it', (name) => {
    const { encode, decode } = named(name);
    const wrong: string[] = [];
    // All ASCII, then a step that is prime to the rows of 94 and 256 that tables are made of.
    for (let code = 0; code < 0x30000; code += code < 0x80 ? 1 : 97) {
      const character = String.fromCodePoint(code);
      const result = encode(character);
      const read = 'bytes' in result ? decode(result.bytes) : { text: character };
      if (!('text' in read) || read.text !== character) wrong.push(character);
      if ('index' in result && result.index !== 0) wrong.push(character);
    }
    expect(wrong).toEqual([]);
  });

  test.each(ALL)('%s refuses halves of surrogate pairs, alone or in text', (name) => {
    const { encode } = named(name);
    expect(encode('\ud83d')).toEqual({ index: 0 });
    expect(encode('ab\ude00c')).toEqual({ index: 2 });
    expect(encode('ab\ud83d')).toEqual({ index: 2 });
  });

  test.each(SINGLE_BYTE)('%s reads a byte or refuses it', (name) => {
    const { decode, encode } = named(name);
    const wrong: number[] = [];
    for (let byte = 0; byte < 256; byte += 1) {
      const result = decode(Buffer.of(byte));
      const written = 'text' in result ? encode(result.text) : { index: 0 };
      const again = 'bytes' in written ? decode(written.bytes) : result;
      // What is read, and can be written at all, reads the same again; U+FFFD is never read.
      const isSame = JSON.stringify(again) === JSON.stringify(result);
      if (!isSame || JSON.stringify(result).includes('\uFFFD')) wrong.push(byte);
    }
    expect(wrong).toEqual([]);
  });

  const anyBytes = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));

  test.each(MULTI_BYTE)('%s reads all bytes before the one that it refuses', (name) => {
    const { decode } = named(name);
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const result = decode(bytes);
        if ('text' in result) return;
        expect(result.offset).toBeLessThan(bytes.length);
        expect(decode(bytes.subarray(0, result.offset))).toHaveProperty('text');
        for (
          let end = result.offset + 1;
          end <= Math.min(bytes.length, result.offset + 6);
          end += 1
        ) {
          expect(decode(bytes.subarray(result.offset, end))).toEqual({ offset: 0 });
        }
      }),
      { numRuns: 50 },
    );
  });

  test.each(MULTI_BYTE)('%s names the first character that it cannot hold', (name) => {
    const { encode } = named(name);
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', '語', '가', 'я', '😀', '\ud800', '\n'),
    });
    fc.assert(
      fc.property(text, (given) => {
        const result = encode(given);
        if ('bytes' in result) return;
        expect(encode(given.slice(0, result.index))).toHaveProperty('bytes');
        const first = String.fromCodePoint(given.codePointAt(result.index) ?? 0);
        expect(encode(first)).toEqual({ index: 0 });
      }),
      { numRuns: 50 },
    );
  });
});
