import { describe, expect, test } from '@jest/globals';
import type { ToolAnswer } from '../../../src/tools/tool.js';
import { at, numbered, retryOf, sha256 } from '../../support/desk.js';
import { edit, historyDesk, idOf, replaceAs, undo } from '../../support/history-desk.js';

const patchTool = 'patch_text_file_contents';
const TEN = numbered(10);
const known = { file_path: 'a.txt', file_hash: sha256(TEN) };
const short = (text: string) => sha256(text).slice(0, 16);
const linesOf = ({ text }: ToolAnswer) => text.split('\n');
const HINT = expect.stringMatching(/^Go on with/);

describe('a conflict with a version that is kept', () => {
  test('tells who and when, where the lines are, what has changed, and the call that would do', async () => {
    const desk = historyDesk({ 'a.txt': TEN });
    await replaceAs(desk, 'codex', ['2', '2a\n2b']);
    const now = desk.text('a.txt') ?? '';
    const patches = [{ ...desk.lines('a.txt', 6, 7), start: 5, end: 6, contents: 'x' }];
    const answer = await desk.call(patchTool, { ...known, patches });
    expect(linesOf(answer)).toEqual([
      `ERROR CONFLICT: a.txt changed since file_hash ${short(TEN)} (codex, 1 s ago). Nothing was written.`,
      `now 11 lines  file_hash ${short(now)}`,
      `your lines 5-6 are unchanged, now 6-7  range_hash ${short('5\n6\n')}`,
      'since your version:',
      '@@ -1,3 +1,4 @@',
      ' 1',
      '-2',
      '+2a',
      '+2b',
      ' 3',
      HINT,
      expect.stringMatching(/^Retry: /),
    ]);
    expect(at(answer, 'conflicts', 0)).toMatchObject({
      kind: 'file_hash',
      agent: 'codex',
      time: '2026-11-30T15:00:00.000Z',
      diff: '@@ -1,3 +1,4 @@\n 1\n-2\n+2a\n+2b\n 3',
    });
    expect(retryOf(answer)).toEqual({
      tool: patchTool,
      args: {
        file_path: 'a.txt',
        file_hash: short(now),
        patches: [{ start: 6, end: 7, range_hash: sha256('5\n6\n'), contents: 'x' }],
      },
    });
    await desk.call(patchTool, retryOf(answer).args);
    expect(desk.text('a.txt')).toBe('1\n2a\n2b\n3\n4\nx\n7\n8\n9\n10\n');
  });

  test('shows lines that changed as they are now, where they are now', async () => {
    const desk = historyDesk({ 'a.txt': TEN });
    await replaceAs(desk, 'codex', ['2', '2a\n2b']);
    await replaceAs(desk, 'claude', ['\n5\n', '\nfive\nfive\n']);
    const patches = [
      { start: 5, end: 5, first_line: '5', contents: 'x' },
      { start: 9, end: 9, first_line: '9', contents: 'y' },
    ];
    const answer = await desk.call(patchTool, { ...known, patches });
    expect(linesOf(answer).slice(0, 7)).toEqual([
      `ERROR CONFLICT: a.txt changed since file_hash ${short(TEN)} (2 changes, the last by claude, 1 s ago). Nothing was written.`,
      `now 12 lines  file_hash ${desk.hash('a.txt').slice(0, 16)}`,
      `your lines 5-5 have changed, now 6-7  range_hash ${short('five\nfive\n')}`,
      '6\tfive',
      '7\tfive',
      `your lines 9-9 are unchanged, now 11-11  range_hash ${short('9\n')}`,
      'since your version:',
    ]);
    expect(answer.text).not.toContain('Retry');
    expect(at(answer, 'conflicts', 1)).toEqual({
      file_path: 'a.txt',
      kind: 'lines',
      start: 5,
      end: 5,
      expected: '5',
      actual: sha256('five\nfive\n'),
      current: 'five\nfive\n',
      now: { start: 6, end: 7 },
    });
  });

  test('tells lines that are gone, and where they were', async () => {
    const desk = historyDesk({ 'a.txt': TEN });
    await replaceAs(desk, 'codex', ['1\n2\n', '']);
    await replaceAs(desk, 'codex', ['5\n6\n', '']);
    const ranges = [{ start: 5, end: 6, first_line: '5', last_line: '6' }];
    const answer = await desk.call('delete_text_file_contents', { ...known, ranges });
    expect(answer.text).toContain('\nyour lines 5-6 are gone; they stood before line 3\n');
    expect(at(answer, 'conflicts', 1)).toEqual({
      file_path: 'a.txt',
      kind: 'lines',
      start: 5,
      end: 6,
      expected: '5\n6',
      now: { start: 3, end: 2 },
    });
  });

  test('tells the lines of a text that was to be replaced', async () => {
    const desk = historyDesk({ 'a.txt': TEN });
    await replaceAs(desk, 'codex', ['5\n6', 'five\n6']);
    const edits = [{ old_text: '5\n6', new_text: 'x' }];
    const answer = await desk.call('replace_text', { ...known, edits });
    expect(answer.text).toContain(
      `\nyour lines 5-6 have changed, now 5-6  range_hash ${short('five\n6\n')}\n5\tfive\n6\t6\n`,
    );
  });

  test('tells what the caller itself has done', async () => {
    const desk = historyDesk({ 'a.txt': TEN });
    await replaceAs(desk, 'tester', ['5', 'five']);
    const patches = [{ start: 5, end: 5, first_line: '5', contents: 'x' }];
    const answer = await desk.call(patchTool, { ...known, patches });
    expect(answer.text).toContain(`since file_hash ${short(TEN)} (you, 1 s ago).`);
  });

  test('tells nobody where another program made the version', async () => {
    const desk = historyDesk({ 'a.txt': TEN });
    await replaceAs(desk, 'codex', ['5', 'five']);
    desk.put('a.txt', `${desk.text('a.txt')}11\n`);
    const patches = [{ start: 1, end: 1, first_line: '1', contents: 'x' }];
    const answer = await desk.call(patchTool, { ...known, patches });
    const now = desk.hash('a.txt').slice(0, 16);
    expect(answer.text).toContain(`since file_hash ${short(TEN)} (now ${now}).`);
    expect(answer.text).toContain('\nsince your version:\n@@ -4,3 +4,3 @@\n 4\n-5\n+five\n 6\n');
  });

  test('of a change of the whole file has the diff alone', async () => {
    const desk = historyDesk({ 'a.txt': TEN });
    await replaceAs(desk, 'codex', ['5', 'five']);
    const files = [{ ...known, action: 'delete' }];
    const answer = await desk.call('edit_text_file_contents', { files });
    expect(linesOf(answer).slice(1, -1)).toEqual([
      `now 10 lines  file_hash ${desk.hash('a.txt').slice(0, 16)}`,
      'since your version:',
      '@@ -4,3 +4,3 @@',
      ' 4',
      '-5',
      '+five',
      ' 6',
    ]);
    expect(answer.text).not.toContain('Retry');
  });

  test('that differs in what no diff shows says so', async () => {
    const desk = historyDesk({ 'a.txt': 'a\nb\n' });
    const file_hash = desk.hash('a.txt');
    const convert = { file_path: 'a.txt', file_hash, newline: 'crlf' };
    await desk.callAs('codex', 'edit_text_file_contents', { files: [convert] });
    const patches = [{ start: 1, end: 1, first_line: 'a', contents: 'x' }];
    const answer = await desk.call(patchTool, { file_path: 'a.txt', file_hash, patches });
    expect(answer.text).toContain('\nsince your version: no line that can be shown,');
    expect(answer.text).toContain('\nyour lines 1-1 have changed, now 1-2  range_hash ');
  });

  test('of the last version that the caller made has the diff to what another program made', async () => {
    const desk = historyDesk({ 'a.txt': TEN });
    await replaceAs(desk, 'tester', ['5', 'five']);
    const file_hash = desk.hash('a.txt');
    desk.put('a.txt', `0\n${desk.text('a.txt') ?? ''}`);
    const patches = [{ start: 9, end: 9, first_line: '9', contents: 'x' }];
    const call = { file_path: 'a.txt', file_hash, patches };
    const answer = await desk.call(patchTool, call);
    expect(answer.text).toContain('\nyour lines 9-9 are unchanged, now 10-10  ');
    expect(answer.text).toContain('\nsince your version:\n@@ -1,1 +1,2 @@\n+0\n 1\n');
    const rebased = await desk.call(patchTool, { ...call, on_stale: 'rebase' });
    expect(at(rebased, 'files', 0, 'rebased')).toEqual({ shift: 1 });
  });

  test('of an edit that is sent again says that it was made, and offers nothing', async () => {
    const desk = historyDesk({ 'a.txt': TEN });
    const call = { ...known, patches: [{ start: 5, end: 5, first_line: '5', contents: 'x' }] };
    const made = await desk.call(patchTool, call);
    await replaceAs(desk, 'codex', ['9\n', '9\n5\n']);
    const answer = await desk.callAnew('tester', patchTool, call);
    expect(linesOf(answer).slice(1, 5)).toEqual([
      `now 11 lines  file_hash ${desk.hash('a.txt').slice(0, 16)}`,
      `this very edit was made already, as change ${idOf(made)}`,
      'lines that begin and end as yours are now 10-10',
      'since your version:',
    ]);
    expect(answer.text).not.toContain('Retry: ');
    expect(linesOf(answer).at(-1)).toMatch(/^Nothing is left to do/);
    expect(at(answer, 'conflicts', 0)).toMatchObject({ made_as: idOf(made) });
    const undone = await undo(desk, made);
    const again = await desk.call(patchTool, call);
    expect(again.text).toContain(
      `made already, as change ${idOf(made)}, and taken back by change ${idOf(undone)}\n`,
    );
    expect(linesOf(again).at(-1)).toEqual(HINT);
  });

  test('of a whole file that is sent again says that it was made', async () => {
    const desk = historyDesk({ 'a.txt': TEN });
    const files = [{ ...known, action: 'replace', contents: 'x\n' }];
    const made = await edit(desk, ...files);
    await replaceAs(desk, 'codex', ['x', 'y']);
    const answer = await desk.callAnew('tester', 'edit_text_file_contents', { files });
    expect(answer.text).toContain(`made already, as change ${idOf(made)}\n`);
  });

  test('says so where lines cannot be told from equal ones', async () => {
    const desk = historyDesk({ 'a.txt': 'x\nx\nx\n' });
    const file_hash = desk.hash('a.txt');
    const patches = [{ start: 1, end: 1, first_line: 'x', contents: 'y' }];
    await desk.callAs('codex', patchTool, { file_path: 'a.txt', file_hash, patches });
    const other = [{ start: 3, end: 3, first_line: 'x', contents: 'z' }];
    const call = { file_path: 'a.txt', file_hash, patches: other };
    const answer = await desk.call(patchTool, call);
    expect(answer.text).toContain('\nyour lines 3-3 cannot be told from equal lines, now 3-3  ');
  });

  test('is cut at a whole line of the diff', async () => {
    const desk = historyDesk({ 'a.txt': numbered(2000) });
    const file_hash = desk.hash('a.txt');
    const contents = numbered(2000).replaceAll(/^/gm, 'x').slice(0, -1);
    const files = [{ file_path: 'a.txt', file_hash, action: 'replace', contents }];
    await desk.callAs('codex', 'edit_text_file_contents', { files });
    const patches = [{ start: 1, end: 1, first_line: '1', contents: 'y' }];
    const answer = await desk.call(patchTool, { file_path: 'a.txt', file_hash, patches });
    expect(answer.text.length).toBeLessThanOrEqual(10_000);
    expect(answer.text).toMatch(/\n… \d[\d,]* more lines of diff\nGo on with/);
  });
});
