import { describe, expect, test } from '@jest/globals';
import {
  checkPathText,
  namesADirectory,
  windowsFault,
} from '../../../../src/store/disk/paths/path-text.js';
import { refusalOf } from '../../../support/thrown.js';

describe('checkPathText', () => {
  test.each([
    ['', 'is empty'],
    ['a.txt\0.png', 'NUL'],
    ['a\nb', 'control character'],
    ['a\tb', 'control character'],
    ['a\u007f', 'control character'],
    ['a\u0085b', 'control character'],
    ['\ud83dx', 'surrogate'],
    ['x\udc00', 'surrogate'],
    [`${'é/'.repeat(1365)}xx`, 'longer than 4096 bytes'],
    [`a/${'n'.repeat(256)}/b`, 'a name longer than 255 characters'],
  ])('refuses %j', (path, fault) => {
    const { code, details } = refusalOf(() => {
      checkPathText(path);
    });
    expect(code).toBe('INVALID_ARGUMENT');
    expect(details['what']).toContain(fault);
    expect(details['what']).not.toMatch(/\p{Cc}/u);
  });

  test.each([
    'a b ',
    ' a',
    '"a"',
    "it's",
    '~',
    '~/x',
    '$HOME/x',
    '%2e%2e/x',
    'a\\b',
    '-rf',
    'a..b',
    'é',
    'e\u0301',
    '😀',
    '\u2028',
    '\u00a0',
    'x/'.repeat(2048),
    'n'.repeat(255),
  ])('takes %j as it is', (path) => {
    expect(() => {
      checkPathText(path);
    }).not.toThrow();
  });
});

test.each([
  ['a/', true],
  ['a/.', true],
  ['a/..', true],
  ['.', true],
  ['..', true],
  ['/', true],
  ['a', false],
  ['a.', false],
  ['...', false],
  ['a/...', false],
  ['a\\', false],
])('namesADirectory of %j is %j', (path, expected) => {
  expect(namesADirectory(path)).toBe(expected);
});

describe('windowsFault', () => {
  test.each([
    '\\\\server\\share\\a.txt',
    '//server/share/a.txt',
    '\\\\?\\C:\\a.txt',
    '\\\\.\\PhysicalDrive0',
    'C:a.txt',
    'a.txt:stream',
    'C:\\a.txt::$DATA',
    'nul',
    'CON.txt',
    'sub/aux.md',
    'sub\\com1',
    'LPT9.tar.gz',
    'com¹',
    'nul .txt',
    'a.txt.',
    'a.txt ',
    'dir./a.txt',
  ])('finds one in %j', (path) => {
    expect(windowsFault(path)).toBeDefined();
  });

  test.each([
    'a.txt',
    'C:\\dir\\a.txt',
    'c:/dir/a.txt',
    './a.txt',
    '..\\a.txt',
    'console.log',
    'null',
    'com10',
    'a b.txt',
  ])('finds none in %j', (path) => {
    expect(windowsFault(path)).toBeUndefined();
  });
});
