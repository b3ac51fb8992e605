import { expect, test } from '@jest/globals';
import { languageOf } from '../../../src/workspace/outline/languages.js';

test.each([
  ['a.ts', 'typescript'],
  ['src/a.TSX', 'typescript'],
  ['a.d.mts', 'typescript'],
  ['a.mjs', 'javascript'],
  ['a.py', 'python'],
  ['a.go', 'go'],
  ['a.rs', 'rust'],
  ['A.java', 'java'],
  ['a.c', 'c'],
  ['a.h', 'c++'],
  ['a.cpp', 'c++'],
  ['README.md', 'markdown'],
  ['a.json', 'json'],
  ['a.yml', 'yaml'],
  ['Makefile', undefined],
  ['a.txt', undefined],
  ['a.ts/b', undefined],
  ['.ts', 'typescript'],
])('%s is %s', (path, name) => {
  expect(languageOf(path)?.name).toBe(name);
});
