import { describe, expect, test } from '@jest/globals';
import {
  encodeShaped,
  hasLineNumbers,
  readContents,
  shapeTexts,
  terminatorNear,
} from '../../../src/core/edit/contents.js';
import { refusalOf } from '../../support/thrown.js';
import { linesOf } from '../../support/versions.js';
import { encodingOf, range } from '../fixture.js';

describe('readContents', () => {
  test.each([
    ['', []],
    ['\n', ['']],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\n\n', ['a', '']],
    ['a\r\nb\rc\nd', ['a', 'b', 'c', 'd']],
    ['\r\r\n\n', ['', '', '']],
    ['a\u2028b\vc\fd\u0085e', ['a\u2028b\vc\fd\u0085e']],
    ['  a \t\n', ['  a \t']],
  ])('%j is the lines %j', (contents, texts) => {
    expect(readContents(contents, 'a.txt')).toEqual(texts);
  });

  test('refuses a NUL by its place', () => {
    expect(refusalOf(() => readContents('a\r\n😀b\0', 'a.txt'))).toEqual({
      code: 'INVALID_ARGUMENT',
      details: {
        what: 'The new text for a.txt has a NUL in line 2, column 3.',
        hint: expect.stringContaining('\\0'),
      },
    });
  });
});

describe('hasLineNumbers', () => {
  test.each([
    ['5', '5\ta', true],
    ['5', '    5\ta', true],
    ['5-6', '5\ta\n6\t', true],
    ['5', '9\ta\n10\tb\n11\tc', true],
    ['5', '6\ta', false],
    ['5-6', '5\ta\n7\tb', false],
    ['5-6', '5\ta\nb', false],
    ['5', '5 a', false],
    ['5', '5', false],
    ['5', '', false],
  ])('for lines %s and %j is %j', (lines, contents, isNumbered) => {
    const edit = { range: range(lines), texts: readContents(contents, 'a.txt') };
    expect(hasLineNumbers(edit)).toBe(isNumbered);
  });
});

describe('terminatorNear', () => {
  test.each([
    ['of the first line replaced', 'a\nb\r\nc\rd\n', '2-3', '\r\n'],
    ['of the line before a gap', 'a\r\nb\n', '<2', '\r\n'],
    ['of the line after the gap at the start', 'a\rb\n', '<1', '\r'],
    ['of the line before an open last line', 'a\r\nb', '2', '\r\n'],
    ['of the line before the open last line, at its end', 'a\r\nb', '<3', '\r\n'],
    ['LF where there is one open line', 'a', '1', '\n'],
    ['LF in an empty file', '', '<1', '\n'],
    ['LF before an open line that is the only one', 'a', '<1', '\n'],
  ])('is %s', (_, file, lines, terminator) => {
    expect(terminatorNear(linesOf(file), range(lines))).toBe(terminator);
  });
});

/** Shapes edits given in the order of the file. */
function shape(file: string, ...edits: readonly (readonly [string, string])[]): readonly string[] {
  return shapeTexts(
    linesOf(file),
    edits.map(([lines, contents]) => ({
      range: range(lines),
      texts: readContents(contents, 'a.txt'),
    })),
    terminatorNear,
  );
}

