import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import {
  rebaseReverse,
  restoreRevision,
  reverseRevision,
} from '../../../src/core/rebase/reverse.js';
import { snapshot } from '../../support/versions.js';
import { anyText, encoded, range } from '../fixture.js';
import { bytesOf } from '../edit/revising.js';

const shown = 'a.txt';
const encoding = 'auto';
const before = snapshot('a\nb\nc\n');
const after = snapshot('a\nB\nB\nc\n');

describe('the version before a change', () => {
  test('is told as the edits that lead back to it', () => {
    const revision = reverseRevision({ before, after, encoding, shown });
    expect(bytesOf(revision)).toEqual(before.bytes);
    expect(revision).toMatchObject({
      placed: [range('2')],
      totalLines: 3,
      diff: '@@ -1,4 +1,3 @@\n a\n-B\n-B\n+b\n c',
      shifted: [{ oldStart: 4, oldEnd: 4, by: -1 }],
    });
  });

  test('comes back byte for byte, whatever it is', () => {
    const any = fc.oneof(
      anyText,
      anyText.map((text) => `\uFEFF${text}`),
      fc.uint8Array(),
    );
    fc.assert(
      fc.property(any, any, (one, other) => {
        const versions = { before: snapshot(one), after: snapshot(other), encoding, shown };
        const { content, totalLines } = reverseRevision(versions);
        expect(content.hash).toBe(versions.before.hash);
        expect(content.size).toBe(versions.before.bytes.length);
        expect(totalLines).toBe(restoreRevision(versions.before, encoding).totalLines);
      }),
    );
  });

  test('of what is no text has no diff', () => {
    const binary = snapshot(Buffer.from([0x61, 0, 0x0a]));
    expect(reverseRevision({ before, after: binary, encoding, shown }).diff).toBe('');
  });
});

describe('a change taken back in a later version', () => {
  const rebased = (current: string) =>
    rebaseReverse(before, { base: after, current: snapshot(current), shown }, encoding);

  test('leaves the lines of others', () => {
    const { revision } = rebased('x\na\nB\nB\nc\ny\n');
    expect(revision && bytesOf(revision).toString()).toBe('x\na\nb\nc\ny\n');
  });

  test('is not where its lines have changed; then it is told which', () => {
    const { revision, moves, meant } = rebased('x\na\nB\nother\nc\n');
    expect([revision, moves, meant]).toEqual([undefined, [{ from: range('2-3') }], before.hash]);
  });

  test('is not where the two versions differ in a byte order mark', () => {
    const marked = snapshot('\uFEFFa\nb\nc\n');
    const current = snapshot('a\nB\nB\nc\nx\n');
    const { revision } = rebaseReverse(marked, { base: after, current, shown }, encoding);
    expect(revision).toBeUndefined();
  });
});

test('a file that is made again is as it was', () => {
  const revision = restoreRevision(snapshot('a\r\nb'), encoding);
  expect(bytesOf(revision).toString()).toBe('a\r\nb');
  expect(revision).toMatchObject({ placed: [range('1-2')], totalLines: 2, diff: '' });
});

describe('in an encoding that no byte order mark tells', () => {
  const wide = (text: string) => snapshot(encoded(text, 'utf-16le'));
  // Half of these characters is a line break.
  const former = wide('a\nb\nc\n');
  const base = wide('a\n\u0a0a\u0d0dB\nc\n');

  test('lines are counted in that', () => {
    const revision = reverseRevision({ before: former, after: base, encoding: 'utf-16le', shown });
    expect(bytesOf(revision)).toEqual(former.bytes);
    expect(revision).toMatchObject({
      placed: [range('2')],
      totalLines: 3,
      diff: '@@ -1,3 +1,3 @@\n a\n-\u0a0a\u0d0dB\n+b\n c',
    });
    expect(restoreRevision(former, 'utf-16le').totalLines).toBe(3);
  });

  test('lines of others are found in that', () => {
    const current = wide('\u0a0a\na\n\u0a0a\u0d0dB\nc\nd\n');
    const { revision } = rebaseReverse(former, { base, current, shown }, 'utf-16le');
    expect(revision && bytesOf(revision)).toEqual(encoded('\u0a0a\na\nb\nc\nd\n', 'utf-16le'));
    expect(revision).toMatchObject({ placed: [range('3')], totalLines: 5 });
  });
});
