import { describe, expect, test } from '@jest/globals';
import { at, createDesk, retryOf, sha256 } from '../../support/desk.js';
import type { Desk } from '../../support/desk.js';

const FIVE = 'one\ntwo\nthree\nfour\nfive\n';
const patchTool = 'patch_text_file_contents';

function desk(content = FIVE): Desk {
  return createDesk({ 'a.txt': content });
}

/** Patches `a.txt` with its current file hash. */
function patch(on: Desk, patches: unknown, more: Readonly<Record<string, unknown>> = {}) {
  const args = { file_path: 'a.txt', file_hash: on.hash('a.txt'), patches, ...more };
  return on.call(patchTool, args);
}

/** That the patches are refused with the code, and that no byte changes. */
async function expectRefusal(code: string, patches: (on: Desk) => unknown, more = {}) {
  const on = desk();
  const answer = await patch(on, patches(on), more);
  expect([answer.isError, at(answer, 'code')]).toEqual([true, code]);
  expect(answer.text).toMatch(new RegExp(`^ERROR ${code}: .*Nothing was written\\.`));
  expect(on.text('a.txt')).toBe(FIVE);
  return answer;
}

describe('lines are proved', () => {
  test('by first_line and last_line in place of range_hash', async () => {
    const on = desk();
    const named = { first_line: 'two', last_line: 'four' };
    await patch(on, [{ start: 2, end: 4, ...named, contents: 'x' }]);
    expect(on.text('a.txt')).toBe('one\nx\nfive\n');
  });

  test('by first_line alone where it is the only line, also the last one without an end', async () => {
    const on = desk();
    await patch(on, [
      { start: 2, end: 2, first_line: 'two', contents: 'TWO' },
      { start: 5, first_line: 'five', contents: 'FIVE' },
    ]);
    expect(on.text('a.txt')).toBe('one\nTWO\nthree\nfour\nFIVE\n');
  });

  test('and what is given must match even if the file hash does', async () => {
    const wrong = '0'.repeat(64);
    await expectRefusal('CONFLICT', () => [{ start: 2, end: 2, range_hash: wrong, contents: 'x' }]);
    await expectRefusal('CONFLICT', () => [
      { start: 2, end: 2, first_line: 'other', contents: 'x' },
    ]);
    await expectRefusal('CONFLICT', (on) => [
      { ...on.lines('a.txt', 2, 3), first_line: 'two', last_line: 'four', contents: 'x' },
    ]);
  });

  test.each([
    ['nothing', {}, /patches\[0\]: range_hash or first_line is missing/],
    ['last_line alone', { last_line: 'two' }, /patches\[0\]: first_line is missing/],
    ['an empty hash with an end', { range_hash: '' }, /range_hash is empty, but end is given/],
    ['a malformed hash', { range_hash: 'abc' }, /patches\[0\]\.range_hash .*is not a hash/],
    ['null for text', { first_line: null }, /patches\[0\]\.first_line is null/],
  ])('%s is refused', async (_, proof, message) => {
    const answer = await expectRefusal('INVALID_ARGUMENT', () => [
      { start: 2, end: 2, ...proof, contents: 'x' },
    ]);
    expect(answer.text).toMatch(message);
  });

  test('first_line alone for several lines is refused', async () => {
    await expectRefusal('INVALID_ARGUMENT', () => [
      { start: 2, end: 4, first_line: 'two', contents: 'x' },
    ]);
  });
});

describe('an empty range_hash without an end inserts', () => {
  test('before start, up to the end of the file', async () => {
    const on = desk();
    await patch(on, [
      { start: 1, range_hash: '', contents: 'zero' },
      { start: 6, range_hash: '', contents: 'six' },
    ]);
    expect(on.text('a.txt')).toBe(`zero\n${FIVE}six\n`);
  });

  test('several at one gap in the order of the request, beside a replaced line', async () => {
    const on = desk();
    await patch(on, [
      { start: 3, range_hash: '', contents: 'first' },
      { ...on.lines('a.txt', 3, 3), contents: 'THREE' },
      { start: 3, range_hash: '', contents: 'second' },
    ]);
    expect(on.text('a.txt')).toBe('one\ntwo\nfirst\nsecond\nTHREE\nfour\nfive\n');
  });

  test('past the end is refused and the end is offered', async () => {
    const answer = await expectRefusal('RANGE_OUT_OF_BOUNDS', () => [
      { start: 9, range_hash: '', contents: 'x' },
    ]);
    expect(retryOf(answer).args).toMatchObject({ patches: [{ start: 6, range_hash: '' }] });
  });

  test('with first_line is refused', async () => {
    await expectRefusal('INVALID_ARGUMENT', () => [
      { start: 2, range_hash: '', first_line: 'two', contents: 'x' },
    ]);
  });
});

describe('numbers out of bounds are refused', () => {
  const proof = { range_hash: sha256('two\n'), contents: 'x' };
  test.each([
    ['end past the last line', { start: 2, end: 6 }],
    ['start past the last line', { start: 6, end: 6 }],
    ['start past the last line, without an end', { start: 6 }],
    ['start 0', { start: 0, end: 2 }],
    ['negative numbers', { start: -1, end: 5 }],
    ['a range turned around', { start: 4, end: 2 }],
    ['a range turned around by one', { start: 4, end: 3 }],
    ['one with the hash of nothing', { start: 4, end: 3, range_hash: sha256('') }],
  ])('%s', async (_, lines) => {
    await expectRefusal('RANGE_OUT_OF_BOUNDS', () => [{ ...proof, ...lines }]);
  });

  test('with the lines that exist offered, still proved by the same hash', async () => {
    const answer = await expectRefusal('RANGE_OUT_OF_BOUNDS', (on) => [
      { ...on.lines('a.txt', 4, 5), end: 9, contents: 'x' },
    ]);
    const on = desk();
    await on.call(patchTool, retryOf(answer).args);
    expect(on.text('a.txt')).toBe('one\ntwo\nthree\nx\n');
  });
});

describe('patches that share a line are refused', () => {
  test('naming both', async () => {
    const answer = await expectRefusal('OVERLAPPING_PATCHES', (on) => [
      { ...on.lines('a.txt', 2, 4), contents: 'x' },
      { ...on.lines('a.txt', 4, 5), contents: 'y' },
    ]);
    expect(answer.text).toContain('Patch 1 (lines 2-4) and patch 2 (lines 4-5)');
  });

  test('also with an open end', async () => {
    await expectRefusal('OVERLAPPING_PATCHES', (on) => [
      { start: 2, range_hash: on.lines('a.txt', 2, 5).range_hash, contents: 'x' },
      { ...on.lines('a.txt', 4, 4), contents: 'y' },
    ]);
  });

  test('and so is an insertion inside replaced lines', async () => {
    await expectRefusal('OVERLAPPING_PATCHES', (on) => [
      { ...on.lines('a.txt', 2, 4), contents: 'x' },
      { start: 3, range_hash: '', contents: 'y' },
    ]);
  });

  test('but touching is fine', async () => {
    const on = desk();
    await patch(on, [
      { ...on.lines('a.txt', 2, 3), contents: 'x' },
      { ...on.lines('a.txt', 4, 4), contents: 'y' },
    ]);
    expect(on.text('a.txt')).toBe('one\nx\ny\nfive\n');
  });
});
