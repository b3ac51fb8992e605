import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createFolder, type Folder } from '../support/client-folder.js';
import { runProgram } from '../support/server-process.js';

let folder: Folder;

beforeEach(() => {
  folder = createFolder({ 'a.txt': 'one\ntwo\n' });
});
afterEach(() => {
  folder.remove();
});

const call = (args: readonly string[], input = '') =>
  runProgram(['call', ...args], { cwd: folder.path, input });
const read = (file: string) => JSON.stringify({ files: [{ file_path: file }] });

describe('lockline call', () => {
  test('prints what a model would see, and exits with 0', async () => {
    const { code, stdout, stderr } = await call(['get_text_file_contents', read('a.txt')]);
    expect(stdout).toBe(
      [
        `a.txt  2 lines  file_hash ${folder.hash('a.txt').slice(0, 16)}`,
        `lines 1-2  range_hash ${folder.hash('a.txt').slice(0, 16)}`,
        '1\tone',
        '2\ttwo',
        '',
      ].join('\n'),
    );
    expect([code, stderr]).toEqual([0, '']);
  });

  test('a refusal is printed too, and exits with 1', async () => {
    const { code, stdout } = await call(['get_text_file_contents', read('none.txt')]);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^ERROR FILE_NOT_FOUND: /)]);
  });

  test('--json prints the object', async () => {
    const { stdout } = await call(['--json', 'get_text_file_contents', read('a.txt')]);
    expect(JSON.parse(stdout)).toMatchObject({
      files: [{ file_path: 'a.txt', file_hash: folder.hash('a.txt') }],
    });
  });

  test('- takes the arguments from standard input', async () => {
    const args = { file_path: 'new.txt', contents: 'd\u00e9j\u00e0 vu\n' };
    const { code } = await call(['create_text_file', '-'], JSON.stringify(args));
    expect([code, folder.text('new.txt')]).toEqual([0, 'd\u00e9j\u00e0 vu\n']);
  });

  test('a root may be named, also as LOCKLINE_ROOTS', async () => {
    const named = await runProgram(['call', 'get_text_file_contents', read('a.txt'), folder.path]);
    const inherited = await runProgram(['call', 'get_text_file_contents', read('a.txt')], {
      env: { LOCKLINE_ROOTS: folder.path },
      cwd: '/',
    });
    expect([named.code, inherited.code]).toEqual([0, 0]);
    expect(inherited.stdout).toBe(named.stdout);
  });

  test.each([
    [['get_text_file_contents'], 'usage: lockline call TOOL JSON'],
    [['get_text_file_content', '{}'], 'did you mean get_text_file_contents?'],
    [['get_text_file_contents', '{"files":'], 'the arguments are not JSON'],
  ])('%j exits with 2 and says why', async (args, message) => {
    const { code, stdout, stderr } = await call(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});
