import { describe, expect, test } from '@jest/globals';
import {
  createPlaces,
  loggedPath,
  pathOfLogged,
} from '../../../../src/store/disk/history/places.js';

describe('the roots that have a history', () => {
  test.each([
    [['/a'], ['/a']],
    [
      ['/a', '/b'],
      ['/a', '/b'],
    ],
    [['/a/b/c', '/a', '/a/b'], ['/a']],
    [
      ['/a', '/ab', '/a b'],
      ['/a', '/ab', '/a b'],
    ],
    [['/a', '/a'], ['/a']],
    [[], []],
  ])('of %j are %j', (directories, roots) => {
    expect(createPlaces(directories).roots).toEqual(roots);
  });

  test.each([
    ['/a/x', '/a'],
    ['/a/b/x', '/a'],
    ['/ab/x', '/ab'],
    ['/c/x', undefined],
  ])('of a file: %s is told in %s', (path, root) => {
    expect(createPlaces(['/a/b', '/a', '/ab']).rootOf(path)).toBe(root);
  });
});

describe('a path in the log', () => {
  test.each([
    ['/a/b/c', 'b/c'],
    ['/a/..x', '..x'],
    ['/b/c', '/b/c'],
    ['/', '/'],
  ])('%s is written as %s and read back', (path, logged) => {
    expect(loggedPath('/a', path)).toBe(logged);
    expect(pathOfLogged('/a', logged)).toBe(path);
  });

  test('that leads out of the root is read as where it leads', () => {
    expect(pathOfLogged('/a', '../b')).toBe('/b');
  });
});
