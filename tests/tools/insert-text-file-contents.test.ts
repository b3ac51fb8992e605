import { describe, expect, test } from '@jest/globals';
import { listTools } from '../../src/tools/index.js';
import { at, createDesk, retryOf, sha256 } from '../support/desk.js';
import type { Desk } from '../support/desk.js';

const insertTool = 'insert_text_file_contents';
const THREE = 'a\nb\nc\n';

function insert(on: Desk, more: Readonly<Record<string, unknown>>) {
  const args = { file_path: 'a.txt', file_hash: on.hash('a.txt'), contents: 'new', ...more };
  return on.call(insertTool, args);
}

test('is offered to clients as before', () => {
  const offer = { sets: ['lines'] as const, readOnly: false, structured: false };
  expect(listTools(offer).find(({ name }) => name === insertTool)).toMatchSnapshot();
});

describe('lines go', () => {
  test.each([
    ['before line 1', { before: 1 }, 'new\na\nb\nc\n'],
    ['before line 3', { before: 3 }, 'a\nb\nnew\nc\n'],
    ['before the line after the last', { before: 4 }, 'a\nb\nc\nnew\n'],
    ['after line 2', { after: 2 }, 'a\nb\nnew\nc\n'],
    ['after the last line', { after: 3 }, 'a\nb\nc\nnew\n'],
    ['at the start with after 0', { after: 0 }, 'new\na\nb\nc\n'],
    ['where null stands for the other side', { before: null, after: 2 }, 'a\nb\nnew\nc\n'],
    ['as several lines', { after: 1, contents: 'x\r\ny\n' }, 'a\nx\ny\nb\nc\n'],
    ['as one blank line', { after: 1, contents: '\n' }, 'a\n\nb\nc\n'],
  ])('%s', async (_, place, expected) => {
    const on = createDesk({ 'a.txt': THREE });
    const answer = await insert(on, place);
    expect(answer.isError).toBe(false);
    expect(on.text('a.txt')).toBe(expected);
  });

  test('into an empty file', async () => {
    const on = createDesk({ 'a.txt': '' });
    await insert(on, { after: 0 });
    expect(on.text('a.txt')).toBe('new\n');
  });

  test('after an unterminated last line, on lines of their own', async () => {
    const on = createDesk({ 'a.txt': 'a\nb' });
    await insert(on, { after: 2 });
    expect(on.text('a.txt')).toBe('a\nb\nnew');
  });

  test('and the answer gives their hash', async () => {
    const on = createDesk({ 'a.txt': THREE });
    const answer = await insert(on, { after: 1 });
    const range = { start: 2, end: 2, range_hash: sha256('new\n') };
    expect(at(answer, 'files', 0, 'ranges')).toEqual([range]);
  });
});

describe('refused, with no byte changed', () => {
  test.each([
    ['after a line past the end', { after: 4 }, 'RANGE_OUT_OF_BOUNDS'],
    ['before a line past the end', { before: 5 }, 'RANGE_OUT_OF_BOUNDS'],
    ['before 0', { before: 0 }, 'RANGE_OUT_OF_BOUNDS'],
    ['after a negative number', { after: -2 }, 'RANGE_OUT_OF_BOUNDS'],
    ['neither before nor after', {}, 'INVALID_ARGUMENT'],
    ['both before and after', { before: 1, after: 0 }, 'INVALID_ARGUMENT'],
    ['empty contents', { after: 1, contents: '' }, 'EMPTY_CONTENTS'],
    ['no contents', { after: 1, contents: undefined }, 'INVALID_ARGUMENT'],
    ['a stale hash', { after: 1, file_hash: '0'.repeat(64) }, 'CONFLICT'],
    ['an empty hash', { after: 1, file_hash: '' }, 'INVALID_ARGUMENT'],
    ['a file that is missing', { after: 1, file_path: 'b.txt' }, 'FILE_NOT_FOUND'],
  ])('%s', async (_, more, code) => {
    const on = createDesk({ 'a.txt': THREE });
    const answer = await insert(on, more);
    expect([answer.isError, at(answer, 'code')]).toEqual([true, code]);
    expect(answer.text).toContain('Nothing was written.');
    expect(on.text('a.txt')).toBe(THREE);
  });

  test('a line past the end is named as the caller did, and the end is offered', async () => {
    const on = createDesk({ 'a.txt': THREE });
    const answer = await insert(on, { after: 9 });
    expect(answer.text).toContain('a.txt has 3 lines; line 9 is not one of them.');
    await on.call(insertTool, retryOf(answer).args);
    expect(on.text('a.txt')).toBe('a\nb\nc\nnew\n');
  });

  test('one blank line is hinted at for empty contents', async () => {
    const answer = await insert(createDesk({ 'a.txt': THREE }), { after: 1, contents: '' });
    expect(at(answer, 'hint')).toContain(String.raw`"\n"`);
  });
});
