import { describe, expect, test } from '@jest/globals';
import { listTools } from '../../src/tools/index.js';
import { at, createDesk, sha256 } from '../support/desk.js';

const tool = 'outline_files';
const offer = { sets: ['lines', 'search'] as const, readOnly: false, structured: false };
const PYTHON = 'class Pool:\n    def get(self):\n        pass\n\n\ndef main():\n    pass\n';

function desk(files: Readonly<Record<string, string>>, maxOutputChars = 24_000) {
  return createDesk(files, { limits: { maxOutputChars, maxFiles: 3 }, context: { offer } });
}

test('is offered to clients as before', () => {
  expect(listTools(offer).find(({ name }) => name === tool)).toMatchSnapshot();
});

describe('outline_files', () => {
  test('shows entries with their lines and hashes, below the facts of each file', async () => {
    const on = desk({ 'a.py': PYTHON });
    const answer = await on.call(tool, { paths: ['a.py'] });
    const entries = [
      { kind: 'class', name: 'Pool', depth: 0, ...on.lines('a.py', 1, 3) },
      { kind: 'method', name: 'get', depth: 1, ...on.lines('a.py', 2, 3) },
      { kind: 'function', name: 'main', depth: 0, ...on.lines('a.py', 6, 7) },
    ];
    expect(answer.text).toBe(
      [
        `a.py  7 lines  file_hash ${sha256(PYTHON).slice(0, 16)}  python`,
        ...entries.map(({ kind, name, depth, start, end, range_hash }) => {
          const indent = '  '.repeat(depth);
          return `${indent}lines ${start}-${end}  range_hash ${range_hash.slice(0, 16)}  ${kind} ${name}`;
        }),
      ].join('\n'),
    );
    expect(answer.result).toEqual({
      files: [
        {
          file_path: 'a.py',
          file_hash: sha256(PYTHON),
          total_lines: 7,
          language: 'python',
          entries,
        },
      ],
    });
  });

  test('shows as many levels as asked', async () => {
    const answer = await desk({ 'a.py': PYTHON }).call(tool, { paths: ['a.py'], depth: 1 });
    expect(at(answer, 'files', 0, 'entries')).toHaveLength(2);
  });

  test('a file that cannot be outlined says why', async () => {
    const on = desk({ 'a.py': PYTHON, 'a.txt': 'x' });
    const answer = await on.call(tool, { paths: ['a.txt', 'gone.py', 'a.py'] });
    expect(answer.isError).toBe(false);
    expect(answer.text).toContain('a.txt  INVALID_ARGUMENT: a.txt is not of a kind');
    expect(at(answer, 'files', 1, 'error', 'code')).toBe('FILE_NOT_FOUND');
    const alone = await on.call(tool, { paths: ['a.txt'] });
    expect(alone.text).toMatch(/^ERROR INVALID_ARGUMENT: a\.txt is not of a kind/);
    expect(alone.text).toContain('find_text');
  });

  test('the text is cut at whole entries, and the rest is named', async () => {
    const many = Array.from({ length: 200 }, (_, index) => `def f${index}(): pass\n`).join('');
    const on = desk({ 'a.py': many, 'b.py': PYTHON }, 4000);
    const answer = await on.call(tool, { paths: ['a.py', 'b.py'] });
    expect(answer.text.length).toBeLessThanOrEqual(4000);
    expect(answer.text).toMatch(/\n… not shown whole: a\.py, b\.py\. Send them/);
    const shown = answer.text.match(/ function f/g)?.length ?? 0;
    expect(at(answer, 'files', 0, 'left_out')).toBe(200 - shown);
  });

  test.each([
    [{ 'o/a.txt': 'x\n' }, 'none of a known language among 1 file.'],
    [{ 'o/a.txt': 'x', 'o/p/b.csv': '', 'o/Makefile': '' }, 'among 3 files.'],
    [{ 'o/.gitignore': '*\n!.gitignore\n', 'o/a.py': PYTHON }, 'among 1 file.'],
    [{ 'o/.gitignore': '*\n', 'o/a.py': PYTHON }, 'the paths hold no files.'],
  ])('where nothing can be outlined it says what was looked at: %j', async (files, seen) => {
    const answer = await desk(files).call(tool, { paths: ['o'] });
    expect(answer.isError).toBe(false);
    expect(answer.text).toMatch(/^… no file was outlined: [^\n]+ TypeScript, [^\n]+find_text/);
    expect(answer.text).toContain(seen);
    expect(answer.result).toEqual({ files: [], next: answer.text });
  });

  test('more files than a call takes are named', async () => {
    const files = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`d/${n}.yml`, 'a: 1\n']));
    const { text } = await desk(files).call(tool, { paths: ['d'] });
    expect(text).toMatch(/… not shown whole: d\/4\.yml, d\/5\.yml\./);
  });

  test.each([
    [{ paths: [] }],
    [{}],
    [{ paths: ['a.py'], depth: 0 }],
    [{ paths: ['1', '2', '3', '4'] }],
  ])('%j is refused', async (args) => {
    const { text } = await desk({ 'a.py': PYTHON }).call(tool, args);
    expect(text).toMatch(/^ERROR INVALID_ARGUMENT: /);
  });
});