describe('shapeTexts', () => {
  test('writes every line break as the terminator of the place', () => {
    expect(shape('a\r\nb\r\n', ['1', 'x\ny\r\nz\rw'])).toEqual(['x\r\ny\r\nz\r\nw\r\n']);
  });

  test('writes each edit by its own place', () => {
    expect(shape('a\nb\rc\r\n', ['1', 'x'], ['2', 'y'], ['3', 'z'])).toEqual([
      'x\n',
      'y\r',
      'z\r\n',
    ]);
  });

  test.each([
    ['a replaced last line stays open', 'a\nb', ['2', 'x\ny\n'], 'x\ny'],
    ['a replaced last line stays ended', 'a\nb\n', ['2', 'x'], 'x\n'],
    ['text after an open last line ends it and is open', 'a\nb', ['<3', 'x\n'], '\nx'],
    ['text after an ended last line is ended', 'a\nb\n', ['<3', 'x'], 'x\n'],
    ['an empty file counts as ended', '', ['<1', 'x'], 'x\n'],
    ['lines before an open last line are ended', 'a\nb', ['1', 'x'], 'x\n'],
    ['a line before the only, open line is ended', 'a', ['<1', 'x'], 'x\n'],
    ['a blank last line is ended, since it would not be there', 'a\nb', ['2', 'x\n\n'], 'x\n\n'],
    ['a blank line after an open last line likewise', 'a', ['<2', '\n'], '\n\n'],
  ] as const)('%s', (_, file, edit, text) => {
    expect(shape(file, edit)).toEqual([text]);
  });

  test.each([
    [
      'two appended to an open line',
      [
        ['<3', 'x'],
        ['<3', 'y'],
      ],
      ['\nx', '\ny'],
    ],
    [
      'one appended to an open line that is replaced',
      [
        ['2', 'B'],
        ['<3', 'x'],
      ],
      ['B', '\nx'],
    ],
    [
      'one appended to an open line that is deleted',
      [
        ['2', ''],
        ['<3', 'x'],
      ],
      ['', 'x'],
    ],
    [
      'one appended where all is deleted',
      [
        ['1-2', ''],
        ['<3', 'x'],
      ],
      ['', 'x'],
    ],
    [
      'one appended to a blank line that replaces',
      [
        ['2', '\n'],
        ['<3', 'x'],
      ],
      ['\n', 'x'],
    ],
    [
      'two appended, the first a blank line',
      [
        ['<3', '\n'],
        ['<3', 'x'],
      ],
      ['\n\n', 'x'],
    ],
  ] as const)('joins edits that touch at an open end: %s', (_, edits, texts) => {
    expect(shape('a\nb', ...edits)).toEqual(texts);
  });

  test.each([
    ['a blank line after a line that CR ends', 'a\rb\n', [['2', '\n']], ['\r\n']],
    ['a line that CR ends before a blank line', 'a\rb\n\nc\n', [['1-2', 'x']], ['x\r\n']],
    ['a blank line between the two', 'a\rb\n\nc\n', [['2', '\n']], ['\r\n']],
    [
      'two edits that touch',
      'a\rb\nc\n',
      [
        ['1', 'x'],
        ['2', '\n'],
      ],
      ['x\r', '\r\n'],
    ],
    [
      'an insertion over a deletion',
      'a\rb\n\nc\n',
      [
        ['<2', 'x'],
        ['2', ''],
      ],
      ['x\r\n', ''],
    ],
  ] as const)('keeps CR and LF of two lines apart: %s', (_, file, edits, texts) => {
    expect(shape(file, ...edits)).toEqual(texts);
  });
});

describe('encodeShaped', () => {
  const encode = (shaped: string, texts: readonly string[]) =>
    encodeShaped(shaped, texts, {
      encoding: encodingOf(Buffer.alloc(0), 'iso-8859-1'),
      shown: 'a.txt',
    });

  test('gives the bytes of the encoding', () => {
    expect(encode('\né', ['é'])).toEqual(Buffer.of(0x0a, 0xe9));
  });

  test.each([
    ['→', '\nok\na→b', ['ok', 'a→b'], 2, 2],
    ['😀', 'é😀', ['é😀'], 1, 2],
    ['\ud83d', 'é\ud83dx', ['é\ud83dx'], 1, 2],
  ])(
    'refuses %j by its place in the lines of the caller',
    (...[character, shaped, texts, line, column]) => {
      expect(refusalOf(() => encode(shaped, texts))).toEqual({
        code: 'UNENCODABLE',
        details: { path: 'a.txt', encoding: 'iso-8859-1', character, line, column },
      });
    },
  );
});
