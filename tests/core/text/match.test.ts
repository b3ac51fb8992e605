import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { findText, linesOf as occupied } from '../../../src/core/text/match.js';
import type { Occurrence } from '../../../src/core/text/match.js';
import { linesOf } from '../../support/versions.js';
import { anyText, encoded } from '../fixture.js';

/** Occurrences as `line:index-line:index`. */
function places(file: string | Uint8Array, text: string, encoding?: string): readonly string[] {
  return [...findText(linesOf(file, encoding), text)].map(
    ({ start, end }) => `${start.line}:${start.index}-${end.line}:${end.index}`,
  );
}

function only(file: string, text: string): Occurrence {
  const [found, ...others] = findText(linesOf(file), text);
  expect(others).toEqual([]);
  if (found === undefined) throw new Error(`${JSON.stringify(text)} was not found`);
  return found;
}

/** Where `text` begins in `all`, overlapping or not, the slow way. */
function naiveStarts(all: string, text: string): readonly number[] {
  return Array.from(all, (_, index) => index).filter((index) => all.startsWith(text, index));
}

describe('a text is found', () => {
  test('in a line, over lines, and at the very ends of the file', () => {
    expect(places('one two\nthree\n', 'two')).toEqual(['1:4-1:7']);
    expect(places('one two\nthree\n', 'two\nth')).toEqual(['1:4-2:2']);
    expect(places('a\nb', 'a\nb')).toEqual(['1:0-2:1']);
    expect(places('a\nb\n', 'b\n')).toEqual(['2:0-3:0']);
  });

  test('wherever it begins, also inside of another occurrence', () => {
    expect(places('aaa', 'aa')).toEqual(['1:0-1:2', '1:1-1:3']);
    expect(places('go\ngo\ngo\n', 'go\ngo\n')).toEqual(['1:0-3:0', '2:0-4:0']);
  });

  test.each(['\n', '\r\n', '\r'])('whatever ends the lines: %j', (terminator) => {
    const file = ['a', 'b', 'c', ''].join(terminator);
    for (const text of ['a\nb', 'a\r\nb', 'a\rb']) {
      expect(places(file, text)).toEqual(['1:0-2:1']);
    }
    expect(places(file, 'b\n\n')).toEqual([]);
    expect(places(file, '\nb\n')).toEqual(['1:1-3:0']);
  });

  test('with CR and LF as one break where they are one', () => {
    expect(places('a\r\nb', 'a\n\nb')).toEqual([]);
    expect(places('a\n\rb', 'a\n\nb')).toEqual(['1:0-3:1']);
    expect(places('a\r\n', '\r\n')).toEqual(['1:1-2:0']);
    expect(places('a\r\n', '\n')).toEqual(['1:1-2:0']);
  });

  test('at its characters as they are: nothing is folded, trimmed or read as a pattern', () => {
    const file = 'a.c\nabc\nA.C\na\u00a0c\n\u2019\ne\u0301\n\u00e9\n&lt;\n';
    expect(places(file, 'a.c')).toEqual(['1:0-1:3']);
    expect(places(file, 'a c')).toEqual([]);
    expect(places(file, "'")).toEqual([]);
    expect(places(file, '\u00e9')).toEqual(['7:0-7:1']);
    expect(places(file, '<')).toEqual([]);
  });

  test('never at a half of a character', () => {
    expect(places('\u{1f600}', '\ud83d')).toEqual([]);
    expect(places('\u{1f600}', '\ude00')).toEqual([]);
    expect(places(encoded('\u8868\\', 'shift_jis'), '\\', 'shift_jis')).toEqual(['1:1-1:2']);
    expect(places(encoded('\u6100', 'utf-16be'), 'a', 'utf-16be')).toEqual([]);
  });

  test('behind a byte order mark, which is no character', () => {
    expect(places('\uFEFFimport os\n', 'import')).toEqual(['1:0-1:6']);
    expect(places('\uFEFFimport os\n', '\uFEFF')).toEqual([]);
  });

  test('beside lines that do not decode, but not in them or from them on', () => {
    const file = Buffer.from('find\n\xff find\nfind\nfind', 'latin1');
    expect(places(file, 'find')).toEqual(['1:0-1:4', '3:0-3:4', '4:0-4:4']);
    expect(places(file, 'find\n')).toEqual(['1:0-2:0', '3:0-4:0']);
    expect(places(file, '\nfind\nfind')).toEqual([]);
    expect(places(file, '\nfind')).toEqual(['3:4-4:4']);
    expect(places(file, '\n')).toEqual(['1:4-2:0', '3:4-4:0']);
    expect(places(file, '\r')).toEqual(places(file, '\n'));
  });

  test('in a character that has two codes, by either of them', () => {
    const file = Buffer.concat([Buffer.of(0x87, 0x90), Buffer.of(0x81, 0xe0)]);
    expect(places(file, '\u2252', 'cp932')).toEqual(['1:0-1:1', '1:1-1:2']);
  });

  test('in files of many windows, also over the seam of two', () => {
    const filler = `${'x'.repeat(99)}\n`.repeat(30_000);
    const file = `${filler}seam\n`;
    expect(places(file, 'x\nseam')).toEqual(['30000:98-30001:4']);
    const all = [...findText(linesOf(file), 'x\nx')].length;
    expect(all).toBe(29_999);
    const whole = `${'x'.repeat(99)}\n`.repeat(11_000);
    expect(places(file, `${whole}seam`)).toEqual(['19001:0-30001:4']);
  });

  test('in one line of many windows', () => {
    const file = `${'ab'.repeat(2_000_000)}c\nd`;
    expect(places(file, 'bc\nd')).toEqual(['1:3999999-2:1']);
  });
});

