import { describe, expect, test } from '@jest/globals';
import { listTools } from '../../src/tools/index.js';
import { at, createDesk, retryOf, sha256 } from '../support/desk.js';
import type { Desk } from '../support/desk.js';

const readTool = 'get_text_file_contents';
const FIVE = 'one\ntwo\nthree\nfour\nfive\n';
const EMPTY_HASH = sha256('');

function read(on: Desk, ...files: readonly unknown[]) {
  return on.call(readTool, { files });
}

test('is offered to clients as before', () => {
  const offer = { sets: ['lines'] as const, readOnly: false, structured: false };
  expect(listTools(offer).find(({ name }) => name === readTool)).toMatchSnapshot();
});

describe('a read', () => {
  test('shows ranges with their hashes, below the facts of the file', async () => {
    const on = createDesk({ 'src/a.txt': FIVE });
    const ranges = [
      { start: 4, end: 4 },
      { start: 1, end: 2 },
    ];
    const answer = await read(on, { file_path: 'src/a.txt', ranges });
    expect(answer.text).toBe(
      [
        `src/a.txt  5 lines  file_hash ${sha256(FIVE).slice(0, 16)}`,
        `lines 4-4  range_hash ${sha256('four\n').slice(0, 16)}`,
        '4\tfour',
        `lines 1-2  range_hash ${sha256('one\ntwo\n').slice(0, 16)}`,
        '1\tone',
        '2\ttwo',
      ].join('\n'),
    );
    expect(answer.result).toEqual({
      files: [
        {
          file_path: 'src/a.txt',
          file_hash: sha256(FIVE),
          total_lines: 5,
          size: FIVE.length,
          encoding: 'utf-8',
          bom: false,
          newline: 'lf',
          final_newline: true,
          ranges: [
            { start: 4, end: 4, range_hash: sha256('four\n'), content: 'four\n' },
            { start: 1, end: 2, range_hash: sha256('one\ntwo\n'), content: 'one\ntwo\n' },
          ],
        },
      ],
    });
  });

  test('without ranges shows the whole file, whose range hash is the file hash', async () => {
    const on = createDesk({ 'a.txt': FIVE });
    const answer = await read(on, { file_path: 'a.txt' });
    const whole = { start: 1, end: 5, range_hash: sha256(FIVE), content: FIVE };
    expect(at(answer, 'files', 0, 'ranges')).toEqual([whole]);
  });

  test('with no ranges gives hashes and facts only', async () => {
    const on = createDesk({ 'a.txt': FIVE });
    const answer = await read(on, { file_path: 'a.txt', ranges: [] });
    expect(answer.text).toBe(`a.txt  5 lines  file_hash ${sha256(FIVE).slice(0, 16)}`);
    expect(at(answer, 'files', 0)).toMatchObject({ ranges: [], size: FIVE.length });
  });

  test.each([
    ['an end left out', { start: 4 }],
    ['an end of null', { start: 4, end: null }],
    ['an end past the last line', { start: 4, end: 99 }],
  ])('%s is the last line', async (_, range) => {
    const on = createDesk({ 'a.txt': FIVE });
    const answer = await read(on, { file_path: 'a.txt', ranges: [range] });
    expect(at(answer, 'files', 0, 'ranges', 0)).toEqual({
      start: 4,
      end: 5,
      range_hash: sha256('four\nfive\n'),
      content: 'four\nfive\n',
    });
  });

  test.each([[[{ start: 1 }]], [[{ start: 1, end: 7 }]], [undefined]])(
    'of an empty file gives the range 1..0 for %j',
    async (ranges) => {
      const answer = await read(createDesk({ 'a.txt': '' }), { file_path: 'a.txt', ranges });
      expect(answer.text).toContain(`lines 1-0  range_hash ${EMPTY_HASH.slice(0, 16)}`);
      expect(at(answer, 'files', 0)).toMatchObject({
        total_lines: 0,
        final_newline: true,
        newline: 'none',
        ranges: [{ start: 1, end: 0, range_hash: EMPTY_HASH, content: '' }],
      });
    },
  );

  test('names what is unusual about a file', async () => {
    const on = createDesk({
      'dos.txt': 'a\r\nb',
      'mixed.txt': 'a\r\nb\nc\r',
      'wide.txt': Buffer.from('\uFEFFa\n', 'utf16le'),
      'marked.txt': '\uFEFFa\n',
    });
    const paths = ['dos.txt', 'mixed.txt', 'wide.txt', 'marked.txt'];
    const answer = await read(on, ...paths.map((file_path) => ({ file_path })));
    const facts = answer.text.split('\n').filter((line) => line.includes('file_hash'));
    expect(facts.map((line) => line.replace(/.*file_hash \w+/, ''))).toEqual([
      '  newline crlf  no final newline',
      '  newline mixed',
      '  encoding utf-16le  BOM',
      '  BOM',
    ]);
    expect(answer.text.match(/^1\t.*$/gm)).toEqual(['1\ta', '1\ta', '1\ta', '1\ta']);
  });

  test('breaks lines at LF, CRLF and CR and nowhere else', async () => {
    const content = 'a\u2028b\u0085c\fd\u001Ee\rf\r\ng\n';
    const answer = await read(createDesk({ 'a.txt': content }), { file_path: 'a.txt' });
    expect(at(answer, 'files', 0)).toMatchObject({ total_lines: 3, ranges: [{ content }] });
    expect(answer.text).toContain('\n1\ta\u2028b\u0085c\fd\u001Ee\n2\tf\n3\tg');
  });

  test('in a named encoding, of one file or of all', async () => {
    const on = createDesk({ 'a.txt': Buffer.of(0xe9, 0x0a), 'b.txt': Buffer.of(0xa4, 0x0a) });
    const files = [{ file_path: 'a.txt' }, { file_path: 'b.txt', encoding: 'iso-8859-15' }];
    const answer = await on.call(readTool, { files, encoding: 'windows-1252' });
    expect(answer.text.match(/^1\t.*$/gm)).toEqual(['1\té', '1\t€']);
  });

  test('of one file twice', async () => {
    const on = createDesk({ 'a.txt': FIVE });
    const answer = await read(
      on,
      { file_path: 'a.txt', ranges: [{ start: 1, end: 1 }] },
      { file_path: 'a.txt', ranges: [{ start: 2, end: 2 }] },
    );
    expect(answer.text.match(/^\d\t.*$/gm)).toEqual(['1\tone', '2\ttwo']);
  });

  test('gives hashes that a write takes, and a write gives hashes that a read confirms', async () => {
    const on = createDesk({ 'a.txt': FIVE });
    const first = await read(on, { file_path: 'a.txt', ranges: [{ start: 2, end: 3 }] });
    const written = await on.call('patch_text_file_contents', {
      file_path: 'a.txt',
      file_hash: at(first, 'files', 0, 'file_hash'),
      patches: [
        {
          start: 2,
          end: 3,
          range_hash: at(first, 'files', 0, 'ranges', 0, 'range_hash'),
          contents: 'x',
        },
      ],
    });
    const second = await read(on, { file_path: 'a.txt', ranges: [{ start: 2, end: 2 }] });
    expect(at(second, 'files', 0, 'file_hash')).toBe(at(written, 'files', 0, 'file_hash'));
    expect(at(second, 'files', 0, 'ranges', 0, 'range_hash')).toBe(
      at(written, 'files', 0, 'ranges', 0, 'range_hash'),
    );
  });
});

