import { describe, expect, test } from '@jest/globals';
import { decodeCut, givesBack, isWellFormed, strictCodec } from '../../../src/core/text/codec.js';
import { encoded, encodingOf } from '../fixture.js';

/** A toy: `a` and `b` are themselves, `c` is another code of `a`, `(x)` a character of three bytes. */
const toy = strictCodec({
  unit: 1,
  decode: (bytes) =>
    Buffer.from(bytes)
      .toString('latin1')
      .replaceAll('(x)', '\u2713')
      .replaceAll(/[^ab\u2713]/g, (byte) => (byte === 'c' ? 'a' : '\uFFFD')),
  encode: toyBytes,
  proves: (bytes, text) => givesBack(toyBytes, bytes, text),
});

function toyBytes(text: string): Buffer {
  return Buffer.from(text.replaceAll('\u2713', '(x)').replaceAll(/[^ab(x)]/g, '?'), 'latin1');
}

describe('strictCodec', () => {
  test.each([
    ['ab(x)', { text: 'ab\u2713' }],
    ['abcab', { text: 'abaab' }],
    ['ab(x', { offset: 2 }],
    ['cc?', { offset: 2 }],
    ['', { text: '' }],
    [
      `${'ab'.repeat(5000)}c${'(x)'.repeat(5000)}`,
      { text: `${'ab'.repeat(5000)}a${'\u2713'.repeat(5000)}` },
    ],
    [`${'(x)'.repeat(5000)}(x`, { offset: 15_000 }],
  ])('decodes or names the first bad byte (%#)', (bytes, result) => {
    expect(toy.decode(Buffer.from(bytes))).toEqual(result);
  });

  test.each([
    ['ab\u2713', { bytes: Buffer.from('ab(x)') }],
    ['abc', { index: 2 }],
    ['?', { index: 0 }],
    ['a\uFFFD', { index: 1 }],
    [`${'a'.repeat(999)}😀b`, { index: 999 }],
    [`${'a'.repeat(4095)}😀b`, { index: 4095 }],
    [`${'a'.repeat(4096)}😀b`, { index: 4096 }],
    [`${'ab'.repeat(9000)}\ud83d`, { index: 18_000 }],
  ])('encodes or names the first lost character (%#)', (text, result) => {
    expect(toy.encode(text)).toEqual(result);
  });
});

describe('decodeCut', () => {
  const utf8 = encodingOf(Buffer.alloc(0));

  test('leaves out a character that was cut in two', () => {
    const bytes = Buffer.from('aé😀');
    const texts = ['', 'a', 'a', 'aé', 'aé', 'aé', 'aé', 'aé😀'];
    for (const [size, text] of texts.entries()) {
      expect(decodeCut(utf8, bytes.subarray(0, size))).toEqual({ text });
    }
  });

  test('leaves out half a unit', () => {
    const bytes = encoded('ab', 'utf-16le').subarray(0, 3);
    expect(decodeCut(encodingOf(bytes, 'utf-16le'), bytes)).toEqual({ text: 'a' });
  });

  test('still refuses a bad byte before', () => {
    expect(decodeCut(utf8, Buffer.from('a\xe9bcdefgh', 'latin1'))).toEqual({ offset: 1 });
  });
});

describe('isWellFormed', () => {
  test('is false only for half a pair', () => {
    expect(['', 'a', '😀', '\uFFFD'].every(isWellFormed)).toBe(true);
    expect(['\ud83d', 'a\ude00', '\ude00\ud83d'].some(isWellFormed)).toBe(false);
  });
});
