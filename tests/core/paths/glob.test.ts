import { describe, expect, test } from '@jest/globals';
import { compileGlob } from '../../../src/core/paths/glob.js';
import { refusalOf } from '../../support/thrown.js';

describe('compileGlob', () => {
  test.each([
    ['*.ts', 'a.ts src/a.ts src/x/a.ts .ts', 'a.tsx ts/a'],
    ['a.ts', 'a.ts src/a.ts', 'b.ts a.ts/b'],
    ['src/*.ts', 'src/a.ts', 'a.ts src/x/a.ts lib/src/a.ts'],
    ['src/**/*.ts', 'src/a.ts src/x/y/a.ts', 'a.ts'],
    ['/a.ts', 'a.ts', 'src/a.ts'],
    ['./a.ts', 'a.ts', 'src/a.ts'],
    ['src/', 'src/a src/x/a lib/src/a', 'src a/b'],
    ['*.{c,h}', 'a.c x/a.h', 'a.cc'],
    ['{src,lib}/*.{a,b}', 'src/x.a lib/x.b', 'etc/x.a src/x.c'],
    ['a{b,c{d,e}}', 'ab acd ace', 'ac abcd'],
    ['{a}', '{a}', 'a'],
    ['!*.test.ts', 'a.ts src/a.ts', 'a.test.ts src/a.test.ts'],
    ['!src/**', 'a.ts lib/a', 'src/a src/x/a'],
  ])('%s is about %j and not about %j', (glob, yes, no) => {
    const test = compileGlob(glob);
    const isMatched = (path: string) => test(path.split('/'));
    expect(yes.split(' ').filter((path) => !isMatched(path))).toEqual([]);
    expect(no.split(' ').filter(isMatched)).toEqual([]);
  });

  test.each(['', '!', '[a', '{a,[b}', `${'{a,b}'.repeat(10)}`])('%j is refused', (glob) => {
    expect(refusalOf(() => compileGlob(glob)).code).toBe('INVALID_ARGUMENT');
  });

  test('a glob that goes on and on is judged at once', () => {
    const started = performance.now();
    const glob = compileGlob(`${'**/*a*a*a*/'.repeat(30)}b`);
    expect(glob(Array.from({ length: 300 }, () => 'a'.repeat(200)))).toBe(false);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