describe('a file that cannot be read', () => {
  test('reports its own error and does not spoil the others', async () => {
    const on = createDesk({ 'a.txt': FIVE });
    const ranges = [{ start: 9 }];
    const answer = await read(
      on,
      { file_path: 'gone.txt' },
      { file_path: 'a.txt', ranges: [{ start: 1, end: 1 }] },
      { file_path: 'a.txt', ranges },
    );
    expect(answer.isError).toBe(false);
    expect(answer.text).toMatch(/^gone\.txt {2}FILE_NOT_FOUND: /);
    expect(answer.text).toContain('\n1\tone\n');
    expect(at(answer, 'files')).toMatchObject([
      { file_path: 'gone.txt', error: { code: 'FILE_NOT_FOUND' } },
      { file_path: 'a.txt', total_lines: 5 },
      { file_path: 'a.txt', error: { code: 'RANGE_OUT_OF_BOUNDS' } },
    ]);
  });

  test('makes the call an error if there is no other, with the first code and each file', async () => {
    const on = createDesk({ 'bin.dat': 'a\0b' });
    const answer = await read(on, { file_path: 'gone.txt' }, { file_path: 'bin.dat' });
    expect(answer.isError).toBe(true);
    expect(answer.text).toMatch(
      /^ERROR FILE_NOT_FOUND: gone\.txt does not exist\.\nbin\.dat {2}BINARY_FILE: /,
    );
    expect(answer.result).toMatchObject({
      result: 'error',
      code: 'FILE_NOT_FOUND',
      files: [{ error: { code: 'FILE_NOT_FOUND' } }, { error: { code: 'BINARY_FILE' } }],
    });
  });

  test('names the line and byte that are not text, and how the line may read', async () => {
    const on = createDesk({ 'a.txt': Buffer.from('ok\ncaf\xe9\n', 'latin1') });
    const bad = await read(on, { file_path: 'a.txt', ranges: [{ start: 2 }] });
    expect(bad.text).toMatch(/^ERROR UNDECODABLE: Line 2 of a\.txt .*offset 6/);
    expect(bad.text).toContain('as windows-1252: café');
    const good = await read(on, { file_path: 'a.txt', ranges: [{ start: 1, end: 1 }] });
    expect(good.text).toContain('\n1\tok');
  });

  test.each([
    ['start past the end', { start: 6, end: 8 }, { start: 3, end: 5 }],
    ['start 0', { start: 0, end: 2 }, { start: 1, end: 2 }],
    ['a range turned around', { start: 4, end: 3 }, { start: 3, end: 4 }],
  ])('for %s offers lines that exist', async (_, range, offered) => {
    const on = createDesk({ 'a.txt': FIVE });
    const answer = await read(on, { file_path: 'a.txt', ranges: [range] });
    expect(at(answer, 'code')).toBe('RANGE_OUT_OF_BOUNDS');
    expect(answer.text).not.toContain('written');
    const retry = retryOf(answer);
    expect(retry).toEqual({
      tool: readTool,
      args: { files: [{ file_path: 'a.txt', ranges: [offered] }] },
    });
    expect((await on.call(readTool, retry.args)).isError).toBe(false);
  });
});

test.each([
  ['no files', {}],
  ['an empty list of files', { files: [] }],
  ['a file without a path', { files: [{ ranges: [] }] }],
  ['a start that is no number', { files: [{ file_path: 'a.txt', ranges: [{ start: 'x' }] }] }],
  [
    'a start that is no whole number',
    { files: [{ file_path: 'a.txt', ranges: [{ start: 1.5 }] }] },
  ],
  ['a start beyond all numbers', { files: [{ file_path: 'a.txt', ranges: [{ start: 1e300 }] }] }],
  [
    'more files than the limit',
    { files: Array.from({ length: 65 }, () => ({ file_path: 'a.txt' })) },
  ],
])('%s is refused', async (_, args) => {
  const answer = await createDesk({ 'a.txt': FIVE }).call(readTool, args);
  expect([answer.isError, at(answer, 'code')]).toEqual([true, 'INVALID_ARGUMENT']);
});
