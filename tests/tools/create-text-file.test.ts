import { describe, expect, test } from '@jest/globals';
import { listTools } from '../../src/tools/index.js';
import { FIRST_CHANGE, at, createDesk, sha256 } from '../support/desk.js';

const createTool = 'create_text_file';

test('is offered to clients as before', () => {
  const offer = { sets: ['lines'] as const, readOnly: false, structured: false };
  expect(listTools(offer).find(({ name }) => name === createTool)).toMatchSnapshot();
});

describe('a file is made', () => {
  test.each([
    ['as given', 'a\nb\n', 'a\nb\n'],
    ['without a line end at the end', 'a\nb', 'a\nb'],
    ['with mixed line ends', 'a\r\nb\nc\r', 'a\r\nb\nc\r'],
    ['empty', '', ''],
    ['of text that looks like JSON', '{"a": null}', '{"a": null}'],
    ['of the word null', 'null', 'null'],
  ])('%s', async (_, contents, expected) => {
    const on = createDesk({});
    const answer = await on.call(createTool, { file_path: 'deep/er/a.txt', contents });
    expect(on.text('deep/er/a.txt')).toBe(expected);
    expect(at(answer, 'files', 0)).toMatchObject({
      file_path: 'deep/er/a.txt',
      action: 'create',
      changed: true,
      file_hash: sha256(expected),
    });
  });

  test('with its line ends converted', async () => {
    const on = createDesk({});
    await on.call(createTool, { file_path: 'a.txt', contents: 'a\nb\r\nc', newline: 'crlf' });
    expect(on.text('a.txt')).toBe('a\r\nb\r\nc');
  });

  test('in the encoding that is named', async () => {
    const on = createDesk({});
    await on.call(createTool, { file_path: 'a.txt', contents: 'é\n', encoding: 'windows-1252' });
    expect(on.hash('a.txt')).toBe(sha256(Buffer.of(0xe9, 0x0a)));
  });

  test('and the text tells its size and hash', async () => {
    const on = createDesk({});
    const { text } = await on.call(createTool, { file_path: 'a.txt', contents: 'a\nb\n' });
    const file_hash = sha256('a\nb\n').slice(0, 16);
    expect(text).toBe(`OK a.txt  created  2 lines  ${FIRST_CHANGE}\nnow file_hash ${file_hash}`);
  });
});

describe('refused, with no byte changed', () => {
  test.each([
    ['a path that exists', { file_path: 'a.txt' }, 'FILE_EXISTS'],
    ['an empty file that exists', { file_path: 'empty.txt' }, 'FILE_EXISTS'],
    ['a path below a file', { file_path: 'a.txt/b.txt' }, 'NOT_A_FILE'],
    ['no contents', { contents: undefined }, 'INVALID_ARGUMENT'],
    ['null as contents', { contents: null }, 'INVALID_ARGUMENT'],
    ['an empty path', { file_path: '' }, 'INVALID_ARGUMENT'],
    ['a NUL', { contents: 'a\0' }, 'INVALID_ARGUMENT'],
    ['an unknown encoding', { encoding: 'klingon' }, 'UNSUPPORTED_ENCODING'],
    ['what the encoding cannot hold', { contents: '→', encoding: 'latin1' }, 'UNENCODABLE'],
    ['an unknown line end', { newline: 'nel' }, 'INVALID_ARGUMENT'],
    ['a hash', { file_hash: '0'.repeat(64) }, 'INVALID_ARGUMENT'],
  ])('%s', async (_, more, code) => {
    const on = createDesk({ 'a.txt': 'old\n', 'empty.txt': '' });
    const answer = await on.call(createTool, { file_path: 'new.txt', contents: 'new', ...more });
    expect([answer.isError, at(answer, 'code')]).toEqual([true, code]);
    expect(answer.text).toContain('Nothing was written.');
    expect([on.text('a.txt'), on.text('empty.txt'), on.text('new.txt')]).toEqual([
      'old\n',
      '',
      undefined,
    ]);
  });
});
