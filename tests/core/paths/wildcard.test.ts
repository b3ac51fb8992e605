import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { compileName, MANY, matchesAll } from '../../../src/core/paths/wildcard.js';

describe('compileName', () => {
  test.each([
    ['a.txt', 'a.txt', 'A.txt b.txt a.txt2'],
    ['*.ts', 'a.ts .ts a.b.ts', 'a.tsx ts'],
    ['a*', 'a ab a.b', 'ba'],
    ['*', 'a .a é', ''],
    ['**', 'a .a', ''],
    ['a**b', 'ab axb axxb', 'a b'],
    ['a?c', 'abc aéc a😀c', 'ac abbc'],
    ['a*b*c', 'abc aXbYc abbcc', 'acb ab'],
    ['[ab]', 'a b', 'c ab [ab]'],
    ['[!ab]', 'c ! ^', 'a b'],
    ['[^ab]', 'c ! ^', 'a b'],
    ['[a-c]x', 'ax bx cx', 'dx -x'],
    ['[a-]', 'a -', 'b'],
    ['[]a]', '] a', 'b'],
    ['[!]a]', 'b', '] a'],
    ['[\\]a]', '] a', '\\ b'],
    ['[[:digit:]x]', '0 9 x', 'a :'],
    ['[[:upper:][:digit:]]', 'A 1', 'a'],
    ['[[:a]', '[ : a', ']'],
    ['\\*', '*', 'a \\*'],
    ['\\a', 'a', '\\a'],
    ['a\\[b', 'a[b', 'ab'],
  ])('%s matches %j and not %j', (pattern, yes, no) => {
    const test = compileName(pattern);
    const names = (text: string) => text.split(' ').filter((name) => name !== '');
    expect(names(yes).filter((name) => test?.(name) !== true)).toEqual([]);
    expect(names(no).filter((name) => test?.(name) !== false)).toEqual([]);
  });

  test.each(['[', '[a', '[!', '[]', 'a\\', '[[:nothing:]]', '[a-', '[\\'])(
    '%j cannot be read',
    (pattern) => {
      expect(compileName(pattern)).toBeUndefined();
    },
  );

  test('a name that nearly matches many stars is judged at once', () => {
    const started = performance.now();
    expect(compileName(`${'a*'.repeat(40)}b`)?.('a'.repeat(20_000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('matchesAll', () => {
  test('agrees with a regular expression, where MANY is .*', () => {
    const pattern = fc.array(fc.constantFrom('a', 'b', MANY), { maxLength: 8 });
    const word = fc.array(fc.constantFrom('a', 'b'), { maxLength: 10 });
    fc.assert(
      fc.property(pattern, word, (parts, letters) => {
        const tests = parts.map((part) =>
          part === MANY ? MANY : (letter: string) => letter === part,
        );
        const regex = new RegExp(`^${parts.map((p) => (p === MANY ? '.*' : p)).join('')}$`);
        expect(matchesAll(tests, letters)).toBe(regex.test(letters.join('')));
      }),
    );
  });
});
