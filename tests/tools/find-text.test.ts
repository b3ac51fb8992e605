import { describe, expect, test } from '@jest/globals';
import { listTools } from '../../src/tools/index.js';
import type { Limits } from '../../src/tools/tool.js';
import { at, createDesk, retryOf, sha256 } from '../support/desk.js';

const tool = 'find_text';
const offer = { sets: ['lines', 'search'] as const, readOnly: false, structured: false };

const FILES = {
  'src/a.py': 'import os\n\ndef connect(host):\n    return os.connect(host)\n\n\n\nconnect("x")\n',
  'src/b.py': 'x = 1\r\nreconnect()\r\n',
  'c.bin': 'connect\0',
  'd/long.txt': `${'-'.repeat(3000)}connect${'+'.repeat(3000)}\n`,
};

function desk(
  files: Readonly<Record<string, string | Uint8Array>> = FILES,
  limits: Partial<Limits> = {},
) {
  return createDesk(files, { limits, context: { offer } });
}

test('is offered to clients as before', () => {
  expect(listTools(offer).find(({ name }) => name === tool)).toMatchSnapshot();
});

describe('find_text', () => {
  test('shows ranges with their hashes, below the facts of each file', async () => {
    const on = desk();
    const answer = await on.call(tool, { text: 'connect(', paths: ['src'] });
    const digits = (text: string) => sha256(text).slice(0, 16);
    const [third = '', fourth = ''] = FILES['src/a.py'].split(/(?<=\n)/).slice(2);
    expect(answer.text).toBe(
      [
        '4 matches in 2 files  2 files searched',
        `src/a.py  8 lines  file_hash ${digits(FILES['src/a.py'])}`,
        `lines 3-4  range_hash ${digits(third + fourth)}`,
        '3\tdef connect(host):',
        '4\t    return os.connect(host)',
        `lines 8-8  range_hash ${digits('connect("x")\n')}`,
        '8\tconnect("x")',
        `src/b.py  2 lines  file_hash ${digits(FILES['src/b.py'])}  newline crlf`,
        `lines 2-2  range_hash ${digits('reconnect()\r\n')}`,
        '2\treconnect()',
      ].join('\n'),
    );
    expect(answer.result).toEqual({
      files: [
        {
          file_path: 'src/a.py',
          file_hash: sha256(FILES['src/a.py']),
          total_lines: 8,
          matches: [
            {
              line: 3,
              column: 5,
              start: 3,
              end: 4,
              range_hash: sha256(third + fourth),
              content: third + fourth,
            },
            { line: 4, column: 15, start: 3, end: 4, range_hash: sha256(third + fourth) },
            {
              line: 8,
              column: 1,
              start: 8,
              end: 8,
              range_hash: sha256('connect("x")\n'),
              content: 'connect("x")\n',
            },
          ],
        },
        {
          file_path: 'src/b.py',
          file_hash: sha256(FILES['src/b.py']),
          total_lines: 2,
          matches: [
            {
              line: 2,
              column: 3,
              start: 2,
              end: 2,
              range_hash: sha256('reconnect()\r\n'),
              content: 'reconnect()\r\n',
            },
          ],
        },
      ],
      total_matches: 4,
      searched_files: 2,
      skipped: { binary: 0, unreadable: 0, too_large: 0 },
    });
  });

  test('what it gives can be patched at once, and is what a read gives', async () => {
    const on = desk();
    const found = await on.call(tool, { text: 'os.connect', context: 1 });
    const match = ['files', 0, 'matches', 0] as const;
    const range = { start: at(found, ...match, 'start'), end: at(found, ...match, 'end') };
    const file = { file_path: 'src/a.py', ranges: [range] };
    const read = await on.call('get_text_file_contents', { files: [file] });
    expect(at(read, 'files', 0, 'ranges', 0, 'range_hash')).toBe(at(found, ...match, 'range_hash'));
    const patched = await on.call('patch_text_file_contents', {
      file_path: 'src/a.py',
      file_hash: at(found, 'files', 0, 'file_hash'),
      patches: [{ ...range, range_hash: at(found, ...match, 'range_hash'), contents: 'pass\n' }],
    });
    expect(patched.isError).toBe(false);
    expect(on.text('src/a.py')).toBe('import os\n\npass\n\n\nconnect("x")\n');
  });

  test('with context the places of the matches are named', async () => {
    const { text } = await desk().call(tool, {
      regex: '^connect',
      context: 2,
      paths: ['src/a.py'],
    });
    expect(text.split('\n').slice(2)).toEqual([
      expect.stringMatching(/^lines 6-8 {2}range_hash [0-9a-f]{16} {2}match 8:1$/),
      '6\t',
      '7\t',
      '8\tconnect("x")',
    ]);
  });

  test('long lines are cropped around the match, and say so', async () => {
    const answer = await desk().call(tool, { text: 'connect', paths: ['d'] });
    const line = answer.text.split('\n').at(-1) ?? '';
    expect(line).toMatch(/^1\t…-+connect\++… \[cropped\]$/);
    expect(line.length).toBeLessThan(450);
    expect(at(answer, 'files', 0, 'matches', 0, 'cropped')).toEqual([1]);
    expect(answer.text).toContain('match 1:3001');
  });

  test('what is skipped is counted', async () => {
    const answer = await desk().call(tool, { text: 'nowhere' });
    expect(answer.text).toBe('0 matches in 0 files  3 files searched  skipped: 1 binary');
    expect(answer.isError).toBe(false);
  });

  test('whole words, any case, globs', async () => {
    const on = desk();
    const count = async (args: object) => at(await on.call(tool, args), 'total_matches');
    expect(await count({ text: 'connect', whole_word: true })).toBe(4);
    expect(await count({ text: 'CONNECT' })).toBe(0);
    expect(await count({ text: 'CONNECT', ignore_case: true })).toBe(5);
    expect(await count({ text: 'connect', glob: '*.txt' })).toBe(1);
    expect(await count({ text: 'connect', glob: '!src/**' })).toBe(1);
    expect(await count({ regex: '(?i)CONN[a-z]+\\(', paths: ['src/a.py', 'src/b.py'] })).toBe(4);
  });

  test('a file that is not all text says so, and its lines have their hashes', async () => {
    const bytes = Buffer.from('caf\xe9 connect\n', 'latin1');
    const answer = await desk({ 'latin.txt': bytes }).call(tool, { text: 'connect' });
    expect(answer.text).toContain(
      `file_hash ${sha256(bytes).slice(0, 16)}  not all of it is utf-8`,
    );
    expect(answer.text).toContain('1\tcaf\uFFFD connect');
    expect(at(answer, 'files', 0, 'matches', 0, 'range_hash')).toBe(sha256(bytes));
  });

  test('a search that had nothing to search says so', async () => {
    const { text } = await desk().call(tool, { text: 'x', glob: '*.none' });
    expect(text.split('\n')[1]).toMatch(/^… no file was searched: check paths and glob/);
  });

  test('one path that is not there does not spoil the others', async () => {
    const on = desk();
    const answer = await on.call(tool, { text: 'connect(', paths: ['src', 'gone'] });
    expect(answer.isError).toBe(false);
    expect(answer.text.split('\n')[1]).toBe('FILE_NOT_FOUND: gone does not exist.');
    expect((await on.call(tool, { text: 'x', paths: ['gone'] })).text).toMatch(
      /^ERROR FILE_NOT_FOUND/,
    );
  });

  test.each([
    [{}, 'text is missing'],
    [{ text: 'a', regex: 'a' }, 'both text and regex are given'],
    [{ text: '' }, 'text is empty'],
    [{ regex: '(' }, 'regex "(" cannot be read'],
    [{ text: 'a', glob: '[' }, 'the glob "[" cannot be read'],
    [{ text: 'a', context: 51 }, 'context is 51'],
    [{ text: 'a', max_results: 0 }, 'max_results is 0'],
  ])('%j is refused', async (args, what) => {
    const { text, isError } = await desk().call(tool, args);
    expect(isError).toBe(true);
    expect(text).toMatch(/^ERROR INVALID_ARGUMENT: /);
    expect(text).toContain(what);
  });

  test('text is never parsed, and may be "null"', async () => {
    const on = desk({ a: 'x null [1]\n' });
    for (const text of ['null', '[1]']) {
      expect(at(await on.call(tool, { text }), 'total_matches')).toBe(1);
    }
  });

  test('a misspelt key is refused with the right one', async () => {
    const answer = await desk().call(tool, { text: 'connect', path: 'src' });
    expect(retryOf(answer)).toEqual({ tool, args: { text: 'connect', paths: ['src'] } });
  });
});
