import { describe, expect, test } from '@jest/globals';
import { refuseForeign, refuseOtherMark } from '../../../src/core/edit/foreign.js';
import { refusalFrom, refusalOf } from '../../support/thrown.js';
import { linesOf } from '../../support/versions.js';
import { encoded } from '../fixture.js';

const FORMS = ['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'] as const;
const marked = (form: string) => encoded('\uFEFFa\n', form);

describe('a file with a byte order mark', () => {
  test.each<[string, readonly string[]]>([
    ['utf-8', ['utf-8', 'utf-8-sig', 'UTF8', 'auto']],
    ['utf-16le', ['utf-16le', 'utf-16', 'ucs2', 'auto']],
    ['utf-16be', ['utf-16be', 'utf-16', 'auto']],
    ['utf-32le', ['utf-32le', 'utf-32', 'ucs-4', 'auto']],
    ['utf-32be', ['utf-32be', 'utf-32', 'auto']],
  ])('of %s is edited as %p, and as nothing else', (form, own) => {
    for (const name of own) {
      expect(refusalFrom(() => refuseForeign(linesOf(marked(form), name), 'a'))).toBeUndefined();
    }
    const others = FORMS.filter((name) => name !== form);
    for (const name of [...others, 'latin1', 'shift_jis', 'cesu-8']) {
      const lines = linesOf(marked(form), name);
      for (const refuse of [refuseForeign, refuseOtherMark]) {
        expect(refusalOf(() => refuse(lines, 'a')).code).toBe('INVALID_ARGUMENT');
      }
    }
  });

  test('is told by its mark', () => {
    expect(refusalOf(() => refuseForeign(linesOf(marked('utf-16be'), 'latin1'), 'a.txt'))).toEqual({
      code: 'INVALID_ARGUMENT',
      details: {
        what: 'a.txt begins with the byte order mark of utf-16be, but encoding names iso-8859-1: an edit could lose the mark.',
        hint: 'Leave encoding out, or give "utf-16be", also to read the file.',
      },
    });
  });
});

test('a file without one is edited as whatever is named', () => {
  for (const name of [...FORMS, 'utf-16', 'latin1', 'auto']) {
    for (const text of ['', 'a\n']) {
      const lines = linesOf(encoded(text, name), name);
      expect(refusalFrom(() => refuseForeign(lines, 'a'))).toBeUndefined();
    }
  }
});

test('a NUL is no text, but in UTF-16 and UTF-32', () => {
  const bytes = Buffer.from('ab\0\0');
  expect(refusalOf(() => refuseForeign(linesOf(bytes), 'a.bin'))).toEqual({
    code: 'BINARY_FILE',
    details: { path: 'a.bin', offset: 2 },
  });
  expect(refusalFrom(() => refuseForeign(linesOf(bytes, 'utf-16le'), 'a'))).toBeUndefined();
  expect(refusalFrom(() => refuseOtherMark(linesOf(bytes), 'a'))).toBeUndefined();
});
