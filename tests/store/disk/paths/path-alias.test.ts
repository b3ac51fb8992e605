import { describe, expect, test } from '@jest/globals';
import { createPathMapping } from '../../../../src/store/disk/paths/path-alias.js';

const map = createPathMapping([
  { host: '/home/me', here: '/mnt/home' },
  { host: '/home/me/proj/', here: '/workspace' },
  { host: 'C:\\Users\\Me\\proj', here: '/win' },
]);

test.each([
  ['/home/me/proj', '/workspace'],
  ['/home/me/proj/', '/workspace'],
  ['/home/me/proj/src/a.ts', '/workspace/src/a.ts'],
  ['/home/me/proj/x/../a.ts', '/workspace/a.ts'],
  ['/home/me/other/a.ts', '/mnt/home/other/a.ts'],
  ['/home/me/proj/../other/a.ts', '/mnt/home/other/a.ts'],
])('the longest alias wins: %s is %s', (path, mapped) => {
  expect(map(path)).toBe(mapped);
});

test.each([
  '/home/me-too/a.ts',
  '/home/meproj',
  '/home',
  '/home/me/../you/a.ts',
  '/workspace/a.ts',
  'home/me/a.ts',
  'src/a.ts',
  'C:\\Users\\Me\\project\\a.ts',
  'D:\\Users\\Me\\proj\\a.ts',
  'C:\\Users\\Me\\proj\\..\\a.ts',
])('%s is no path below an alias', (path) => {
  expect(map(path)).toBe(path);
});

describe('a host with a drive letter', () => {
  test.each([
    ['C:\\Users\\Me\\proj\\src\\a.ts', '/win/src/a.ts'],
    ['c:\\users\\me\\PROJ\\src\\a.ts', '/win/src/a.ts'],
    ['C:/Users/Me/proj/src/a.ts', '/win/src/a.ts'],
    ['C:\\Users\\Me\\proj', '/win'],
  ])('%s is %s', (path, mapped) => {
    expect(map(path)).toBe(mapped);
  });
});

test('nothing is mapped twice', () => {
  const chained = createPathMapping([
    { host: '/a', here: '/b' },
    { host: '/b', here: '/c' },
  ]);
  expect(chained('/a/x')).toBe('/b/x');
});

test('the root of the host can be an alias', () => {
  expect(createPathMapping([{ host: '/', here: '/host' }])('/etc/x')).toBe('/host/etc/x');
});
