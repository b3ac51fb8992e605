import { expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { asJson, hasField, isRecord, recordsOf } from '../../../src/tools/arguments/record.js';

test('a record is an object with fields, not a list and not null', () => {
  expect([{}, { a: 1 }].map(isRecord)).toEqual([true, true]);
  expect([[], null, undefined, 'a', 1].map(isRecord)).toEqual([false, false, false, false, false]);
});

test('names that every object knows are no fields of it', () => {
  expect(hasField({ a: undefined }, 'a')).toBe(true);
  expect(hasField({}, 'constructor')).toBe(false);
  expect(hasField(undefined, 'a')).toBe(false);
});

test('recordsOf gives lists of records only', () => {
  expect(recordsOf([{ a: 1 }, {}])).toEqual([{ a: 1 }, {}]);
  expect([recordsOf([{}, 1]), recordsOf({}), recordsOf('x')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('what came out of JSON goes back unchanged, but for what holds nothing', () => {
  const value = fc.jsonValue({ noUnicodeString: false });
  fc.assert(
    fc.property(value, (json) => {
      const without = JSON.parse(
        JSON.stringify(json, (_, inner: unknown) =>
          Array.isArray(inner) ? inner.filter((item) => item !== null) : (inner ?? undefined),
        ) ?? 'null',
      ) as unknown;
      expect(JSON.stringify(asJson(json) ?? null)).toBe(JSON.stringify(without));
    }),
  );
});
