import { expect, test } from '@jest/globals';
import { fc } from '../../../support/fast-check.js';
import { changeId } from '../../../../src/store/disk/history/change-id.js';

const token = fc.stringMatching(/^[0-9a-f]{16}$/);

test('is a letter and seven letters or digits, none of which looks like another', () => {
  fc.assert(
    fc.property(token, (one) => {
      expect(changeId(one)).toMatch(/^[a-hj-kmnp-s][0-9a-hj-kmnp-tv-z]{7}$/);
    }),
  );
});

test('is another for tokens that differ in the first digits', () => {
  const digits = Array.from({ length: 16 }, (_, digit) => digit.toString(16));
  const tokens = digits.flatMap((a) => digits.map((b) => `${a}00${b}000000000000`));
  expect(new Set(tokens.map(changeId)).size).toBe(tokens.length);
});
