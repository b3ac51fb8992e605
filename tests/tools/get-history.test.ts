import { describe, expect, test } from '@jest/globals';
import { listTools } from '../../src/tools/index.js';
import { noHistory } from '../../src/store/history.js';
import { createMemoryStore } from '../../src/store/memory.js';
import type { ToolAnswer } from '../../src/tools/tool.js';
import { createWorkspace } from '../../src/workspace/store-workspace.js';
import { at, createDesk, numbered, sha256 } from '../support/desk.js';
import type { Desk } from '../support/desk.js';

const historyTool = 'get_history';
const offer = { sets: ['lines', 'text', 'history'] as const, readOnly: false, structured: false };
const START = Date.UTC(2026, 10, 30, 15);

test('is offered to clients as before', () => {
  expect(listTools(offer).find(({ name }) => name === historyTool)).toMatchSnapshot();
});

/** A desk where each look at the clock takes a second. */
function deskWith(files: Readonly<Record<string, string>>): Desk {
  let time = START;
  return createDesk(files, { context: { offer }, now: () => (time += 1000) - 1000 });
}

async function replace(
  desk: Desk,
  author: string,
  path: string,
  [from, to]: readonly [string, string],
) {
  const answer = await desk.callAs(author, 'replace_text', {
    file_path: path,
    file_hash: desk.hash(path),
    edits: [{ old_text: from, new_text: to }],
  });
  expect(answer.isError).toBe(false);
  return answer;
}

function idOf(answer: ToolAnswer): string {
  return String(at(answer, 'change_id'));
}

const short = (text: string) => sha256(text).slice(0, 16);

