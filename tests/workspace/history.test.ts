import { describe, expect, test } from '@jest/globals';
import { noHistory } from '../../src/store/history.js';
import type { History } from '../../src/store/history.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { createWorkspace } from '../../src/workspace/store-workspace.js';
import { at, createDesk, numbered, sha256 } from '../support/desk.js';
import { historyDesk, historyOffer as offer, idOf, replaceAs } from '../support/history-desk.js';

const historyTool = 'get_history';
const short = (text: string) => sha256(text).slice(0, 16);

describe('since a version', () => {
  test('there is the diff to now, and the changes in between', async () => {
    const desk = historyDesk({ 'a.txt': numbered(5), 'b.txt': 'b\n' });
    await replaceAs(desk, 'claude', ['1\n', 'one\n']);
    const held = desk.text('a.txt') ?? '';
    const second = await replaceAs(desk, 'codex', ['5', 'five']);
    await replaceAs(desk, 'codex', ['b', 'B'], 'b.txt');
    const third = await replaceAs(desk, 'claude', ['2\n', '']);
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
    const desk = historyDesk({ 'a.txt': 'a\nb\n' });
    const held = desk.hash('a.txt');
    await replaceAs(desk, 'claude', ['a', 'A']);
    desk.put('a.txt', 'A\nb\nc\n');
    const { result } = await desk.call(historyTool, { file_path: 'a.txt', since_hash: held });
    expect(result['diff']).toBe('@@ -1,2 +1,3 @@\n-a\n+A\n b\n+c');
  });

  test('that another program wrote over there is the diff, and no change', async () => {
    const desk = historyDesk({ 'a.txt': 'a\nb\n' });
    await replaceAs(desk, 'claude', ['a', 'A']);
    const since_hash = desk.hash('a.txt');
    desk.put('a.txt', 'A\nb\nc\n');
    const { result } = await desk.call(historyTool, { file_path: 'a.txt', since_hash });
    expect(result).toEqual({ changes: [], diff: '@@ -2,1 +2,2 @@\n b\n+c' });
  });

  test('that is the current one there is nothing to tell', async () => {
    const desk = historyDesk({ 'a.txt': 'a\n' });
    await replaceAs(desk, 'claude', ['a', 'A']);
    const since_hash = desk.hash('a.txt');
    const answer = await desk.call(historyTool, { file_path: 'a.txt', since_hash });
    expect(answer.text).toBe(`a.txt  since file_hash ${since_hash.slice(0, 16)}: unchanged`);
    expect(answer.result).toEqual({ changes: [], diff: '' });
  });

  test('of a file that is gone it is told who took it away', async () => {
    const desk = historyDesk({ 'a.txt': 'a\n' });
    const file_hash = desk.hash('a.txt');
    const files = [{ file_path: 'a.txt', file_hash, action: 'delete' }];
    await desk.callAs('codex', 'edit_text_file_contents', { files });
    const answer = await desk.call(historyTool, { file_path: 'a.txt', since_hash: file_hash });
    expect(answer.text).toMatch(/: it is gone, or is no text any more\nchange .* codex /);
  });

  test('that is not kept it is refused', async () => {
    const desk = historyDesk({ 'a.txt': 'a\n' });
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
    const answer = await historyDesk({ 'a.txt': 'a\n' }).call(historyTool, args);
    expect(at(answer, 'code')).toBe('INVALID_ARGUMENT');
    expect(answer.text).toContain(message);
  });
});

describe('one change', () => {
  test('has its diff', async () => {
    const desk = historyDesk({ 'a.txt': numbered(5) });
    const change = await replaceAs(desk, 'claude', ['2', 'two']);
    await replaceAs(desk, 'codex', ['4', 'four']);
    const answer = await desk.call(historyTool, { change_id: idOf(change) });
    const diff = '@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3';
    expect(answer.text.split('\n').slice(2).join('\n')).toBe(diff);
    expect(answer.result).toMatchObject({ changes: [{ change_id: idOf(change) }], diff });
  });

  test('of several files has that of each', async () => {
    const desk = historyDesk({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
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
    const history: History = {
      ...noHistory,
      changes: (filter) => store.history.changes(filter),
    };
    const remote = { ...store, history };
    const desk = createDesk({}, { context: { offer, workspace: createWorkspace(remote) } });
    const change = await desk.call('append_text_file_contents', {
      file_path: 'a.txt',
      file_hash: sha256('a\n'),
      contents: 'b',
    });
    const later = createDesk({}, { context: { offer, workspace: createWorkspace(remote) } });
    const answer = await later.call(historyTool, { change_id: idOf(change) });
    expect(answer.text).toContain('\nthe versions before and after it are not all kept');
    expect(at(answer, 'diff')).toBeUndefined();
  });

  test('of another file than the one named is refused as such', async () => {
    const desk = historyDesk({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    const change = await replaceAs(desk, 'claude', ['a', 'A']);
    const asked = { change_id: idOf(change), file_path: 'b.txt' };
    expect((await desk.call(historyTool, asked)).text).toContain(
      `A change ${idOf(change)} of b.txt is not in the history`,
    );
  });

  test('that nobody knows is refused', async () => {
    const answer = await historyDesk({}).call(historyTool, { change_id: 'k7m2q' });
    expect(answer.text).toMatch(/^ERROR UNKNOWN_CHANGE: Change k7m2q is not in the history/);
  });
});
