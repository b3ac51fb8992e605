import { describe, expect, test } from '@jest/globals';
import { binaryAt, nulInHead } from '../../../src/core/text/binary.js';
import { encodingOf } from '../fixture.js';

describe('binaryAt', () => {
  test.each([
    ['a\0b', 'auto', 1],
    [`${'a'.repeat(8191)}\0`, 'auto', 8191],
    [`${'a'.repeat(8192)}\0`, 'auto', undefined],
    ['abc', 'auto', undefined],
    ['a\0', 'shift_jis', 1],
    ['a\0', 'utf-16le', undefined],
    ['a\0\0\0', 'utf-32le', undefined],
  ])('of %j in %s is %p', (text, name, offset) => {
    const bytes = Buffer.from(text);
    expect(binaryAt(bytes, encodingOf(bytes, name))).toBe(offset);
  });
});

describe('nulInHead', () => {
  test('is the same in whatever parts the file comes', () => {
    expect(nulInHead(Buffer.from('a\0'), 100)).toBe(101);
    expect(nulInHead(Buffer.from('a\0'), 8190)).toBe(8191);
    expect(nulInHead(Buffer.from('a\0'), 8191)).toBeUndefined();
    expect(nulInHead(Buffer.from('\0'), 1_000_000)).toBeUndefined();
  });
});
