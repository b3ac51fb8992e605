import { describe, expect, test } from '@jest/globals';
import { listTools } from '../../src/tools/index.js';
import { at, createDesk, numbered, sha256 } from '../support/desk.js';
import { historyDesk, historyOffer as offer, idOf, replaceAs } from '../support/history-desk.js';

const historyTool = 'get_history';
const short = (text: string) => sha256(text).slice(0, 16);

test('is offered to clients as before', () => {
  expect(listTools(offer).find(({ name }) => name === historyTool)).toMatchSnapshot();
});

describe('the changes', () => {
  test('come newest first, with who, when, how and which files', async () => {
    const desk = historyDesk({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    const first = await replaceAs(desk, 'claude', ['a', 'A']);
    const second = await desk.callAs('codex', 'edit_text_file_contents', {
      files: [
        { file_path: 'a.txt', file_hash: desk.hash('a.txt'), action: 'move', new_path: 'c.txt' },
        { file_path: 'b.txt', file_hash: desk.hash('b.txt'), action: 'delete' },
        { file_path: 'd.txt', contents: 'd\n' },
      ],
    });
    const answer = await desk.call(historyTool, {});
    expect(answer.text.split('\n')).toEqual([
      `change ${idOf(second)}  2026-11-30T15:00:01.000Z (1 s ago)  codex  edit_text_file_contents`,
      `  move a.txt -> c.txt  file_hash ${short('A\n')}`,
      `  delete b.txt  file_hash ${short('b\n')}`,
      `  create d.txt  file_hash ${short('d\n')}`,
      `change ${idOf(first)}  2026-11-30T15:00:00.000Z (2 s ago)  claude  replace_text`,
      `  patch a.txt  file_hash ${short('a\n')} -> ${short('A\n')}`,
    ]);
    expect(answer.result).toEqual({
      changes: [
        {
          change_id: idOf(second),
          time: '2026-11-30T15:00:01.000Z',
          agent: 'codex',
          tool: 'edit_text_file_contents',
          files: [
            {
              file_path: 'c.txt',
              previous_path: 'a.txt',
              action: 'move',
              previous_hash: sha256('A\n'),
              file_hash: sha256('A\n'),
            },
            { file_path: 'b.txt', action: 'delete', previous_hash: sha256('b\n') },
            { file_path: 'd.txt', action: 'create', file_hash: sha256('d\n') },
          ],
        },
        {
          change_id: idOf(first),
          time: '2026-11-30T15:00:00.000Z',
          agent: 'claude',
          tool: 'replace_text',
          files: [
            {
              file_path: 'a.txt',
              action: 'patch',
              previous_hash: sha256('a\n'),
              file_hash: sha256('A\n'),
            },
          ],
        },
      ],
    });
  });

  test('of one file, under the names that it had', async () => {
    const desk = historyDesk({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    await replaceAs(desk, 'claude', ['b', 'B'], 'b.txt');
    const moved = await desk.call('edit_text_file_contents', {
      files: [{ file_path: 'a.txt', file_hash: desk.hash('a.txt'), action: 'move', new_path: 'c' }],
    });
    for (const file_path of ['a.txt', 'c']) {
      const { result } = await desk.call(historyTool, { file_path });
      expect(result).toMatchObject({ changes: [{ change_id: idOf(moved) }] });
    }
  });

  test('up to a limit, and whether there are more', async () => {
    const desk = historyDesk({ 'a.txt': numbered(30) });
    for (let line = 1; line <= 22; line += 1) {
      await replaceAs(desk, 'claude', [`\n${line + 1}\n`, `\nx${line}\n`]);
    }
    const usual = await desk.call(historyTool, {});
    expect(at(usual, 'changes')).toHaveLength(20);
    expect(at(usual, 'has_more')).toBe(true);
    expect(usual.text).toMatch(/\n… there are older changes: give a higher limit$/);
    const all = await desk.call(historyTool, { limit: 22 });
    expect(at(all, 'changes')).toHaveLength(22);
    expect(at(all, 'has_more')).toBeUndefined();
  });

  test('of which there are none', async () => {
    expect((await historyDesk({}).call(historyTool, {})).text).toBe('No change is remembered.');
  });

  test('name who took what back', async () => {
    const desk = historyDesk({ 'a.txt': 'a\n' });
    const change = await replaceAs(desk, 'claude', ['a', 'A']);
    const undone = await desk.callAs('codex', 'undo_edit', { change_id: idOf(change) });
    const { text } = await desk.call(historyTool, {});
    expect(text).toContain(`  undo_edit  undoes ${idOf(change)}\n`);
    expect(text).toContain(`  replace_text  undone by ${idOf(undone)}\n`);
  });

  test('fit into the limit of the output', async () => {
    const desk = historyDesk({ 'a.txt': numbered(30) });
    for (let line = 1; line <= 22; line += 1) {
      await replaceAs(desk, 'claude', [`\n${line + 1}\n`, `\nx${line}\n`]);
    }
    const small = createDesk(
      {},
      { limits: { maxOutputChars: 1000 }, context: { offer, workspace: desk.context.workspace } },
    );
    const { text } = await small.call(historyTool, {});
    expect(text.length).toBeLessThanOrEqual(1000);
    expect(text).toMatch(/\n… the rest did not fit\n… there are older changes: /);
  });
});
