import { describe, expect, test } from '@jest/globals';
import { outlineJson } from '../../../src/core/outline/json.js';

/** The members as `KIND NAME first-last`. */
function members(text: string): readonly string[] {
  return outlineJson(text).map(
    ({ kind, name, range }) => `${kind} ${name} ${range.start}-${range.end - 1}`,
  );
}

describe('outlineJson', () => {
  test('members have the lines of their values', () => {
    const text = '{\n  "a": 1,\n  "b": {\n    "c": [\n      2\n    ]\n  },\n  "d\\"e": "}"\n}';
    expect(members(text)).toEqual([
      'value a 2-2',
      'object b 3-7',
      'array c 4-6',
      'value d\\"e 8-8',
    ]);
  });

  test('items are told where they hold something, with their place', () => {
    expect(members('{\n"a": [\n1,\n{\n"b": 2\n},\n[3]\n]}')).toEqual([
      'array a 2-8',
      'object [1] 4-6',
      'value b 5-5',
      'array [2] 7-7',
    ]);
  });

  test('what is on one line is one entry', () => {
    expect(members('{\n"a": {"b": {"c": 1}},\n"d": [{"e": 2}]\n}')).toEqual([
      'object a 2-2',
      'array d 3-3',
    ]);
  });

  test('comments and trailing commas are no members', () => {
    expect(members('{\n// "x": 1\n/* "y":\n2 */\n"a": 1,\n}')).toEqual(['value a 5-5']);
  });

  test.each([
    ['{\n"a": {\n"b": 1', ['object a 2-3', 'value b 3-3']],
    ['{\n"a": [\n{\n"b": "unfinished\n', ['array a 2-5', 'object [0] 3-5', 'value b 4-4']],
    ['{\n"a": }\n]', []],
    ['', []],
    ['[]]]}}', []],
    ['"text"', []],
  ])('half of %j is read as far as it goes', (text, expected) => {
    expect(members(text)).toEqual(expected);
  });

  test('any depth is read', () => {
    expect(() => members(`${'['.repeat(200_000)}1`)).not.toThrow();
  });
});
