import { describe, expect, test } from '@jest/globals';
import { createPaint } from '../../src/cli/paint.js';

const coloured = createPaint({ isTTY: true, hasColors: () => true });
const plain = createPaint({ isTTY: false, hasColors: () => true });

describe('in a terminal', () => {
  test('lines of a diff have the colours that they have elsewhere', () => {
    expect(coloured.diff('@@ -1,1 +1,1 @@\n-a\n+b\n c')).toBe(
      '\u001B[36m@@ -1,1 +1,1 @@\u001B[0m\n\u001B[31m-a\u001B[0m\n\u001B[32m+b\u001B[0m\n c',
    );
  });

  test('an answer begins in bold', () => {
    expect(coloured.answer('OK a.txt\nnow')).toBe('\u001B[1mOK a.txt\u001B[0m\nnow');
  });

  test('what a file holds cannot make it do anything', () => {
    const evil = '+\u001B]0;title\u0007\u009B2J\r\tx';
    expect(coloured.diff(evil)).toBe(
      String.raw`${'\u001B[32m'}+\x1B]0;title\x07\x9B2J\x0D${'\t'}x${'\u001B[0m'}`,
    );
    expect(coloured.title('\u001B[31m')).not.toContain('\u001B[31m\u001B');
  });
});

describe('elsewhere', () => {
  test('there are no colours', () => {
    expect(plain.diff('-a\n+b')).toBe('-a\n+b');
    expect(plain.title('a') + plain.aside('b')).toBe('ab');
  });

  test('nor in a terminal that is told to show none', () => {
    expect(createPaint({ isTTY: true, hasColors: () => false }).diff('+b')).toBe('+b');
  });
});
