import { describe, expect, test } from '@jest/globals';
import { createMemoryStore } from '../../src/store/memory.js';
import { createWorkspace } from '../../src/workspace/store-workspace.js';
import type { OnStale } from '../../src/workspace/workspace.js';
import { at, createDesk, numbered, sha256 } from '../support/desk.js';
import type { Desk } from '../support/desk.js';

const patchTool = 'patch_text_file_contents';
const editTool = 'edit_text_file_contents';
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

describe('rebase', () => {
  test('moves patches over the changes of others, and tells so', async () => {
    const desk = deskWith({ 'a.txt': numbered(10) }, 'rebase');
    await desk.callAs('codex', patchTool, patch(1, 'one\nand\nmore'));
    await desk.callAs('claude', patchTool, patch(10, 'ten'));
    const answer = await desk.call(patchTool, patch(5, 'five\nfive'));
    const now = 'one\nand\nmore\n2\n3\n4\nfive\nfive\n6\n7\n8\n9\nten\n';
    expect(desk.text('a.txt')).toBe(now);
    expect(answer.text.split('\n')).toEqual([
      expect.stringMatching(/^OK a\.txt {2}12 -> 13 lines {2}change /),
      '@@ -6,3 +6,4 @@',
      ' 4',
      '-5',
      '+five',
      '+five',
      ' 6',
      `now file_hash ${sha256(now).slice(0, 16)}`,
      `lines 7-8  range_hash ${sha256('five\nfive\n').slice(0, 16)}`,
      'rebased over 2 changes, +2 lines',
      'old lines 2-4 are now 4-6',
      'old lines 6-9 are now 9-12',
    ]);
    expect(at(answer, 'files', 0)).toMatchObject({
      rebased: { shift: 2 },
      previous_hash: sha256('one\nand\nmore\n2\n3\n4\n5\n6\n7\n8\n9\nten\n'),
    });
  });

  test('moves several patches, each with its lines', async () => {
    const desk = deskWith({ 'a.txt': numbered(10) });
    await desk.callAs('codex', patchTool, patch(5, 'five\nand\nmore'));
    const answer = await desk.call(patchTool, {
      ...patch(2, 'two'),
      patches: [patch(9, 'nine'), patch(2, 'two')].flatMap(({ patches }) => patches),
      on_stale: 'rebase',
    });
    expect(desk.text('a.txt')).toBe('1\ntwo\n3\n4\nfive\nand\nmore\n6\n7\n8\nnine\n10\n');
    expect(answer.text).toContain('\nrebased over 1 change, 0 to +2 lines\n');
    expect(at(answer, 'files', 0, 'rebased')).toEqual({ shift: 2 });
  });

  test('needs the version that is meant', async () => {
    const desk = deskWith({ 'a.txt': numbered(10) }, 'rebase');
    desk.put('a.txt', `0\n${numbered(10)}`);
    const answer = await desk.call(patchTool, patch(5, 'five'));
    expect(at(answer, 'code')).toBe('CONFLICT');
    expect(answer.text).toContain('\nthe version that you hold is not known here,');
  });

  test('needs the proof to hold in that version', async () => {
    const desk = deskWith({ 'a.txt': numbered(10) }, 'rebase');
    await desk.callAs('codex', patchTool, patch(1, '0\n1'));
    const patches = [{ start: 5, end: 5, first_line: '4', contents: 'x' }];
    const answer = await desk.call(patchTool, { ...patch(5, ''), patches });
    expect(at(answer, 'code')).toBe('CONFLICT');
    expect(answer.text).not.toContain('Retry');
  });

  test('and tells numbers that are wrong in that version as such', async () => {
    const desk = deskWith({ 'a.txt': numbered(3) }, 'rebase');
    await desk.callAs('codex', patchTool, patch(1, '0\n1', numbered(3)));
    const answer = await desk.call(patchTool, patch(4, 'x', numbered(3)));
    expect(at(answer, 'code')).toBe('RANGE_OUT_OF_BOUNDS');
    expect(answer.text).toContain('a.txt has 3 lines');
  });

  test('a preview tells what would be, and is forgotten', async () => {
    const desk = deskWith({ 'a.txt': numbered(3) });
    await desk.call(patchTool, patch(1, 'one', numbered(3)));
    const { file_path, file_hash, patches } = patch(3, 'three', numbered(3));
    const files = [{ file_path, file_hash, patches }];
    const preview = await desk.call(editTool, { files, dry_run: true });
    expect(preview.text).toContain('\nrebased over 1 change');
    expect(desk.text('a.txt')).toBe('one\n2\n3\n');
    await desk.call(editTool, { files });
    expect(desk.text('a.txt')).toBe('one\n2\nthree\n');
  });

  test('of several files, or of none', async () => {
    const desk = deskWith({ 'a.txt': numbered(3), 'b.txt': numbered(3) }, 'rebase');
    const entry = (path: string, line: number, contents: string) => ({
      ...patch(line, contents, numbered(3)),
      file_path: path,
    });
    await desk.callAs('codex', editTool, {
      files: [entry('a.txt', 1, '0\n1'), entry('b.txt', 1, 'one')],
    });
    const both = { files: [entry('a.txt', 2, 'two'), entry('b.txt', 1, 'eins')] };
    expect(at(await desk.call(editTool, both), 'code')).toBe('CONFLICT');
    expect(desk.text('a.txt')).toBe('0\n1\n2\n3\n');
    await desk.call(editTool, { files: [entry('a.txt', 2, 'two'), entry('b.txt', 3, 'three')] });
    expect([desk.text('a.txt'), desk.text('b.txt')]).toEqual(['0\n1\ntwo\n3\n', 'one\n2\nthree\n']);
  });

  test.each<[string, string, object, string]>([
    ['a move', editTool, { action: 'move', new_path: 'b.txt' }, '0\n1\n2\n3\n'],
    ['a conversion', editTool, { newline: 'crlf' }, '0\r\n1\r\n2\r\n3\r\n'],
    ['text', editTool, { edits: [{ old_text: '3', new_text: 'three' }] }, '0\n1\n2\nthree\n'],
  ])('of %s', async (_, tool, fields, expected) => {
    const desk = deskWith({ 'a.txt': numbered(3) }, 'rebase');
    const { file_path, file_hash } = patch(1, '', numbered(3));
    await desk.callAs('codex', patchTool, patch(1, '0\n1', numbered(3)));
    await desk.call(tool, { files: [{ file_path, file_hash, ...fields }] });
    expect(desk.text('b.txt') ?? desk.text('a.txt')).toBe(expected);
  });

  test('of hunks, at the place that they had', async () => {
    const desk = deskWith({ 'a.txt': 'x\ny\nz\n' }, 'rebase');
    const file_hashes = [{ file_path: 'a.txt', file_hash: desk.hash('a.txt') }];
    await desk.callAs('codex', 'replace_text', {
      ...file_hashes[0],
      edits: [{ old_text: 'x', new_text: 'q\ny\nq\nx' }],
    });
    const diff = '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n x\n-y\n+why\n z\n';
    await desk.call('apply_patch', { patch: diff, file_hashes });
    expect(desk.text('a.txt')).toBe('q\ny\nq\nx\nwhy\nz\n');
  });

  test.each([
    ['a deletion', { action: 'delete' }],
    ['a replacement', { action: 'replace', contents: 'x' }],
  ])('never of %s of the whole file', async (_, fields) => {
    const desk = deskWith({ 'a.txt': numbered(3) }, 'rebase');
    const { file_path, file_hash } = patch(1, '', numbered(3));
    await desk.call(patchTool, patch(1, 'one', numbered(3)));
    const answer = await desk.call(editTool, { files: [{ file_path, file_hash, ...fields }] });
    expect(at(answer, 'code')).toBe('CONFLICT');
    expect(desk.text('a.txt')).toBe('one\n2\n3\n');
  });

  test('from a version that is fetched while others go on changing the file', async () => {
    const store = createMemoryStore({ 'a.txt': numbered(10) });
    const seen: string[] = [];
    const workspace = createWorkspace({
      ...store,
      history: {
        ...store.history,
        version: async (path, hash) => {
          seen.push(hash);
          store.put('a.txt', Buffer.from(`${store.bytes('a.txt')?.toString()}more\n`));
          return store.history.version(path, hash);
        },
      },
    });
    const others = createDesk({}, { context: { workspace: createWorkspace(store) } });
    await others.call(patchTool, patch(1, '0\n1'));
    const desk = createDesk({}, { context: { workspace, onStale: 'rebase' } });
    const answer = await desk.call(patchTool, patch(5, 'five'));
    expect(answer.text).toContain('\nrebased over newer changes, +1 line\n');
    expect(store.bytes('a.txt')?.toString()).toBe('0\n1\n2\n3\n4\nfive\n6\n7\n8\n9\n10\nmore\n');
    expect(seen).toEqual([sha256(numbered(10))]);
  });
});