describe('of an occurrence is told', () => {
  test('whether it is a word: letters, marks, digits and the underscore of any script go on', () => {
    const isWord = (file: string, text: string) => only(file, text).isWord;
    expect(isWord('a cat.', 'cat')).toBe(true);
    expect(isWord('a cat', 'cat')).toBe(true);
    for (const longer of ['acat', 'cats', 'cat_', '_cat', 'cat1', 'cat\u00e9', '\u00e9cat']) {
      expect(isWord(longer, 'cat')).toBe(false);
    }
    expect(isWord('cafe\u0301', 'cafe')).toBe(false);
    expect(isWord('\u{20000}\u{20001}', '\u{20001}')).toBe(false);
    expect(isWord('cat-like', 'cat')).toBe(true);
    expect(isWord('x=f(y)', 'f(')).toBe(true);
    expect(isWord('cat\ncat2', '\ncat')).toBe(false);
  });

  test('whether it is whole lines', () => {
    const isWhole = (file: string, text: string) => only(file, text).isWholeLines;
    expect(isWhole('a\nb\nc\n', 'b')).toBe(true);
    expect(isWhole('a\nb\nc', 'b\nc')).toBe(true);
    expect(isWhole('a\nbb\nc\n', 'b\nc')).toBe(false);
    expect(isWhole('a\nbb\nc\n', 'a\nb')).toBe(false);
    expect(isWhole('a\n\nc', 'a\n')).toBe(true);
    expect(isWhole('a\nc', 'a\n')).toBe(false);
  });

  test('which lines it has characters of', () => {
    const lines = (file: string, text: string) => occupied(only(file, text));
    expect(lines('a\nb\nc', 'b')).toEqual({ start: 2, end: 3 });
    expect(lines('a\nb\nc', 'b\n')).toEqual({ start: 2, end: 3 });
    expect(lines('a\nb\nc', '\nb\nc')).toEqual({ start: 1, end: 4 });
  });
});

test('the places are those of the text with LF, in every file and encoding', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', '\n', 'x'),
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(
      anyText,
      text,
      fc.constantFrom('auto', 'utf-16le', 'gb18030'),
      (file, sought, encoding) => {
        const all = file.replaceAll(/\r\n|\r/g, '\n');
        const found = [...findText(linesOf(encoded(file, encoding), encoding), sought)];
        const starts = found.map(({ start: { line, index } }) => {
          const before = all.split('\n').slice(0, line - 1);
          return before.join('\n').length + (line > 1 ? 1 : 0) + index;
        });
        expect(starts).toEqual(naiveStarts(all, sought));
      },
    ),
  );
});
