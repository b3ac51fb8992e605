import { expect, test } from '@jest/globals';
import { nameOf } from '../../../src/core/near/character-names.js';

test.each([
  ['a', '"a"'],
  ['\\', '"\\"'],
  ['\t', '<TAB>'],
  [' ', '<SPACE>'],
  ['\u00a0', '<NBSP>'],
  ['\u2019', '<RIGHT SINGLE QUOTATION MARK>'],
  ['\uFEFF', '<BYTE ORDER MARK>'],
  ['\u00e9', '"\u00e9" (U+00E9)'],
  ['\u{1f600}', '"\u{1f600}" (U+1F600)'],
  ['\u0007', '<U+0007>'],
  ['\u0334', '<U+0334>'],
  ['\ue000', '<U+E000>'],
  ['\u2067', '<U+2067>'],
])('%j is called %s', (character, name) => {
  expect(nameOf(character)).toBe(name);
});
