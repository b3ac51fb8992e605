import { describe, expect, test } from '@jest/globals';
import { asUtf8, factsOf, mayHold, searchableLines } from '../../../src/core/search/searchable.js';
import { regexPattern, textPattern } from '../../../src/core/search/search-pattern.js';
import { lineText } from '../../../src/core/text/window.js';
import { encoded } from '../fixture.js';

const PLAIN = { ignoreCase: false, wholeWord: false };
const UTF_16 = Buffer.concat([Buffer.of(0xff, 0xfe), encoded('naïve\n', 'utf-16le')]);
const LATIN_1 = Buffer.from('caf\xe9 = 1\n', 'latin1');

describe('searchableLines', () => {
  test('a file in its encoding is legible', () => {
    expect(searchableLines(Buffer.from('é')).isLegible).toBe(true);
    expect(searchableLines(UTF_16).isLegible).toBe(true);
  });

  test('bytes that are no text do not hide the lines that they are in', () => {
    const { lines, isLegible } = searchableLines(LATIN_1);
    expect(isLegible).toBe(false);
    expect(lineText(lines, 1)).toBe('caf\uFFFD = 1');
  });
});

describe('mayHold', () => {
  test.each([
    ['plain bytes', Buffer.from('xab'), 'ab', true],
    ['other bytes', Buffer.from('xaab'), 'ba', false],
    ['a file of another encoding', UTF_16, 'zzz', true],
    ['one of several lines', Buffer.from('x\r\nlonger'), 'x\nlonger', true],
  ])('%s', (_, bytes, sought, expected) => {
    expect(mayHold(bytes, textPattern(sought, PLAIN))).toBe(expected);
  });

  test('in any case', () => {
    const pattern = textPattern('É', { ...PLAIN, ignoreCase: true });
    expect(mayHold(Buffer.from('xé'), pattern)).toBe(true);
    expect(mayHold(Buffer.from('xe'), pattern)).toBe(false);
  });

  test('a regular expression is not tried here, only what it must hold is sought', () => {
    const bomb = regexPattern('^(a+)+$', PLAIN);
    expect(mayHold(Buffer.from(`${'a'.repeat(60)}!`), bomb)).toBe(true);
    const pattern = regexPattern('abc\\w+', PLAIN);
    expect(mayHold(Buffer.from('abd'), pattern)).toBe(false);
    expect(mayHold(Buffer.from('abc'), pattern)).toBe(true);
  });

  test('of what goes over lines it is never certain that it is not there', () => {
    expect(mayHold(Buffer.from('x'), regexPattern('.\\n.', PLAIN))).toBe(true);
  });
});

test('asUtf8 converts what is not UTF-8 by its mark, and nothing else', () => {
  expect(asUtf8(UTF_16).toString()).toBe('\uFEFFnaïve\n');
  const bytes = Buffer.from('a');
  expect(asUtf8(bytes)).toBe(bytes);
});

test('factsOf tells what a read tells', () => {
  expect(factsOf(LATIN_1)).toMatchObject({ size: 9, totalLines: 1, encoding: 'utf-8' });
  expect(factsOf(UTF_16)).toMatchObject({ encoding: 'utf-16le', bom: true, totalLines: 1 });
});
