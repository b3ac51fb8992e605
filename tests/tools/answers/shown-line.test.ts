import { describe, expect, test } from '@jest/globals';
import { resolveEncoding } from '../../../src/core/text/encoding.js';
import { showLine } from '../../../src/tools/answers/shown-line.js';

const utf8 = resolveEncoding('auto', Buffer.alloc(0));

function shown(text: string, limit = 10, size?: number) {
  const bytes = Buffer.from(text);
  return showLine({ number: 7, line: { bytes, size: size ?? bytes.length } }, utf8, limit);
}

describe('a line', () => {
  test.each(['\n', '\r\n', '\r', ''])(
    'keeps its terminator %j in the content only',
    (terminator) => {
      expect(shown(`abc${terminator}`)).toEqual({
        numbered: '7\tabc',
        content: `abc${terminator}`,
        isCropped: false,
      });
    },
  );

  test('up to the limit is whole, counted in characters', () => {
    expect(shown('😀😀😀\n', 3)).toMatchObject({ numbered: '7\t😀😀😀', isCropped: false });
    expect(shown('abcd\n', 3)).toEqual({
      numbered: '7\tabc… [cropped: this line has 5 bytes]',
      content: 'abc\n',
      isCropped: true,
    });
  });

  test('never ends in half a character', () => {
    expect(shown('ab😀cd\n', 3)).toMatchObject({ content: 'ab😀\n' });
    const bytes = Buffer.from('abcé').subarray(0, 4);
    expect(showLine({ number: 1, line: { bytes, size: 9000 } }, utf8, 10)).toMatchObject({
      content: 'abc\n',
      isCropped: true,
    });
  });

  test('that is not text tells its first byte that is none', () => {
    const bytes = Buffer.from('caf\xe9 x\n', 'latin1');
    expect(showLine({ number: 1, line: { bytes, size: bytes.length } }, utf8, 10)).toEqual({
      badOffset: 3,
    });
  });

  test('without what the byte order mark is', () => {
    const bytes = Buffer.from('\uFEFFa\n', 'utf16le');
    const utf16 = resolveEncoding('auto', bytes);
    expect(showLine({ number: 1, line: { bytes, size: bytes.length } }, utf16, 10)).toMatchObject({
      numbered: '1\ta',
      content: 'a\n',
    });
  });
});
