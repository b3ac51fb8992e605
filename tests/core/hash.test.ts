import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { fc } from '../support/fast-check.js';
import { EMPTY_HASH, hashOf, isMistyped, matches, parseHash } from '../../src/core/hash.js';
import type { HashPrefix } from '../../src/core/hash.js';

const bytes = fc.uint8Array({ maxLength: 200 });
const hash = bytes.map((value) => hashOf(value));
const digits = fc.integer({ min: 16, max: 64 });

function prefix(text: string): HashPrefix {
  const parsed = parseHash(text);
  if (parsed === undefined) throw new Error(`not a hash: ${text}`);
  return parsed;
}

/** The digits with another one at `place`. */
function miscopy(text: string, place: number): string {
  return `${text.slice(0, place)}${text[place] === '0' ? '1' : '0'}${text.slice(place + 1)}`;
}

describe('hashOf', () => {
  test('is what sha256sum prints', () => {
    expect(hashOf(Buffer.from('abc'))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  test('of no slice is the hash of nothing', () => {
    expect(EMPTY_HASH).toBe(createHash('sha256').digest('hex'));
    expect(hashOf(new Uint8Array())).toBe(EMPTY_HASH);
  });

  test('does not depend on how the bytes are sliced', () => {
    fc.assert(
      fc.property(fc.array(bytes), (slices) => {
        expect(hashOf(...slices)).toBe(hashOf(Buffer.concat(slices)));
      }),
    );
  });
});

describe('parseHash', () => {
  test('takes 16 to 64 digits in any case', () => {
    fc.assert(
      fc.property(hash, digits, (whole, count) => {
        const given = whole.slice(0, count);
        expect(parseHash(given.toUpperCase())).toBe(given);
      }),
    );
  });

  test.each([
    ['nothing', ''],
    ['15 digits', 'a'.repeat(15)],
    ['65 digits', 'a'.repeat(65)],
    ['a letter that is no digit', `${'a'.repeat(15)}g`],
    ['a blank at the end', `${'a'.repeat(16)} `],
    ['a line feed at the end', `${'a'.repeat(16)}\n`],
    ['a label', `sha256:${'a'.repeat(64)}`],
  ])('refuses %s', (_, given) => {
    expect(parseHash(given)).toBeUndefined();
  });
});

describe('matches', () => {
  test('holds for every prefix of the hash and for no other digits', () => {
    fc.assert(
      fc.property(hash, digits, fc.nat(), (whole, count, at) => {
        expect(matches(whole, prefix(whole.slice(0, count)))).toBe(true);
        expect(matches(whole, prefix(miscopy(whole.slice(0, count), at % count)))).toBe(false);
      }),
    );
  });
});

describe('isMistyped', () => {
  test('holds where the first 8 digits are right and a later one is wrong', () => {
    fc.assert(
      fc.property(hash, digits, fc.nat(), (whole, count, at) => {
        const place = at % count;
        expect(isMistyped(whole, prefix(miscopy(whole.slice(0, count), place)))).toBe(place >= 8);
      }),
    );
  });

  test('never holds for the hash itself', () => {
    fc.assert(
      fc.property(hash, digits, (whole, count) => {
        expect(isMistyped(whole, prefix(whole.slice(0, count)))).toBe(false);
      }),
    );
  });
});
