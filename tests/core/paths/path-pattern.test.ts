import { describe, expect, test } from '@jest/globals';
import { compilePath } from '../../../src/core/paths/path-pattern.js';

const names = (path: string) => path.split('/');

describe('compilePath', () => {
  test.each([
    ['a/b', 'a/b', 'a/b/c b x/a/b'],
    ['a/*', 'a/b', 'a a/b/c'],
    ['**/a', 'a x/a x/y/a', 'a/b'],
    ['a/**', 'a/b a/b/c', 'a b/a'],
    ['a/**/b', 'a/b a/x/b a/x/y/b', 'a b a/b/c'],
    ['**', 'a a/b', ''],
    ['a/***/b', 'a/b a/x/b', 'a'],
    ['a**/b', 'a/b ax/b', 'a/x/b'],
    ['*/b', 'a/b', 'b a/x/b'],
    ['a\\/b', 'a/b', 'ab'],
  ])('%s matches %j and not %j', (pattern, yes, no) => {
    const test = compilePath(pattern);
    const paths = (text: string) => text.split(' ').filter((path) => path !== '');
    expect(paths(yes).filter((path) => test?.(names(path)) !== true)).toEqual([]);
    expect(paths(no).filter((path) => test?.(names(path)) !== false)).toEqual([]);
  });

  test.each(['a/[b', 'a[/]b', '[/a'])('%j matches nothing', (pattern) => {
    expect(compilePath(pattern)).toBeUndefined();
  });
});
