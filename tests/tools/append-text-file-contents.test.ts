import { describe, expect, test } from '@jest/globals';
import { listTools } from '../../src/tools/index.js';
import { at, createDesk, sha256 } from '../support/desk.js';
import type { Desk } from '../support/desk.js';

const appendTool = 'append_text_file_contents';

function append(on: Desk, more: Readonly<Record<string, unknown>> = {}) {
  const args = { file_path: 'a.txt', file_hash: on.hash('a.txt'), contents: 'new\n', ...more };
  return on.call(appendTool, args);
}

test('is offered to clients as before', () => {
  const offer = { sets: ['lines'] as const, readOnly: false, structured: false };
  expect(listTools(offer).find(({ name }) => name === appendTool)).toMatchSnapshot();
});

describe('lines are added', () => {
  test.each([
    ['to an ended file', 'a\n', 'a\nnew\n'],
    ['never glued to a last line without an end', 'a\nb', 'a\nb\nnew'],
    ['to an empty file', '', 'new\n'],
    ['with the line ends of the file', 'a\r\nb\r\n', 'a\r\nb\r\nnew\r\n'],
    ['after characters that are no line ends', 'a\u2028b\fc\n', 'a\u2028b\fc\nnew\n'],
  ])('%s', async (_, before, after) => {
    const on = createDesk({ 'a.txt': before });
    await append(on);
    expect(on.text('a.txt')).toBe(after);
  });

  test('after a byte order mark of UTF-16, in UTF-16', async () => {
    const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
    const on = createDesk({ 'a.txt': utf16('a\n') });
    await append(on);
    expect(on.hash('a.txt')).toBe(sha256(utf16('a\nnew\n')));
  });

  test('and each answer gives the hash for the next call', async () => {
    const on = createDesk({ 'a.txt': 'a\n' });
    const first = await append(on);
    await append(on, { file_hash: at(first, 'files', 0, 'file_hash'), contents: 'newer' });
    expect(on.text('a.txt')).toBe('a\nnew\nnewer\n');
  });
});

describe('refused, with no byte changed', () => {
  test.each([
    ['empty contents', { contents: '' }, 'EMPTY_CONTENTS'],
    ['a stale hash', { file_hash: '0'.repeat(64) }, 'CONFLICT'],
    ['an empty hash', { file_hash: '' }, 'INVALID_ARGUMENT'],
    ['no hash', { file_hash: null }, 'INVALID_ARGUMENT'],
    ['a file that is missing', { file_path: 'b.txt' }, 'FILE_NOT_FOUND'],
    ['a NUL', { contents: 'a\0b' }, 'INVALID_ARGUMENT'],
    ['half a surrogate pair', { contents: '\uD83Dx' }, 'UNENCODABLE'],
  ])('%s', async (_, more, code) => {
    const on = createDesk({ 'a.txt': 'a\n' });
    const answer = await append(on, more);
    expect([answer.isError, at(answer, 'code')]).toEqual([true, code]);
    expect(answer.text).toContain('Nothing was written.');
    expect(on.text('a.txt')).toBe('a\n');
  });

  test('and a conflict offers no Retry, since the text may be there already', async () => {
    const on = createDesk({ 'a.txt': 'a\n' });
    const file_hash = on.hash('a.txt');
    await append(on, { file_hash });
    const again = await append(on, { file_hash });
    expect(at(again, 'code')).toBe('CONFLICT');
    expect(again.text).not.toContain('Retry');
    expect(on.text('a.txt')).toBe('a\nnew\n');
  });
});
