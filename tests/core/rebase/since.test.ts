import { describe, expect, test } from '@jest/globals';
import { passageBetween } from '../../../src/core/rebase/since.js';
import { snapshot } from '../../support/versions.js';
import { range } from '../fixture.js';

const passage = (base: string | Uint8Array, current: string | Uint8Array) =>
  passageBetween(snapshot(base), snapshot(current), 'auto');

describe('from one version to a later one', () => {
  test('there is a diff', () => {
    expect(passage('a\nb\n', 'a\nB\n').diff).toBe('@@ -1,2 +1,2 @@\n a\n-b\n+B');
  });

  test.each([
    ['a binary one', Buffer.from([0x61, 0]), 'a\n'],
    ['one in another encoding', 'a\n', Buffer.from('\uFEFFb\n', 'utf16le')],
  ])('but none with %s', (_, base, current) => {
    expect(passage(base, current).diff).toBe('');
  });

  test.each([
    ['lines that stay', '1', '2'],
    ['lines in whose place others stand', '3', '4-5'],
    ['lines that are in such a place in part', '1-3', '2-5'],
    ['lines that are gone', '5', '<7'],
  ])('%s are located', (_, asked, found) => {
    const { locate } = passage('a\nb\nc\nd\ne\nf\n', 'x\na\nb\nC\nC\nd\nf\n');
    expect(locate(range(asked))).toEqual(range(found));
  });
});
