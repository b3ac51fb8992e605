import { describe, expect, test } from '@jest/globals';
import { listTools } from '../../src/tools/index.js';
import { at, createDesk } from '../support/desk.js';
import type { Desk } from '../support/desk.js';

const deleteTool = 'delete_text_file_contents';
const FIVE = 'one\ntwo\nthree\nfour\nfive\n';

function remove(on: Desk, ranges: unknown, more: Readonly<Record<string, unknown>> = {}) {
  const args = { file_path: 'a.txt', file_hash: on.hash('a.txt'), ranges, ...more };
  return on.call(deleteTool, args);
}

test('is offered to clients as before', () => {
  const offer = { sets: ['lines'] as const, readOnly: false, structured: false };
  expect(listTools(offer).find(({ name }) => name === deleteTool)).toMatchSnapshot();
});

describe('lines are taken away', () => {
  test('in several ranges, whose numbers mean the file as read', async () => {
    const on = createDesk({ 'a.txt': FIVE });
    const answer = await remove(on, [on.lines('a.txt', 1, 2), on.lines('a.txt', 4, 4)]);
    expect(on.text('a.txt')).toBe('three\nfive\n');
    expect(answer.text).toMatch(/^OK a\.txt {2}5 -> 2 lines {2}change \w+\n/);
  });

  test('named by their first and last line', async () => {
    const on = createDesk({ 'a.txt': FIVE });
    await remove(on, [{ start: 2, end: 4, first_line: 'two', last_line: 'four' }]);
    expect(on.text('a.txt')).toBe('one\nfive\n');
  });

  test('without an end to the last line', async () => {
    const on = createDesk({ 'a.txt': FIVE });
    const { start, range_hash } = on.lines('a.txt', 3, 5);
    await remove(on, [{ start, range_hash }]);
    expect(on.text('a.txt')).toBe('one\ntwo\n');
  });

  test('all of them, which leaves an empty file', async () => {
    const on = createDesk({ 'a.txt': FIVE });
    await remove(on, [on.lines('a.txt', 1, 5)]);
    expect(on.text('a.txt')).toBe('');
  });

  test('the last one, and the line before it stays as it is', async () => {
    const on = createDesk({ 'a.txt': 'a\r\nb' });
    await remove(on, [{ start: 2, end: 2, first_line: 'b' }]);
    expect(on.text('a.txt')).toBe('a\r\n');
  });
});

describe('refused, with no byte changed', () => {
  test.each<[string, (on: Desk) => unknown, string]>([
    ['an empty list', () => [], 'INVALID_ARGUMENT'],
    ['no list', () => undefined, 'INVALID_ARGUMENT'],
    ['a range without a proof', () => [{ start: 2, end: 2 }], 'INVALID_ARGUMENT'],
    ['an empty range_hash', () => [{ start: 2, end: 2, range_hash: '' }], 'INVALID_ARGUMENT'],
    ['an empty one without an end', () => [{ start: 2, range_hash: '' }], 'INVALID_ARGUMENT'],
    ['contents', (on) => [{ ...on.lines('a.txt', 2, 2), contents: '' }], 'INVALID_ARGUMENT'],
    [
      'the hash of other lines',
      (on) => [{ ...on.lines('a.txt', 2, 2), start: 3, end: 3 }],
      'CONFLICT',
    ],
    [
      'a range past the end',
      (on) => [{ ...on.lines('a.txt', 4, 5), end: 6 }],
      'RANGE_OUT_OF_BOUNDS',
    ],
    ['start 0', (on) => [{ ...on.lines('a.txt', 1, 1), start: 0 }], 'RANGE_OUT_OF_BOUNDS'],
    [
      'a range turned around',
      (on) => [{ ...on.lines('a.txt', 2, 2), end: 1 }],
      'RANGE_OUT_OF_BOUNDS',
    ],
    [
      'two ranges that share a line',
      (on) => [on.lines('a.txt', 2, 3), on.lines('a.txt', 3, 4)],
      'OVERLAPPING_PATCHES',
    ],
  ])('%s', async (_, ranges, code) => {
    const on = createDesk({ 'a.txt': FIVE });
    const answer = await remove(on, ranges(on));
    expect([answer.isError, at(answer, 'code')]).toEqual([true, code]);
    expect(answer.text).toContain('Nothing was written.');
    expect(on.text('a.txt')).toBe(FIVE);
  });

  test('a stale file hash, even where the lines still hold', async () => {
    const on = createDesk({ 'a.txt': FIVE });
    const file_hash = on.hash('a.txt');
    on.put('a.txt', `${FIVE}six\n`);
    const answer = await remove(on, [on.lines('a.txt', 2, 2)], { file_hash });
    expect(at(answer, 'code')).toBe('CONFLICT');
    expect(on.text('a.txt')).toBe(`${FIVE}six\n`);
  });
});
