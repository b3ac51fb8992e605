import { describe, expect, test } from '@jest/globals';
import { noHistory } from '../../src/store/history.js';
import type { History } from '../../src/store/history.js';
import { createMemoryStore } from '../../src/store/memory.js';
import type { ToolAnswer } from '../../src/tools/tool.js';
import { createWorkspace } from '../../src/workspace/store-workspace.js';
import { at, createDesk, numbered, sha256 } from '../support/desk.js';
import type { Desk } from '../support/desk.js';
import { edit, entryOf, historyDesk, idOf, replaceAs, undo } from '../support/history-desk.js';
import { historyOffer as offer } from '../support/history-desk.js';

const editTool = 'edit_text_file_contents';
const ONE = 'one\ntwo\nthree\nfour\nfive\n';

describe('what others have changed since', () => {
  test('stays in other lines of the file', async () => {
    const desk = historyDesk({ 'a.txt': ONE });
    const change = await replaceAs(desk, 'tester', ['two', '2\n2']);
    await replaceAs(desk, 'codex', ['one', 'ONE\nand more']);
    await replaceAs(desk, 'codex', ['five', 'FIVE']);
    const answer = await undo(desk, change);
    expect(desk.text('a.txt')).toBe('ONE\nand more\ntwo\nthree\nfour\nFIVE\n');
    expect(answer.text.split('\n')).toEqual([
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
    ]);
  });

  test('stays in a file that was moved, which goes back with it', async () => {
    const desk = historyDesk({ 'old.txt': ONE });
    const change = await edit(
      desk,
      entryOf(desk, 'old.txt', { action: 'move', new_path: 'a.txt' }),
    );
    await replaceAs(desk, 'codex', ['five', 'FIVE']);
    await undo(desk, change);
    expect([desk.text('old.txt'), desk.text('a.txt')]).toEqual([
      ONE.replace('five', 'FIVE'),
      undefined,
    ]);
  });

  test('stays where the change itself was rebased', async () => {
    const desk = historyDesk({ 'a.txt': ONE });
    const files = [entryOf(desk, 'a.txt', { edits: [{ old_text: 'five', new_text: '5' }] })];
    await replaceAs(desk, 'codex', ['one', 'zero\none']);
    const change = await desk.call(editTool, { files, on_stale: 'rebase' });
    await replaceAs(desk, 'codex', ['three', '3\n3']);
    await undo(desk, change);
    expect(desk.text('a.txt')).toBe('zero\none\ntwo\n3\n3\nfour\nfive\n');
  });

  test('stays where one of several files is as it was left', async () => {
    const desk = historyDesk({ 'a.txt': ONE, 'b.txt': 'b\n' });
    const files = [
      entryOf(desk, 'a.txt', { edits: [{ old_text: 'two', new_text: '2' }] }),
      entryOf(desk, 'b.txt', { action: 'delete' }),
    ];
    const change = await edit(desk, ...files);
    await replaceAs(desk, 'codex', ['five', 'FIVE']);
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
    const desk = historyDesk({ 'a.txt': ONE, 'b.txt': 'b\n' });
    const files = [
      entryOf(desk, 'a.txt', { edits: [{ old_text: 'two', new_text: '2' }] }),
      entryOf(desk, 'b.txt', { action: 'delete' }),
    ];
    const change = await edit(desk, ...files);
    const meant = desk.hash('a.txt').slice(0, 16);
    await replaceAs(desk, 'codex', ['one', 'zero\none']);
    await replaceAs(desk, 'codex', ['2', 'zwei']);
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

  /** A change, what comes after it, and the conflict. */
  interface Clash {
    readonly name: string;
    readonly change: (desk: Desk) => object;
    readonly later: (desk: Desk) => Promise<unknown>;
    readonly kind: string;
    readonly words: string;
  }

  const clashes: readonly Clash[] = [
    {
      name: 'where a file that was made has other lines now',
      change: () => ({ file_path: 'a.txt', contents: 'new\n' }),
      later: (on) => replaceAs(on, 'codex', ['new', 'newer']),
      kind: 'file_hash',
      words: 'a.txt changed since',
    },
    {
      name: 'where a file that was made is gone',
      change: () => ({ file_path: 'a.txt', contents: 'new\n' }),
      later: async (on) => on.put('a.txt', undefined),
      kind: 'missing',
      words: 'a.txt with file_hash',
    },
    {
      name: 'where a file that was deleted is there again',
      change: (on) => entryOf(on, 'b.txt', { action: 'delete' }),
      later: (on) => edit(on, { file_path: 'b.txt', contents: '' }),
      kind: 'absent',
      words: 'b.txt exists again',
    },
    {
      name: 'where a file that was changed was moved',
      change: (on) => entryOf(on, 'b.txt', { edits: [{ old_text: 'b', new_text: 'c' }] }),
      later: (on) => edit(on, entryOf(on, 'b.txt', { action: 'move', new_path: 'c' })),
      kind: 'missing',
      words: 'b.txt with file_hash',
    },
    {
      name: 'where another file is in the place from which one was moved',
      change: (on) => entryOf(on, 'b.txt', { action: 'move', new_path: 'a.txt' }),
      later: (on) => edit(on, { file_path: 'b.txt', contents: '' }),
      kind: 'absent',
      words: 'b.txt exists again',
    },
  ];

  test.each(clashes)('$name', async ({ change: file, later, kind, words }) => {
    const desk = historyDesk({ 'b.txt': 'b\n' });
    const change = await edit(desk, file(desk));
    await later(desk);
    const answer = await refused(desk, change);
    expect(answer.text).toContain(words);
    expect(at(answer, 'conflicts')).toMatchObject([{ kind }]);
  });

  test('twice', async () => {
    const desk = historyDesk({ 'a.txt': ONE });
    const change = await replaceAs(desk, 'tester', ['two', '2']);
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
    const answer = await historyDesk({}).call('undo_edit', { change_id: 'k7m2q' });
    expect(answer.text).toMatch(/^ERROR UNKNOWN_CHANGE: Change k7m2q is not in the history/);
  });

  test('of one whose version before is not kept', async () => {
    const store = createMemoryStore({ 'a.txt': ONE, 'b.txt': 'b\n' });
    const history: History = {
      ...noHistory,
      changes: (filter) => store.history.changes(filter),
    };
    const workspace = createWorkspace({ ...store, history });
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
