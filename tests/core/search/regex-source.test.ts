import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { toRegexSource } from '../../../src/core/search/regex-source.js';

describe('toRegexSource', () => {
  test.each([
    ['a.b*', 'a.b*'],
    ['\\d+\\s', '\\d+\\s'],
    ['(?P<n>a)(?P=n)', '(?<n>a)\\k<n>'],
    ['(?<n>a)\\k<n>', '(?<n>a)\\k<n>'],
    ['(?:a)(?=b)(?!c)', '(?:a)(?=b)(?!c)'],
    ['\\Aa\\z', '^a$'],
    ['a\\Z', 'a$'],
    ['\\"\\\'\\-\\<\\@\\ ', '"\'-<@ '],
    ['\\.\\(\\$\\/', '\\.\\(\\$\\/'],
    ['a{2,3}b{4}c{5,}', 'a{2,3}b{4}c{5,}'],
    ['interface A {', 'interface A \\{'],
    ['a{b}', 'a\\{b\\}'],
    ['a]', 'a\\]'],
    ['[a\\-z]', '[a\\-z]'],
    ['[\\"\\@]', '["@]'],
    ['[]a]', '[\\]a]'],
    ['[^]a]', '[^\\]a]'],
    ['[[:alpha:]_]', '[\\p{L}_]'],
    ['[^[:space:]]+', '[^\\s]+'],
    ['\\p{Lu}\\u{1F600}', '\\p{Lu}\\u{1F600}'],
    ['[\\p{L}]', '[\\p{L}]'],
    ['[a', '[a'],
    ['\\', '\\'],
    ['(', '('],
  ])('%s is %s', (written, source) => {
    expect(toRegexSource(written)).toEqual({ source, flags: '' });
  });

  test.each([
    ['(?i)abc', 'abc', 'i'],
    ['(?is)a.b', 'a.b', 'is'],
    ['a(?i)', 'a(?i)', ''],
  ])('%s has flags in front', (written, source, flags) => {
    expect(toRegexSource(written)).toEqual({ source, flags });
  });

  test('what JavaScript takes keeps its meaning', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '.',
      '\\d',
      '[ab]',
      '[^a]',
      '(?:a|b)',
      'a+',
      'b{2}',
      '\\.',
    );
    const text = fc.stringMatching(/^[ab1.]{0,12}$/);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), text, (pieces, sought) => {
        const written = pieces.join('');
        const { source } = toRegexSource(written);
        expect(new RegExp(source, 'u').exec(sought)?.[0]).toBe(
          new RegExp(written, 'u').exec(sought)?.[0],
        );
      }),
    );
  });
});
