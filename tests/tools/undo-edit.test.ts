import { describe, expect, test } from '@jest/globals';
import { createMemoryStore } from '../../src/store/memory.js';
import { listTools } from '../../src/tools/index.js';
import { createWorkspace } from '../../src/workspace/store-workspace.js';
import { at, createDesk, sha256 } from '../support/desk.js';
import type { Desk } from '../support/desk.js';
import {
  edit,
  entryOf,
  historyDesk,
  historyOffer,
  idOf,
  replaceAs,
  undo,
} from '../support/history-desk.js';

const undoTool = 'undo_edit';

test('is offered to clients as before', () => {
  expect(listTools(historyOffer).find(({ name }) => name === undoTool)).toMatchSnapshot();
});

const ONE = 'one\ntwo\nthree\nfour\nfive\n';

describe('each action is taken back, byte for byte', () => {
  test.each<[string, string, (desk: Desk) => readonly object[]]>([
    [
      'a patch',
      ONE,
      (on) => [entryOf(on, 'a.txt', { edits: [{ old_text: 'two', new_text: '2\n2' }] })],
    ],
    ['a replacement', ONE, (on) => [entryOf(on, 'a.txt', { action: 'replace', contents: 'x' })]],
    [
      'a replacement by nothing',
      ONE,
      (on) => [entryOf(on, 'a.txt', { action: 'replace', contents: '' })],
    ],
    ['a conversion', 'a\r\nb\nc', (on) => [entryOf(on, 'a.txt', { newline: 'cr' })]],
    ['a final newline', 'a\nb', (on) => [entryOf(on, 'a.txt', { final_newline: true })]],
    ['a deletion', 'a\r\nb', (on) => [entryOf(on, 'a.txt', { action: 'delete' })]],
    ['the deletion of an empty file', '', (on) => [entryOf(on, 'a.txt', { action: 'delete' })]],
    ['a move', ONE, (on) => [entryOf(on, 'a.txt', { action: 'move', new_path: 'sub/b.txt' })]],
    [
      'a move with patches',
      ONE,
      (on) => [
        entryOf(on, 'a.txt', {
          action: 'move',
          new_path: 'sub/b.txt',
          edits: [{ old_text: 'two', new_text: '2' }],
        }),
      ],
    ],
    ['a creation', ONE, () => [{ file_path: 'new.txt', contents: 'x\n' }]],
    [
      'several files',
      ONE,
      (on) => [
        entryOf(on, 'a.txt', { action: 'move', new_path: 'b.txt' }),
        entryOf(on, 'c.txt', { action: 'delete' }),
        { file_path: 'd.txt', contents: 'd' },
      ],
    ],
  ])('%s', async (_, text, files) => {
    const before = { 'a.txt': text, 'c.txt': 'c\n' };
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'sub/b.txt', 'new.txt'];
    const state = (on: Desk) => names.map((name) => on.text(name));
    const desk = historyDesk(before);
    const change = await edit(desk, ...files(desk));
    const after = state(desk);
    expect(after).not.toEqual(state(historyDesk(before)));
    const undone = await undo(desk, change);
    expect(state(desk)).toEqual(state(historyDesk(before)));
    await undo(desk, undone);
    expect(state(desk)).toEqual(after);
  });

  test('bytes that are no text, a byte order mark and CRLF too', async () => {
    const bytes = Buffer.concat([
      Buffer.from('\uFEFFa\r\n'),
      Buffer.from([0xe9, 0x0a, 0x0d, 0x81]),
    ]);
    const store = createMemoryStore({ 'a.txt': bytes });
    const desk = createDesk(
      {},
      { context: { offer: historyOffer, workspace: createWorkspace(store) } },
    );
    const file_hash = sha256(bytes);
    const change = await desk.call('append_text_file_contents', {
      file_path: 'a.txt',
      file_hash,
      contents: 'x',
    });
    await undo(desk, change);
    expect(store.bytes('a.txt')).toEqual(bytes);
  });
});

test('an undo is a change of its own, and says of what', async () => {
  const desk = historyDesk({ 'a.txt': ONE });
  const files = [entryOf(desk, 'a.txt', { edits: [{ old_text: 'two', new_text: '2' }] })];
  const change = await edit(desk, ...files);
  const undone = await undo(desk, change);
  const history = await desk.call('get_history', {});
  expect(at(history, 'changes')).toMatchObject([
    { change_id: idOf(undone), tool: undoTool, undoes: idOf(change), files: [{ action: 'patch' }] },
    { change_id: idOf(change), tool: 'edit_text_file_contents', undone_by: idOf(undone) },
  ]);
});

test.each([
  ['as a text names it', (id: string) => `change ${id}`],
  ['in capitals', (id: string) => ` ${id.toUpperCase()} `],
])('an id is taken %s', async (_, written) => {
  const desk = historyDesk({ 'a.txt': ONE });
  const change = await replaceAs(desk, 'tester', ['two', '2']);
  const answer = await desk.call(undoTool, { change_id: written(idOf(change)) });
  expect(answer.isError).toBe(false);
  expect(desk.text('a.txt')).toBe(ONE);
});
