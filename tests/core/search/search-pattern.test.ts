import { describe, expect, test } from '@jest/globals';
import { regexPattern, textPattern } from '../../../src/core/search/search-pattern.js';
import type { SearchPattern } from '../../../src/core/search/search-pattern.js';
import { refusalOf } from '../../support/thrown.js';

const PLAIN = { ignoreCase: false, wholeWord: false };
const WORD = { ignoreCase: false, wholeWord: true };
const ANY_CASE = { ignoreCase: true, wholeWord: false };

/** The text with what is found in brackets. */
function marked({ source, flags }: SearchPattern, text: string): string {
  return text.replace(new RegExp(source, flags), (found) => `[${found}]`);
}

describe('textPattern', () => {
  test.each([
    ['a.b*', 'a.b* axb', '[a.b*] axb'],
    ['$&\\1', 'x$&\\1', 'x[$&\\1]'],
    ['(){}[]^|/+?', '(){}[]^|/+?', '[(){}[]^|/+?]'],
    ['é', 'e\u0301é', 'e\u0301[é]'],
    ['\u00a0', 'a b\u00a0c', 'a b[\u00a0]c'],
    ['&amp;', '& &amp;', '& [&amp;]'],
    ['😀', '😀😁', '[😀]😁'],
    ['aa', 'aaaaa', '[aa][aa]a'],
  ])('%j is taken as it is', (text, where, found) => {
    expect(marked(textPattern(text, PLAIN), where)).toBe(found);
  });

  test.each([
    ['foo', 'foo foobar barfoo foo_ foo1 (foo) föo', '[foo] foobar barfoo foo_ foo1 ([foo]) föo'],
    ['naïve', 'naïve naïveté', '[naïve] naïveté'],
    ['при', 'при привет', '[при] привет'],
    ['a', 'a a\u0301', '[a] a\u0301'],
    ['$x', 'a$x $x1 $x', 'a[$x] $x1 [$x]'],
  ])('%j as a whole word', (text, where, found) => {
    expect(marked(textPattern(text, WORD), where)).toBe(found);
  });

  test('in any case, also beyond ASCII', () => {
    expect(marked(textPattern('straße É', ANY_CASE), 'STRAßE é')).toBe('[STRAßE é]');
  });

  test('a line break in any form is one that matches any', () => {
    for (const text of ['a\nb', 'a\r\nb', 'a\rb']) {
      const pattern = textPattern(text, PLAIN);
      expect(pattern.isMultiline).toBe(true);
      expect(marked(pattern, 'x a\nb')).toBe('x [a\nb]');
    }
  });

  test('the needle is a part that every match has as it is', () => {
    expect(textPattern('ab\nabc\n', PLAIN).needle.toString()).toBe('abc');
    expect(textPattern('ab', ANY_CASE).needle.length).toBe(0);
  });

  test.each(['', '\ud800'])('%j is refused', (text) => {
    expect(refusalOf(() => textPattern(text, PLAIN)).code).toBe('INVALID_ARGUMENT');
  });
});

describe('regexPattern', () => {
  test('is searched line by line, unless it names a line break', () => {
    expect(regexPattern('^a$', PLAIN)).toMatchObject({ flags: 'gu', isMultiline: false });
    expect(regexPattern('a\\nb', PLAIN)).toMatchObject({ flags: 'gmu', isMultiline: true });
    expect(regexPattern('(?s)a.b', PLAIN)).toMatchObject({ flags: 'gmsu', isMultiline: true });
    expect(regexPattern('(?i)a', PLAIN).flags).toBe('giu');
    expect(regexPattern('a', ANY_CASE).flags).toBe('giu');
  });

  test('a whole word is the whole of a match', () => {
    expect(marked(regexPattern('a|ab', WORD), 'ab abc a')).toBe('[ab] abc [a]');
  });

  test.each(['(', '[a', '*a', 'a**', '(?<n', '\\'])('%j is refused, with the reason', (regex) => {
    const { code, details } = refusalOf(() => regexPattern(regex, PLAIN));
    expect(code).toBe('INVALID_ARGUMENT');
    expect(details['what']).toMatch(/^regex ".*" cannot be read: ./);
  });

  test('what would only be one together with our own brackets is refused', () => {
    expect(refusalOf(() => regexPattern('a)(?:b', WORD)).code).toBe('INVALID_ARGUMENT');
  });
});
