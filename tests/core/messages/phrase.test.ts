import { describe, expect, test } from '@jest/globals';
import {
  codePointsText,
  countText,
  durationText,
  hashText,
  listText,
  quoteText,
  rangeText,
  sentence,
} from '../../../src/core/messages/phrase.js';
import { gapBefore, inclusive } from '../../../src/core/range.js';

test.each([
  [inclusive(3, 3), 'line 3'],
  [inclusive(3, 7), 'lines 3-7'],
  [inclusive(3), 'lines 3 to the last'],
  [gapBefore(3), 'the gap before line 3'],
])('rangeText of %j is %j', (range, text) => {
  expect(rangeText(range)).toBe(text);
});

test.each([
  [0, '0 lines'],
  [1, '1 line'],
  [67_108_864, '67,108,864 lines'],
])('countText of %j is %j', (count, text) => {
  expect(countText(count, 'line')).toBe(text);
});

test('codePointsText names each character by its number', () => {
  expect(codePointsText('e\u0301😀\ud800')).toBe('U+0065 U+0301 U+1F600 U+D800');
});

test('hashText is the first 16 digits', () => {
  expect(hashText('0123456789abcdef'.repeat(4))).toBe('0123456789abcdef');
});

test.each([
  [350, '350 ms'],
  [999.6, '1000 ms'],
  [12_345, '12 s'],
  [119_999, '119 s'],
  [120_000, '2 min'],
  [7_199_999, '119 min'],
  [7_200_000, '2 h'],
  [47 * 3_600_000, '47 h'],
  [48 * 3_600_000, '2 days'],
])('durationText of %j is %j', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

describe('quoteText', () => {
  test('escapes what would break the line', () => {
    expect(quoteText('a\t"b"\n')).toBe(String.raw`"a\t\"b\"\n"`);
  });

  test('crops between characters', () => {
    expect(quoteText('😀'.repeat(81))).toBe(`"${'😀'.repeat(80)}…"`);
    expect(quoteText('😀'.repeat(80))).toBe(`"${'😀'.repeat(80)}"`);
  });
});

test.each(['It is gone.', 'Is it?', 'It is gone'])('sentence(%j) ends with one mark', (clause) => {
  expect(sentence(clause)).toMatch(/[^.?][.?]$/);
});

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
  [['a', 'b', 'c', 'd', 'e'], 'a, b, c and 2 more'],
])('listText of %j up to 3 is %j', (items, text) => {
  expect(listText(items, 3)).toBe(text);
});
