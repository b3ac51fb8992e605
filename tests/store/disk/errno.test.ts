import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { errnoOf, succeeds, unless } from '../../../src/store/disk/errno.js';

const missing = (): Buffer => readFileSync('/no/such/file');

function thrownBy(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

describe('the errno of what was thrown', () => {
  test('is the code of a failed system call', () => {
    expect(errnoOf(thrownBy(missing))).toBe('ENOENT');
  });

  test.each([[new Error('a bug')], ['ENOENT'], [undefined], [{ code: 'ENOENT' }]])(
    'is missing from %p',
    (thrown) => {
      expect(errnoOf(thrown)).toBeUndefined();
    },
  );
});

describe('a call that may fail in known ways', () => {
  test('gives what it gives', () => {
    expect(unless(['ENOENT'], () => 1)).toBe(1);
    expect(succeeds(['ENOENT'], () => undefined)).toBe(true);
  });

  test('gives nothing where it fails so', () => {
    expect(unless(['EACCES', 'ENOENT'], missing)).toBeUndefined();
    expect(succeeds(['ENOENT'], missing)).toBe(false);
  });

  test('throws where it fails otherwise', () => {
    expect(() => unless(['EACCES'], missing)).toThrow('ENOENT');
    expect(() => succeeds([], missing)).toThrow('ENOENT');
  });
});
