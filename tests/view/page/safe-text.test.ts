import { expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { seenText } from '../../../src/view/page/safe-text.js';

test.each([
  ['a plain name', 'src/app.py', 'src/app.py'],
  ['a tab', 'a\tb', 'a\tb'],
  ['other scripts', 'mañana/日本/שלום', 'mañana/日本/שלום'],
  ['pictures of several parts', '👩‍👩‍👧 ❤️ 👍🏽', '👩‍👩‍👧 ❤️ 👍🏽'],
  ['an override', 'a\u202Etxt.exe', 'a‹U+202E›txt.exe'],
  ['an isolate', '\u2066a\u2069', '‹U+2066›a‹U+2069›'],
  ['breaks', 'a\nb\r\u2028', 'a‹U+000A›b‹U+000D›‹U+2028›'],
  ['nothing to be seen', 'a\u200Bb\u00ADc\uFEFF', 'a‹U+200B›b‹U+00AD›c‹U+FEFF›'],
  ['a joiner between letters', 'a\u200Db', 'a‹U+200D›b'],
  ['tags', 'a\u{E0041}', 'a‹U+E0041›'],
  ['escapes of a terminal', '\u001B[31m', '‹U+001B›[31m'],
])('%s', (_, text, expected) => {
  expect(seenText(text)).toBe(expected);
});

test('nothing unseen is left of any text, and it is one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(seenText(text)).not.toMatch(/[\n\r\u2028\u2029\u202A-\u202E\u2066-\u2069\u0000]/);
    }),
  );
});
