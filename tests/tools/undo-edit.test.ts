import { describe, expect, test } from '@jest/globals';
import { listTools } from '../../src/tools/index.js';
import { noHistory } from '../../src/store/history.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { createWorkspace } from '../../src/workspace/store-workspace.js';
import type { ToolAnswer } from '../../src/tools/tool.js';
import { at, createDesk, numbered, sha256 } from '../support/desk.js';
import type { Desk, DeskOptions } from '../support/desk.js';

const undoTool = 'undo_edit';
const editTool = 'edit_text_file_contents';
const sets = ['lines', 'text', 'history'] as const;
const offer = { sets, readOnly: false, structured: false };

test('is offered to clients as before', () => {
  expect(listTools(offer).find(({ name }) => name === undoTool)).toMatchSnapshot();
});

function deskWith(files: Readonly<Record<string, string>>, options: DeskOptions = {}): Desk {
  return createDesk(files, { ...options, context: { offer, ...options.context } });
}

function idOf(answer: ToolAnswer): string {
  expect(answer.text).not.toMatch(/^ERROR/);
  return String(at(answer, 'change_id'));
}

function undo(desk: Desk, change: ToolAnswer): Promise<ToolAnswer> {
  return desk.call(undoTool, { change_id: idOf(change) });
}

/** An entry of the edit tool for a file as it is now. */
function entry(desk: Desk, file_path: string, fields: object): object {
  return { file_path, file_hash: desk.hash(file_path), ...fields };
}

/** Replaces a line that is unlike all others, as somebody else. */
async function other(desk: Desk, line: string, by: string): Promise<void> {
  const { isError } = await desk.callAs('codex', 'replace_text', {
    file_path: 'a.txt',
    file_hash: desk.hash('a.txt'),
    edits: [{ old_text: line, new_text: by }],
  });
  expect(isError).toBe(false);
}

const ONE = 'one\ntwo\nthree\nfour\nfive\n';

