import { describe, expect, test } from '@jest/globals';
import { isIgnored, parseIgnoreRules } from '../../../src/core/paths/ignore-rules.js';

/** What a file of rules says of paths: a slash at the end makes one a directory. */
function verdict(rules: string, path: string) {
  const isDirectory = path.endsWith('/');
  return parseIgnoreRules(rules).verdict(path.replace(/\/$/, '').split('/'), isDirectory);
}

describe('parseIgnoreRules', () => {
  test.each([
    ['*.log', 'a.log', 'ignored'],
    ['*.log', 'x/a.log', 'ignored'],
    ['*.log', 'a.log.txt', undefined],
    ['*.log', 'A.LOG', undefined],
    ['/a', 'a', 'ignored'],
    ['/a', 'x/a', undefined],
    ['a/', 'a', undefined],
    ['a/', 'a/', 'ignored'],
    ['a/', 'x/a/', 'ignored'],
    ['a/b', 'a/b', 'ignored'],
    ['a/b', 'x/a/b', undefined],
    ['**/a/b', 'x/a/b', 'ignored'],
    ['a/**', 'a/', undefined],
    ['a/**', 'a/b', 'ignored'],
    ['*\n!keep', 'keep', 'kept'],
    ['!keep\n*', 'keep', 'ignored'],
    ['# a', 'a', undefined],
    ['\\#a', '#a', 'ignored'],
    ['\\!a', '!a', 'ignored'],
    ['a ', 'a', 'ignored'],
    ['a\\ ', 'a ', 'ignored'],
    ['a\\  ', 'a ', 'ignored'],
    ['a\\\\ ', 'a\\', 'ignored'],
    ['a\r\nb\r', 'a', 'ignored'],
    ['a\r\nb\r', 'b', 'ignored'],
    ['\uFEFFa', 'a', 'ignored'],
    ['\n\n  \n', 'a', undefined],
    ['/', 'a', undefined],
    ['!', 'a', undefined],
    ['a[', 'a[', undefined],
    ['a\\', 'a', undefined],
  ])('%j on %j: %s', (rules, path, expected) => {
    expect(verdict(rules, path)).toBe(expected);
  });
});

describe('isIgnored', () => {
  const level = (depth: number, rules: string) => ({ depth, rules: parseIgnoreRules(rules) });

  test('the deepest file that has an opinion decides', () => {
    const levels = [level(0, '*.txt\nb'), level(1, '!b')];
    expect(isIgnored(levels, ['a', 'b'], true)).toBe(false);
    expect(isIgnored(levels, ['a', 'c.txt'], false)).toBe(true);
    expect(isIgnored(levels.slice(0, 1), ['b'], true)).toBe(true);
  });

  test('what is in a directory that is kept again is judged on its own', () => {
    const levels = [level(0, 'b'), level(1, '!b')];
    expect(isIgnored(levels, ['a', 'b', 'c'], false)).toBe(false);
  });

  test('rules with a slash count from the directory of their file', () => {
    expect(isIgnored([level(1, '/x')], ['a', 'x'], false)).toBe(true);
    expect(isIgnored([level(1, '/x')], ['a', 'y', 'x'], false)).toBe(false);
    expect(isIgnored([level(0, '/x')], ['a', 'x'], false)).toBe(false);
  });
});
