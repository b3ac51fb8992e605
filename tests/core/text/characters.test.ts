import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { commonStart, countCharacters, cutText } from '../../../src/core/text/characters.js';

const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\ud800', '\udc00') });

describe('countCharacters', () => {
  test('counts code points', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(countCharacters(given)).toBe(Array.from(given).length);
      }),
    );
  });
});

describe('cutText', () => {
  test('gives a piece of about that many units and splits no pair', () => {
    const whole = fc.string({ unit: fc.constantFrom('a', '😀') });
    fc.assert(
      fc.property(whole, fc.nat({ max: 12 }), fc.nat({ max: 12 }), (given, start, limit) => {
        const piece = cutText(given, start, limit);
        expect(given.slice(Math.max(0, start - 1))).toContain(piece);
        expect(piece).not.toMatch(/\p{Surrogate}/u);
        expect(piece.length).toBeLessThanOrEqual(limit + 1);
      }),
    );
  });
});

describe('commonStart', () => {
  test('is where two texts begin to differ', () => {
    expect(commonStart('abc', 'abd')).toBe(2);
    expect(commonStart('ab', 'abc')).toBe(2);
    expect(commonStart('', 'a')).toBe(0);
  });
});
