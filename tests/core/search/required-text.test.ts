import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { requiredText } from '../../../src/core/search/required-text.js';

describe('requiredText', () => {
  test.each([
    ['abc', 'abc'],
    ['ab\\.c\\(', 'ab.c('],
    ['abc?', 'ab'],
    ['abc*d', 'ab'],
    ['abc+de', 'abc'],
    ['ab{0,2}cde', 'cde'],
    ['^abc$', 'abc'],
    ['a.bcd', 'bcd'],
    ['a[xyz]bc', 'bc'],
    ['a[\\]]bc', 'bc'],
    ['a(x|y)bc', 'bc'],
    ['(abc)?de', 'de'],
    ['(abc)', ''],
    ['a|bcd', ''],
    ['ab(c|d', 'ab'],
    ['create[A-Z]\\w+\\(', 'create'],
    ['\\p{Lu}ab\\u{1F600}c', 'ab'],
    ['(?<n>a)\\k<n>bc', 'bc'],
    ['(?<!x)abc(?!y)', 'abc'],
    ['a\\nbc\\d', 'bc'],
    ['😀?ab', 'ab'],
    ['a\nbc', 'bc'],
    ['', ''],
  ])('of %s is %j', (source, expected) => {
    expect(requiredText(source)).toBe(expected);
  });

  test('is in every match', () => {
    const words = 'a b ab . a? b* a+ b{2} a{0,1} [ab] (?:a|b) (ab)? \\. \\w |'.split(' ');
    const piece = fc.constantFrom(...words);
    const text = fc.stringMatching(/^[ab.]{0,12}$/);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 7 }), text, (pieces, sought) => {
        const source = pieces.join('');
        for (const [found] of sought.matchAll(new RegExp(source, 'gu'))) {
          expect(found).toContain(requiredText(source));
        }
      }),
      { numRuns: 2000 },
    );
  });
});
