import { describe, expect, test } from '@jest/globals';
import type { ToolAnswer } from '../../src/tools/tool.js';
import { at, sha256 } from '../support/desk.js';
import type { Desk } from '../support/desk.js';
import { edit, entryOf, historyDesk, idOf, undo } from '../support/history-desk.js';

const patchTool = 'patch_text_file_contents';
const file_hash = sha256('a\n');
const patches = [{ start: 1, end: 1, first_line: 'a', contents: 'b' }];

function move(desk: Desk, from: string, to: string): Promise<ToolAnswer> {
  const files = [entryOf(desk, from, { action: 'move', new_path: to })];
  return desk.callAs('codex', 'edit_text_file_contents', { files });
}

function remove(desk: Desk, path: string): Promise<ToolAnswer> {
  return edit(desk, entryOf(desk, path, { action: 'delete' }));
}

describe('a file that is gone', () => {
  test('is told by where it is, after all moves, and the call goes on there', async () => {
    const desk = historyDesk({ 'a.txt': 'a\n' });
    await move(desk, 'a.txt', 'b.txt');
    const moved = await move(desk, 'b.txt', 'src/c.txt');
    const answer = await desk.call(patchTool, { file_path: 'a.txt', file_hash, patches });
    expect(answer.text.split('\n')).toEqual([
      `ERROR FILE_NOT_FOUND: a.txt does not exist any more: codex moved it to src/c.txt 1 s ago, in change ${idOf(moved)}. Nothing was written.`,
      'Use the path src/c.txt from now on. The hashes hold as long as nobody has changed the file there.',
    ]);
    const again = await desk.call(patchTool, { file_path: 'src/c.txt', file_hash, patches });
    expect(again.isError).toBe(false);
  });

  test('is told by who deleted it, and how it comes back', async () => {
    const desk = historyDesk({ 'a.txt': 'a\n' });
    const deleted = await remove(desk, 'a.txt');
    const answer = await desk.call(patchTool, { file_path: 'a.txt', file_hash, patches });
    expect(answer.text).toContain(`: you deleted it 1 s ago, in change ${idOf(deleted)}. Nothing`);
    expect(answer.text).toContain(`undo_edit with change_id "${idOf(deleted)}" brings it back`);
  });

  test('is told to who reads it, too', async () => {
    const desk = historyDesk({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    await move(desk, 'a.txt', 'c.txt');
    const read = (...names: readonly string[]) =>
      desk.call('get_text_file_contents', { files: names.map((file_path) => ({ file_path })) });
    expect((await read('a.txt')).text).toContain(': codex moved it to c.txt 1 s ago, in change ');
    expect(at(await read('b.txt', 'a.txt'), 'files', 1, 'error', 'message')).toContain('c.txt');
  });

  test('is told where an undo misses it', async () => {
    const desk = historyDesk({ 'a.txt': 'a\n' });
    const change = await desk.call(patchTool, { file_path: 'a.txt', file_hash, patches });
    await move(desk, 'a.txt', 'b.txt');
    expect((await undo(desk, change)).text).toContain(' is gone (codex moved it to b.txt 1 s ago');
  });

  test('is not explained by a change before it was made again', async () => {
    const desk = historyDesk({ 'a.txt': 'a\n' });
    await remove(desk, 'a.txt');
    await edit(desk, { file_path: 'a.txt', contents: 'a\n' });
    desk.put('a.txt', undefined);
    const answer = await desk.call(patchTool, { file_path: 'a.txt', file_hash, patches });
    expect(answer.text).toMatch(/^ERROR FILE_NOT_FOUND: a\.txt does not exist\. /);
  });

  test('is not followed for ever', async () => {
    const desk = historyDesk({ 'a.txt': 'a\n' });
    await move(desk, 'a.txt', 'b.txt');
    await move(desk, 'b.txt', 'a.txt');
    desk.put('a.txt', undefined);
    const answer = await desk.call(patchTool, { file_path: 'b.txt', file_hash, patches });
    expect(answer.text).toContain('b.txt does not exist any more: codex moved it to a.txt');
  });
});
