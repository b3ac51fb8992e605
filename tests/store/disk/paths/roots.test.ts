import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { nodeFs } from '../../../../src/store/disk/fs-port.js';
import { openRoots, relativeInside } from '../../../../src/store/disk/paths/roots.js';
import { refusalOf } from '../../../support/thrown.js';
import { link, plantTree, type Tree } from '../../../support/tree.js';

let tree: Tree;

beforeAll(() => {
  tree = plantTree({
    'w/file': '',
    'w/sub/x': '',
    name: link('w'),
    loop: link('loop'),
    devices: link('/dev'),
    top: link('/'),
  });
});

afterAll(() => {
  tree.remove();
});

test.each([
  ['/w', '/w', ''],
  ['/w', '/w/a', 'a'],
  ['/w', '/w/..a/b', '..a/b'],
  ['/w', '/w-evil/a', undefined],
  ['/w', '/', undefined],
  ['/w', '/v/a', undefined],
  ['/w/a', '/w', undefined],
])('inside %s, %s is %j', (directory, path, expected) => {
  expect(relativeInside(directory, path)).toBe(expected);
});

describe('a root that cannot be one is refused by name', () => {
  test.each([
    ['missing', 'does not exist'],
    ['w/file/x', 'does not exist'],
    ['loop', 'does not exist'],
    ['w/file', 'is not a directory'],
    ['devices', 'belongs to the kernel'],
    ['top', 'is a whole file system'],
  ])('%s %s', (name, fault) => {
    const { code, details } = refusalOf(() => openRoots([tree.at(name)], nodeFs));
    expect(code).toBe('INVALID_ARGUMENT');
    expect(details['what']).toBe(`the root ${tree.at(name)} ${fault}`);
  });

  test.each(['/proc', '/sys', '/dev', '/proc/self', '/dev/shm', '/sys/kernel'])('%s', (name) => {
    expect(refusalOf(() => openRoots([name], nodeFs)).code).toBe('INVALID_ARGUMENT');
  });
});

describe('places', () => {
  test('are found by both names of a root and shown as they were spelt', () => {
    const roots = openRoots([tree.at('w/sub'), tree.at('name')], nodeFs);
    const shown = (path: string) =>
      roots.placesOf(tree.at(path)).map((place) => [place.relative, roots.show(place)]);
    expect(shown('name/file')).toEqual([['file', tree.at('name/file')]]);
    expect(shown('w/file')).toEqual([['file', tree.at('w/file')]]);
    expect(shown('w/sub/x')).toEqual([
      ['x', 'x'],
      ['sub/x', tree.at('w/sub/x')],
    ]);
    expect(shown('w/sub')).toEqual([
      ['', '.'],
      ['sub', tree.at('w/sub')],
    ]);
    expect(shown('elsewhere')).toEqual([]);
  });
});
