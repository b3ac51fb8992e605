import { describe, expect, test } from '@jest/globals';
import { outlineYaml } from '../../../src/core/outline/yaml.js';

/** The keys and items as `KIND NAME first-last`. */
function keys(text: string): readonly string[] {
  return outlineYaml(text.split('\n')).map(
    ({ kind, name, range }) => `${kind} ${name} ${range.start}-${range.end - 1}`,
  );
}

describe('outlineYaml', () => {
  test('a key reaches to its last line that is indented', () => {
    expect(keys('a:\n  b: 1\n  c:\n    d: 2\n\n# x\ne: 3\n')).toEqual([
      'key a 1-4',
      'key b 2-2',
      'key c 3-4',
      'key d 4-4',
      'key e 7-7',
    ]);
  });

  test('items are named after their first key, wherever they stand', () => {
    const expected = ['key a 1-4', 'item - b: 1 2-3', 'key c 3-3', 'item - b: 2 4-4', 'key d 5-5'];
    expect(keys('a:\n- b: 1\n  c: 2\n- b: 2\nd: 3')).toEqual(expected);
    expect(keys('a:\n  - b: 1\n    c: 2\n  - b: 2\nd: 3')).toEqual(expected);
  });

  test('items of items', () => {
    expect(keys('- - a: 1\n    b: 2')).toEqual([
      'item - - a: 1 1-2',
      'item - a: 1 1-2',
      'key b 2-2',
    ]);
  });

  test('the text of a block holds no keys', () => {
    expect(keys('a: |\n  b: 1\n\n  c: 2\nd: >-  # x\n  e: 3\nf: 4')).toEqual([
      'key a 1-4',
      'key d 5-6',
      'key f 7-7',
    ]);
  });

  test.each([
    ['"a b": 1', ['key a b 1-1']],
    ["'it''s': 1", ["key it''s 1-1"]],
    ['a b: 1', ['key a b 1-1']],
    ['url: http://x:80', ['key url 1-1']],
    ['a:b', []],
    ['http://x', []],
    ['# a: 1', []],
    ['- a', []],
    ['{a: 1}', []],
    ['a # b: c', []],
    ['a:', ['key a 1-1']],
    ['a: {\n  b: 1,', ['key a 1-2', 'key b 2-2']],
  ])('%j has the keys %j', (text, expected) => {
    expect(keys(text)).toEqual(expected);
  });

  test('a new document begins anew', () => {
    expect(keys('a:\n  b: 1\n---\n  c: 2')).toEqual(['key a 1-2', 'key b 2-2', 'key c 4-4']);
  });

  test('lines of any length and depth take no long time', () => {
    const started = performance.now();
    keys(`a${' '.repeat(1_000_000)}x\n${'- '.repeat(500_000)}\n${'- a: 1\n'.repeat(50_000)}`);
    expect(performance.now() - started).toBeLessThan(3000);
  });
});