describe('each action is taken back, byte for byte', () => {
  test.each<[string, string, (desk: Desk) => readonly object[]]>([
    [
      'a patch',
      ONE,
      (on) => [entry(on, 'a.txt', { edits: [{ old_text: 'two', new_text: '2\n2' }] })],
    ],
    ['a replacement', ONE, (on) => [entry(on, 'a.txt', { action: 'replace', contents: 'x' })]],
    [
      'a replacement by nothing',
      ONE,
      (on) => [entry(on, 'a.txt', { action: 'replace', contents: '' })],
    ],
    ['a conversion', 'a\r\nb\nc', (on) => [entry(on, 'a.txt', { newline: 'cr' })]],
    ['a final newline', 'a\nb', (on) => [entry(on, 'a.txt', { final_newline: true })]],
    ['a deletion', 'a\r\nb', (on) => [entry(on, 'a.txt', { action: 'delete' })]],
    ['the deletion of an empty file', '', (on) => [entry(on, 'a.txt', { action: 'delete' })]],
    ['a move', ONE, (on) => [entry(on, 'a.txt', { action: 'move', new_path: 'sub/b.txt' })]],
    [
      'a move with patches',
      ONE,
      (on) => [
        entry(on, 'a.txt', {
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
        entry(on, 'a.txt', { action: 'move', new_path: 'b.txt' }),
        entry(on, 'c.txt', { action: 'delete' }),
        { file_path: 'd.txt', contents: 'd' },
      ],
    ],
  ])('%s', async (_, text, files) => {
    const before = { 'a.txt': text, 'c.txt': 'c\n' };
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'sub/b.txt', 'new.txt'];
    const state = (on: Desk) => names.map((name) => on.text(name));
    const desk = deskWith(before);
    const change = await desk.call(editTool, { files: files(desk) });
    const after = state(desk);
    expect(after).not.toEqual(state(deskWith(before)));
    const undone = await undo(desk, change);
    expect(state(desk)).toEqual(state(deskWith(before)));
    await undo(desk, undone);
    expect(state(desk)).toEqual(after);
  });

  test('bytes that are no text, a byte order mark and CRLF too', async () => {
    const bytes = Buffer.concat([
      Buffer.from('\uFEFFa\r\n'),
      Buffer.from([0xe9, 0x0a, 0x0d, 0x81]),
    ]);
    const store = createMemoryStore({ 'a.txt': bytes });
    const desk = createDesk({}, { context: { offer, workspace: createWorkspace(store) } });
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

describe('what others have changed since', () => {
  test('stays in other lines of the file', async () => {
    const desk = deskWith({ 'a.txt': ONE });
    const files = [entry(desk, 'a.txt', { edits: [{ old_text: 'two', new_text: '2\n2' }] })];
    const change = await desk.call(editTool, { files });
    await other(desk, 'one', 'ONE\nand more');
    await other(desk, 'five', 'FIVE');
    const answer = await undo(desk, change);
    expect(desk.text('a.txt')).toBe('ONE\nand more\ntwo\nthree\nfour\nFIVE\n');
    expect(answer.text.split('\n')).toEqual(
      [
        expect.stringMatching(/^OK a\.txt {2}7 -> 6 lines {2}change /),
        '@@ -2,4 +2,3 @@',
        ' and more',
        '-2',
        '-2',
        '+two',
        ' three',
        `now file_hash ${desk.hash('a.txt').slice(0, 16)}`,
        `lines 3-3  range_hash ${sha256('two\n').slice(0, 16)}`,
        'rebased over 2 changes, +1 line',
        'old lines 4-5 are now 4-5',
      ].filter((line) => line !== 'old lines 4-5 are now 4-5'),
    );
  });

  test('stays in a file that was moved, which goes back with it', async () => {
    const desk = deskWith({ 'old.txt': ONE });
    const files = [entry(desk, 'old.txt', { action: 'move', new_path: 'a.txt' })];
    const change = await desk.call(editTool, { files });
    await other(desk, 'five', 'FIVE');
    await undo(desk, change);
    expect([desk.text('old.txt'), desk.text('a.txt')]).toEqual([
      ONE.replace('five', 'FIVE'),
      undefined,
    ]);
  });

  test('stays where the change itself was rebased', async () => {
    const desk = deskWith({ 'a.txt': ONE });
    const files = [entry(desk, 'a.txt', { edits: [{ old_text: 'five', new_text: '5' }] })];
    await other(desk, 'one', 'zero\none');
    const change = await desk.call(editTool, { files, on_stale: 'rebase' });
    await other(desk, 'three', '3\n3');
    await undo(desk, change);
    expect(desk.text('a.txt')).toBe('zero\none\ntwo\n3\n3\nfour\nfive\n');
  });

  test('stays where one of several files is as it was left', async () => {
    const desk = deskWith({ 'a.txt': ONE, 'b.txt': 'b\n' });
    const files = [
      entry(desk, 'a.txt', { edits: [{ old_text: 'two', new_text: '2' }] }),
      entry(desk, 'b.txt', { action: 'delete' }),
    ];
    const change = await desk.call(editTool, { files });
    await other(desk, 'five', 'FIVE');
    await undo(desk, change);
    expect([desk.text('a.txt'), desk.text('b.txt')]).toEqual([ONE.replace('five', 'FIVE'), 'b\n']);
  });
});

describe('nothing is taken back', () => {
  async function refused(desk: Desk, change: ToolAnswer): Promise<ToolAnswer> {
    const before = ['a.txt', 'b.txt'].map((name) => desk.text(name));
    const answer = await undo(desk, change);
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain('Nothing was written.');
    expect(['a.txt', 'b.txt'].map((name) => desk.text(name))).toEqual(before);
    return answer;
  }

  test('where others changed the same lines: they are shown as they are now', async () => {
    const desk = deskWith({ 'a.txt': ONE, 'b.txt': 'b\n' });
    const files = [
      entry(desk, 'a.txt', { edits: [{ old_text: 'two', new_text: '2' }] }),
      entry(desk, 'b.txt', { action: 'delete' }),
    ];
    const change = await desk.call(editTool, { files });
    const meant = desk.hash('a.txt').slice(0, 16);
    await other(desk, 'one', 'zero\none');
    await other(desk, '2', 'zwei');
    const answer = await refused(desk, change);
    const { text } = answer;
    expect(text).toMatch(
      new RegExp(
        `^ERROR CONFLICT: Change ${idOf(change)} cannot be taken back: a\\.txt changed since file_hash ${meant} \\(2 changes, the last by codex, \\d+ m?s ago\\)\\. Nothing was written\\.\n`,
      ),
    );
    expect(text.split('\n').slice(1, 12)).toEqual([
      `now 6 lines  file_hash ${desk.hash('a.txt').slice(0, 16)}`,
      `its lines 2-2 have changed, now 3-3  range_hash ${sha256('zwei\n').slice(0, 16)}`,
      '3\tzwei',
      'since the change:',
      '@@ -1,3 +1,4 @@',
      '+zero',
      ' one',
      '-2',
      '+zwei',
      ' three',
      expect.stringContaining('get_history with change_id'),
    ]);
    expect(at(answer, 'conflicts')).toMatchObject([
      { file_path: 'a.txt', kind: 'file_hash', agent: 'codex' },
      {
        file_path: 'a.txt',
        kind: 'range_hash',
        start: 2,
        end: 2,
        now: { start: 3, end: 3 },
        current: 'zwei\n',
      },
    ]);
    expect(text).not.toContain('Retry');
  });

  test.each<[string, string, string, (desk: Desk) => object, (desk: Desk) => Promise<unknown>]>([
    [
      'where a file that was made has other lines now',
      'file_hash',
      'a.txt changed since',
      () => ({ file_path: 'a.txt', contents: 'new\n' }),
      (on) => other(on, 'new', 'newer'),
    ],
    [
      'where a file that was made is gone',
      'missing',
      'a.txt with file_hash',
      () => ({ file_path: 'a.txt', contents: 'new\n' }),
      async (on) => on.put('a.txt', undefined),
    ],
    [
      'where a file that was deleted is there again',
      'absent',
      'b.txt exists again',
      (on) => entry(on, 'b.txt', { action: 'delete' }),
      (on) => on.call('create_text_file', { file_path: 'b.txt', contents: '' }),
    ],
    [
      'where a file that was changed was moved',
      'missing',
      'b.txt with file_hash',
      (on) => entry(on, 'b.txt', { edits: [{ old_text: 'b', new_text: 'c' }] }),
      (on) => on.call(editTool, { files: [entry(on, 'b.txt', { action: 'move', new_path: 'c' })] }),
    ],
    [
      'where another file is in the place from which one was moved',
      'absent',
      'b.txt exists again',
      (on) => entry(on, 'b.txt', { action: 'move', new_path: 'a.txt' }),
      (on) => on.call('create_text_file', { file_path: 'b.txt', contents: '' }),
    ],
  ])('%s', async (_, kind, words, file, then) => {
    const desk = deskWith({ 'b.txt': 'b\n' });
    const change = await desk.call(editTool, { files: [file(desk)] });
    await then(desk);
    const answer = await refused(desk, change);
    expect(answer.text).toContain(words);
    expect(at(answer, 'conflicts')).toMatchObject([{ kind }]);
  });

  test('twice', async () => {
    const desk = deskWith({ 'a.txt': ONE });
    const files = [entry(desk, 'a.txt', { edits: [{ old_text: 'two', new_text: '2' }] })];
    const change = await desk.call(editTool, { files });
    const undone = await undo(desk, change);
    const answer = await refused(desk, change);
    expect(answer.text).toContain(
      `Change ${idOf(change)} was taken back already, by change ${idOf(undone)}.`,
    );
    // The undo undone, the change is there again and can be taken back again.
    const redone = await undo(desk, undone);
    expect((await undo(desk, change)).isError).toBe(false);
    expect(desk.text('a.txt')).toBe(ONE);
    expect((await refused(desk, redone)).text).toContain('cannot be taken back');
  });

  test('of a change that nobody knows', async () => {
    const answer = await deskWith({}).call(undoTool, { change_id: 'k7m2q' });
    expect(answer.text).toMatch(/^ERROR UNKNOWN_CHANGE: Change k7m2q is not in the history/);
  });

  test('of one whose version before is not kept', async () => {
    const store = createMemoryStore({ 'a.txt': ONE, 'b.txt': 'b\n' });
    const { changes } = store.history;
    const workspace = createWorkspace({ ...store, history: { ...noHistory, changes } });
    const desk = createDesk({}, { context: { offer, workspace } });
    const change = await desk.call(editTool, {
      files: [{ file_path: 'a.txt', file_hash: sha256(ONE), action: 'delete' }],
    });
    const answer = await undo(desk, change);
    expect(answer.text).toMatch(
      new RegExp(
        `^ERROR UNKNOWN_CHANGE: The version of a.txt before change ${idOf(change)} is not`,
      ),
    );
    const moved = await desk.call(editTool, {
      files: [{ file_path: 'b.txt', file_hash: sha256('b\n'), action: 'move', new_path: 'c.txt' }],
    });
    expect((await undo(desk, moved)).isError).toBe(false);
  });

  test('of one that concerns files that cannot be seen here', async () => {
    const store = createMemoryStore({ 'a.txt': numbered(3) });
    const workspace = createWorkspace({
      ...store,
      history: {
        ...store.history,
        changes: async (filter) =>
          (await store.history.changes(filter)).map((change) => ({ ...change, isPartial: true })),
      },
    });
    const desk = createDesk({}, { context: { offer, workspace } });
    const change = await desk.call('append_text_file_contents', {
      file_path: 'a.txt',
      file_hash: sha256(numbered(3)),
      contents: '4',
    });
    expect((await undo(desk, change)).text).toMatch(/^ERROR INVALID_ARGUMENT: .* cannot see/);
  });
});

test('an undo is a change of its own, and says of what', async () => {
  const desk = deskWith({ 'a.txt': ONE });
  const files = [entry(desk, 'a.txt', { edits: [{ old_text: 'two', new_text: '2' }] })];
  const change = await desk.call(editTool, { files });
  const undone = await undo(desk, change);
  const history = await desk.call('get_history', {});
  expect(at(history, 'changes')).toMatchObject([
    { change_id: idOf(undone), tool: undoTool, undoes: idOf(change), files: [{ action: 'patch' }] },
    { change_id: idOf(change), tool: editTool, undone_by: idOf(undone) },
  ]);
});
