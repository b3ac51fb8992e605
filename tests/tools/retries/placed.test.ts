import { describe, expect, test } from '@jest/globals';
import { at, numbered, retryOf, sha256 } from '../../support/desk.js';
import { historyDesk, replaceAs } from '../../support/history-desk.js';

const patchTool = 'patch_text_file_contents';
const TEN = numbered(10);
const known = { file_path: 'a.txt', file_hash: sha256(TEN) };

describe('the call that would do', () => {
  /** Sends an edit as one who has not seen what was put before line 2, and then what is offered. */
  async function retried(tool: string, args: object): Promise<string | undefined> {
    const desk = historyDesk({ 'a.txt': TEN });
    await replaceAs(desk, 'codex', ['2\n', 'new\n2\n']);
    const answer = await desk.call(tool, { ...known, ...args });
    expect(at(answer, 'code')).toBe('CONFLICT');
    const again = await desk.call(tool, retryOf(answer).args);
    expect(again.isError).toBe(false);
    return desk.text('a.txt');
  }

  test.each<[string, string, object, string]>([
    [
      'inserts before its line',
      'insert_text_file_contents',
      { before: 5, contents: 'x' },
      '4\nx\n5\n',
    ],
    [
      'inserts after its line',
      'insert_text_file_contents',
      { after: 5, contents: 'x' },
      '5\nx\n6\n',
    ],
    [
      'inserts beside its text',
      'insert_text_file_contents',
      { before_text: '7', contents: 'x' },
      '6\nx\n7\n',
    ],
    ['appends', 'append_text_file_contents', { contents: 'x' }, '10\nx\n'],
    [
      'patches a gap',
      patchTool,
      { patches: [{ start: 5, range_hash: '', contents: 'x' }] },
      '4\nx\n5\n',
    ],
    ['replaces text', 'replace_text', { edits: [{ old_text: '7', new_text: 'x' }] }, '6\nx\n8\n'],
  ])('%s', async (_, tool, args, expected) => {
    expect(await retried(tool, args)).toContain(`new\n2\n`);
    expect(await retried(tool, args)).toContain(`\n${expected}`);
  });

  test('is none where another put lines into the same gap', async () => {
    const desk = historyDesk({ 'a.txt': TEN });
    await replaceAs(desk, 'codex', ['10\n', '10\n11\n']);
    const answer = await desk.call('append_text_file_contents', { ...known, contents: 'x' });
    expect(answer.text).toContain('\nthe lines around your place before line 11 have changed\n');
    expect(answer.text).not.toContain('Retry');
  });

  test('is none for an edit that was made already', async () => {
    const desk = historyDesk({ 'a.txt': TEN });
    const patches = [{ start: 5, end: 5, first_line: '5', contents: 'x\n5' }];
    await desk.callAs('codex', patchTool, { ...known, patches });
    const answer = await desk.call(patchTool, { ...known, patches });
    expect(answer.text).toContain('\nthis very edit was made already, as change ');
    expect(answer.text).not.toContain('Retry');
  });

  test('is none for an edit that another program may have made already', async () => {
    const desk = historyDesk({ 'a.txt': TEN });
    await replaceAs(desk, 'codex', ['9', 'nine']);
    desk.put('a.txt', desk.text('a.txt')?.replace('5\n', 'x\n5\n'));
    const patches = [{ start: 5, end: 5, first_line: '5', contents: 'x\n5' }];
    const answer = await desk.call(patchTool, { ...known, patches });
    expect(answer.text).toContain('\nthis edit may have been made already\n');
    expect(answer.text).not.toContain('Retry');
  });

  test('names lines that another put elsewhere as they were', async () => {
    const desk = historyDesk({ 'a.txt': TEN });
    await replaceAs(desk, 'codex', ['2\n3\n', '']);
    await replaceAs(desk, 'codex', ['10\n', '10\n2\n3\n']);
    const { range_hash } = desk.lines('a.txt', 9, 10);
    const patches = [{ start: 2, end: 3, range_hash, contents: 'x' }];
    const answer = await desk.call(patchTool, { ...known, patches });
    expect(answer.text).toContain('\nyour lines 2-3 are unchanged, now 9-10  range_hash ');
    await desk.call(patchTool, retryOf(answer).args);
    expect(desk.text('a.txt')).toBe('1\n4\n5\n6\n7\n8\n9\n10\nx\n');
  });
});
