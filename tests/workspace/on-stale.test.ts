import { describe, expect, test } from '@jest/globals';
import { LocklineError } from '../../src/core/errors.js';
import { noHistory } from '../../src/store/history.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { createWorkspace } from '../../src/workspace/store-workspace.js';
import type { OnStale } from '../../src/workspace/workspace.js';
import { at, createDesk, FIRST_CHANGE, numbered, sha256 } from '../support/desk.js';
import type { Desk } from '../support/desk.js';

const patchTool = 'patch_text_file_contents';
const sets = ['lines', 'text'] as const;

function deskWith(files: Readonly<Record<string, string>>, onStale: OnStale = 'own'): Desk {
  return createDesk(files, {
    context: { onStale, offer: { sets, readOnly: false, structured: false } },
  });
}

/** Replaces the line `line` of a numbered file by others, as one who has read it. */
function patch(line: number, contents: string, file = numbered(10)) {
  const patches = [{ start: line, end: line, first_line: `${line}`, contents }];
  return { file_path: 'a.txt', file_hash: sha256(file), patches };
}

describe('own, the default', () => {
  test('ten patches at once with one hash are all made', async () => {
    const desk = deskWith({ 'a.txt': numbered(10) });
    const lines = Array.from({ length: 10 }, (_, index) => index + 1);
    const answers = await Promise.all(
      lines.map((line) => desk.call(patchTool, patch(line, `new\n${line}!`))),
    );
    expect(answers.map(({ isError }) => isError)).toEqual(lines.map(() => false));
    expect(desk.text('a.txt')).toBe(lines.map((line) => `new\n${line}!\n`).join(''));
  });

  test('without a history too', async () => {
    const store = createMemoryStore({ 'a.txt': numbered(10) });
    const workspace = createWorkspace({ ...store, history: noHistory });
    const desk = createDesk({}, { context: { workspace } });
    await desk.call(patchTool, patch(1, 'one'));
    await desk.call(patchTool, patch(2, 'two'));
    expect(store.bytes('a.txt')?.toString()).toBe(`one\ntwo\n${numbered(10).slice(4)}`);
  });

  test('but not over a change of another agent, also one before its own', async () => {
    const desk = deskWith({ 'a.txt': numbered(10) });
    await desk.callAs('codex', patchTool, patch(1, 'one'));
    const stale = await desk.call(patchTool, patch(2, 'two'));
    expect(at(stale, 'code')).toBe('CONFLICT');
    await desk.call(patchTool, patch(2, 'two', numbered(10).replace('1\n', 'one\n')));
    expect(at(await desk.call(patchTool, patch(3, 'three')), 'code')).toBe('CONFLICT');
  });

  test('nor over one of another program', async () => {
    const desk = deskWith({ 'a.txt': numbered(10) });
    await desk.call(patchTool, patch(1, 'one'));
    desk.put('a.txt', `${desk.text('a.txt')}11\n`);
    await desk.call(patchTool, patch(4, 'four', desk.text('a.txt')));
    expect(at(await desk.call(patchTool, patch(3, 'three')), 'code')).toBe('CONFLICT');
  });

  test('nor over its own where that is not what was meant', async () => {
    const desk = deskWith({ 'a.txt': numbered(10) });
    await desk.call(patchTool, patch(2, 'two'));
    expect(at(await desk.call(patchTool, patch(2, 'zwei')), 'code')).toBe('CONFLICT');
  });

  test('a change that was not made after all is none', async () => {
    const store = createMemoryStore({ 'a.txt': numbered(10) });
    let isFull = true;
    const workspace = createWorkspace({
      ...store,
      transact: async (paths, plan, options) => {
        if (!isFull) return store.transact(paths, plan, options);
        await store.preview(paths, plan, options);
        throw new LocklineError('NO_SPACE', { path: 'a.txt' });
      },
    });
    const desk = createDesk({}, { context: { workspace } });
    expect(at(await desk.call(patchTool, patch(1, 'one')), 'code')).toBe('NO_SPACE');
    isFull = false;
    await desk.callAs('codex', patchTool, patch(1, 'one'));
    expect(at(await desk.call(patchTool, patch(2, 'two')), 'code')).toBe('CONFLICT');
  });
});

describe('refuse', () => {
  test('is for one who wants to know of every change', async () => {
    const desk = deskWith({ 'a.txt': numbered(10) }, 'refuse');
    await desk.call(patchTool, patch(1, 'one'));
    expect(at(await desk.call(patchTool, patch(2, 'two')), 'code')).toBe('CONFLICT');
  });

  test('is what a call says, whatever the server does else', async () => {
    const desk = deskWith({ 'a.txt': numbered(10) }, 'rebase');
    await desk.call(patchTool, patch(1, 'one'));
    const refused = await desk.call(patchTool, { ...patch(2, 'two'), on_stale: 'refuse' });
    expect(at(refused, 'code')).toBe('CONFLICT');
    const { file_path, file_hash } = patch(2, '');
    const edits = [{ old_text: '2', new_text: 'two' }];
    const text = { file_path, file_hash, edits };
    expect((await desk.call('replace_text', { ...text, on_stale: 'own' })).isError).toBe(false);
  });
});

test('what a write answers first is no rebase', async () => {
  const desk = deskWith({ 'a.txt': numbered(3) });
  const answer = await desk.call(patchTool, patch(1, 'one', numbered(3)));
  expect(answer.text).toContain(FIRST_CHANGE);
  expect(answer.text).not.toContain('rebased');
});