describe('the changes', () => {
  test('come newest first, with who, when, how and which files', async () => {
    const desk = deskWith({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    const first = await replace(desk, 'claude', 'a.txt', ['a', 'A']);
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
    const desk = deskWith({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    await replace(desk, 'claude', 'b.txt', ['b', 'B']);
    const moved = await desk.call('edit_text_file_contents', {
      files: [{ file_path: 'a.txt', file_hash: desk.hash('a.txt'), action: 'move', new_path: 'c' }],
    });
    for (const file_path of ['a.txt', 'c']) {
      const { result } = await desk.call(historyTool, { file_path });
      expect(result).toMatchObject({ changes: [{ change_id: idOf(moved) }] });
    }
  });

  test('up to a limit, and whether there are more', async () => {
    const desk = deskWith({ 'a.txt': numbered(30) });
    for (let line = 1; line <= 22; line += 1) {
      await replace(desk, 'claude', 'a.txt', [`\n${line + 1}\n`, `\nx${line}\n`]);
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
    expect((await deskWith({}).call(historyTool, {})).text).toBe('No change is remembered.');
  });

  test('name who took what back', async () => {
    const desk = deskWith({ 'a.txt': 'a\n' });
    const change = await replace(desk, 'claude', 'a.txt', ['a', 'A']);
    const undone = await desk.callAs('codex', 'undo_edit', { change_id: idOf(change) });
    const { text } = await desk.call(historyTool, {});
    expect(text).toContain(`  undo_edit  undoes ${idOf(change)}\n`);
    expect(text).toContain(`  replace_text  undone by ${idOf(undone)}\n`);
  });

  test('fit into the limit of the output', async () => {
    const desk = deskWith({ 'a.txt': numbered(30) });
    for (let line = 1; line <= 22; line += 1) {
      await replace(desk, 'claude', 'a.txt', [`\n${line + 1}\n`, `\nx${line}\n`]);
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

describe('since a version', () => {
  test('there is the diff to now, and the changes in between', async () => {
    const desk = deskWith({ 'a.txt': numbered(5), 'b.txt': 'b\n' });
    await replace(desk, 'claude', 'a.txt', ['1\n', 'one\n']);
    const held = desk.text('a.txt') ?? '';
    const second = await replace(desk, 'codex', 'a.txt', ['5', 'five']);
    await replace(desk, 'codex', 'b.txt', ['b', 'B']);
    const third = await replace(desk, 'claude', 'a.txt', ['2\n', '']);
    const answer = await desk.call(historyTool, { file_path: 'a.txt', since_hash: sha256(held) });
    const diff = '@@ -1,5 +1,4 @@\n one\n-2\n 3\n 4\n-5\n+five';
    const now = sha256(desk.text('a.txt') ?? '').slice(0, 16);
    expect(answer.text).toContain(
      `a.txt  since file_hash ${short(held)}, now file_hash ${now}\n${diff}\nchange ${idOf(third)}  `,
    );
    expect(answer.result).toMatchObject({
      diff,
      changes: [{ change_id: idOf(third) }, { change_id: idOf(second) }],
    });
    expect(at(answer, 'changes')).toHaveLength(2);
  });

  test('also one that another program made of it', async () => {
    const desk = deskWith({ 'a.txt': 'a\nb\n' });
    const held = desk.hash('a.txt');
    await replace(desk, 'claude', 'a.txt', ['a', 'A']);
    desk.put('a.txt', 'A\nb\nc\n');
    const { result } = await desk.call(historyTool, { file_path: 'a.txt', since_hash: held });
    expect(result['diff']).toBe('@@ -1,2 +1,3 @@\n-a\n+A\n b\n+c');
  });

  test('that is the current one there is nothing to tell', async () => {
    const desk = deskWith({ 'a.txt': 'a\n' });
    await replace(desk, 'claude', 'a.txt', ['a', 'A']);
    const since_hash = desk.hash('a.txt');
    const answer = await desk.call(historyTool, { file_path: 'a.txt', since_hash });
    expect(answer.text).toBe(`a.txt  since file_hash ${since_hash.slice(0, 16)}: unchanged`);
    expect(answer.result).toEqual({ changes: [], diff: '' });
  });

  test('of a file that is gone it is told who took it away', async () => {
    const desk = deskWith({ 'a.txt': 'a\n' });
    const file_hash = desk.hash('a.txt');
    const files = [{ file_path: 'a.txt', file_hash, action: 'delete' }];
    await desk.callAs('codex', 'edit_text_file_contents', { files });
    const answer = await desk.call(historyTool, { file_path: 'a.txt', since_hash: file_hash });
    expect(answer.text).toMatch(/: it is gone, or is no text any more\nchange .* codex /);
  });

  test('that is not kept it is refused', async () => {
    const desk = deskWith({ 'a.txt': 'a\n' });
    const since_hash = sha256('never');
    const answer = await desk.call(historyTool, { file_path: 'a.txt', since_hash });
    expect(answer.text).toMatch(
      new RegExp(`^ERROR UNKNOWN_CHANGE: The version ${short('never')} of a.txt is not`),
    );
  });

  test.each([
    [{ since_hash: sha256('a') }, 'since_hash is given without file_path'],
    [
      { file_path: 'a.txt', since_hash: sha256('a'), change_id: 'x' },
      'since_hash and change_id are both given',
    ],
  ])('names a version of one file: %j', async (args, message) => {
    const answer = await deskWith({ 'a.txt': 'a\n' }).call(historyTool, args);
    expect(at(answer, 'code')).toBe('INVALID_ARGUMENT');
    expect(answer.text).toContain(message);
  });
});

describe('one change', () => {
  test('has its diff', async () => {
    const desk = deskWith({ 'a.txt': numbered(5) });
    const change = await replace(desk, 'claude', 'a.txt', ['2', 'two']);
    await replace(desk, 'codex', 'a.txt', ['4', 'four']);
    const answer = await desk.call(historyTool, { change_id: idOf(change) });
    const diff = '@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3';
    expect(answer.text.split('\n').slice(2).join('\n')).toBe(diff);
    expect(answer.result).toMatchObject({ changes: [{ change_id: idOf(change) }], diff });
  });

  test('of several files has that of each', async () => {
    const desk = deskWith({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    const change = await desk.call('edit_text_file_contents', {
      files: [
        { file_path: 'a.txt', file_hash: desk.hash('a.txt'), action: 'delete' },
        { file_path: 'b.txt', file_hash: desk.hash('b.txt'), action: 'move', new_path: 'c.txt' },
        { file_path: 'd.txt', contents: 'd\nd\n' },
      ],
    });
    const answer = await desk.call(historyTool, { change_id: idOf(change) });
    expect(answer.text.split('\n').slice(4)).toEqual([
      '--- a.txt',
      '@@ -1,1 +0,0 @@',
      '-a',
      '--- c.txt',
      'no line that can be shown has changed',
      '--- d.txt',
      '@@ -0,0 +1,2 @@',
      '+d',
      '+d',
    ]);
    expect(at(answer, 'diff')).toBe(
      '--- a.txt\n@@ -1,1 +0,0 @@\n-a\n--- d.txt\n@@ -0,0 +1,2 @@\n+d\n+d',
    );
  });

  test('whose versions are not kept says so', async () => {
    const store = createMemoryStore({ 'a.txt': 'a\n' });
    const history = { ...noHistory, changes: store.history.changes };
    const workspace = createWorkspace({ ...store, history });
    const desk = createDesk({}, { context: { offer, workspace } });
    const change = await desk.call('append_text_file_contents', {
      file_path: 'a.txt',
      file_hash: sha256('a\n'),
      contents: 'b',
    });
    const answer = await desk.call(historyTool, { change_id: idOf(change) });
    expect(answer.text).toContain('\nthe versions before and after it are not all kept');
    expect(at(answer, 'diff')).toBeUndefined();
  });

  test('that nobody knows is refused', async () => {
    const answer = await deskWith({}).call(historyTool, { change_id: 'k7m2q' });
    expect(answer.text).toMatch(/^ERROR UNKNOWN_CHANGE: Change k7m2q is not in the history/);
  });
});
