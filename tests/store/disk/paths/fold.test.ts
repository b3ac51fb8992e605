import { expect, test } from '@jest/globals';
import { foldName } from '../../../../src/store/disk/paths/fold.js';

test.each([
  ['.GIT', '.git'],
  ['.g\u200cit', '.git'],
  ['\ufeff.git', '.git'],
  ['.vſcode', '.vscode'],
  ['.CODEX', '.codex'],
  ['.coDEX\u2060', '.codex'],
  ['.ｇｉｔ', '.git'],
  ['e\u0301', 'é'],
  ['STRASSE', 'straße'],
  ['\u212aey', 'key'],
])('%j is the same name as %j', (a, b) => {
  expect(foldName(a)).toBe(foldName(b));
});

test.each([
  ['.git', '.gít'],
  ['a', 'b'],
  ['.git', 'git'],
])('%j is another name than %j', (a, b) => {
  expect(foldName(a)).not.toBe(foldName(b));
});
