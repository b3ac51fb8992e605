import { describe, expect, test } from '@jest/globals';
import { excerptLine } from '../../../src/core/search/excerpt.js';
import { indexLines } from '../../../src/core/text/lines.js';
import { encodingOf } from '../fixture.js';

function excerpt(text: string, limit: number, index = 0, length = 1) {
  const bytes = Buffer.from(text);
  const lines = indexLines(bytes, encodingOf(bytes));
  return excerptLine(lines, 1, { limit, focus: { index, length } });
}

describe('excerptLine', () => {
  test('a short line is shown whole, with its terminator aside', () => {
    expect(excerpt('abc\r\n', 3)).toEqual({
      number: 1,
      text: 'abc',
      terminator: '\r\n',
      isCropped: false,
    });
  });

  test.each([
    ['the beginning', 0, 'abcdefgh…'],
    ['the middle', 12, '…lmnopqrs…'],
    ['the end', 25, '…stuvwxyz'],
  ])('of a long line the part around the focus: %s', (_, index, text) => {
    expect(excerpt('abcdefghijklmnopqrstuvwxyz\n', 8, index)).toEqual({
      number: 1,
      text,
      terminator: '\n',
      isCropped: true,
    });
  });

  test('a match that is longer than the room begins at its beginning', () => {
    expect(excerpt('abcdefghijklmnopqrstuvwxyz', 4, 3, 20).text).toBe('…defg…');
  });

  test('no character is cut in half', () => {
    for (let index = 0; index < 40; index += 1) {
      expect(excerpt('😀'.repeat(20), 7, index).text).not.toMatch(/\p{Surrogate}/u);
    }
  });
});
