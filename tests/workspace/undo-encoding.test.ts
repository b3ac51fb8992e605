import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { ToolAnswer } from '../../src/tools/tool.js';
import { at, sha256 } from '../support/desk.js';
import type { Desk } from '../support/desk.js';
import { createDiskDesk } from '../support/disk-desk.js';
import { edit, entryOf, historyDesk, idOf, undo } from '../support/history-desk.js';

// UTF-16 without a byte order mark, where half of a character can be a line break.

const encoding = 'utf-16le';
const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');
const textOf = (desk: Desk): string => Buffer.from(desk.text('a.txt') ?? '').toString('utf16le');
const historyTool = 'get_history';

/** Replaces a line, of which the text is known, by another. */
function patch(
  desk: Desk,
  line: number,
  [first_line, contents]: readonly [string, string],
  author = 'tester',
) {
  const file = { file_path: 'a.txt', file_hash: desk.hash('a.txt'), encoding };
  const patches = [{ start: line, end: line, first_line, contents }];
  return desk.callAs(author, 'patch_text_file_contents', { ...file, patches });
}

function patched(): readonly [Desk, Promise<ToolAnswer>] {
  const desk = historyDesk({ 'a.txt': wide('a\nb\nc\n') });
  return [desk, patch(desk, 2, ['b', '\u0a0a\u0d0dB'])];
}

test('what an undo answers is good for the next edit', async () => {
  const [desk, change] = patched();
  const undone = await undo(desk, await change);
  expect(undone.text).toContain('3 -> 3 lines');
  expect(textOf(desk)).toBe('a\nb\nc\n');
  const [start, range_hash, file_hash] = [
    at(undone, 'files', 0, 'ranges', 0, 'start'),
    at(undone, 'files', 0, 'ranges', 0, 'range_hash'),
    at(undone, 'files', 0, 'file_hash'),
  ];
  expect(start).toBe(2);
  const patches = [{ start, end: start, range_hash, contents: 'X' }];
  const file = { file_path: 'a.txt', file_hash, encoding };
  const next = await desk.call('patch_text_file_contents', { ...file, patches });
  expect(next.text).toMatch(/^OK/);
  expect(textOf(desk)).toBe('a\nX\nc\n');
});

test('an undo can be taken back with the same facts', async () => {
  const [desk, change] = patched();
  const again = await undo(desk, await undo(desk, await change));
  expect(again.text).toContain('3 -> 3 lines');
  expect(textOf(desk)).toBe('a\n\u0a0a\u0d0dB\nc\n');
});

test('lines of others stay', async () => {
  const [desk, change] = patched();
  const id = await change;
  idOf(await patch(desk, 1, ['a', '\u0a0a\na'], 'codex'));
  const undone = await undo(desk, id);
  expect(undone.text).toContain('4 -> 4 lines');
  expect(undone.text).toContain('rebased over 1 change, +1 line');
  expect(textOf(desk)).toBe('\u0a0a\na\nb\nc\n');
});

test('the same lines of others are in the way, and shown', async () => {
  const [desk, change] = patched();
  const id = await change;
  idOf(await patch(desk, 2, ['\u0a0a\u0d0dB', 'theirs'], 'codex'));
  const answer = await undo(desk, id);
  expect(answer.text).toMatch(/^ERROR CONFLICT/);
  expect(answer.text).toContain('theirs');
});

test.each<[string, object]>([
  ['named', { encoding }],
  ['not named', {}],
])('a deletion, the encoding %s, comes back with its number of lines', async (_, how) => {
  const [desk, change] = patched();
  idOf(await change);
  const gone = await edit(desk, entryOf(desk, 'a.txt', { action: 'delete', ...how }));
  expect((await undo(desk, gone)).text).toContain('3 lines');
});

test('the diff of a change and since a version are those of its lines', async () => {
  const [desk, change] = patched();
  const since_hash = desk.hash('a.txt');
  const change_id = idOf(await change);
  const diff = '@@ -1,3 +1,3 @@\n a\n-b\n+\u0a0a\u0d0dB\n c';
  expect((await desk.call(historyTool, { change_id })).result['diff']).toBe(diff);
  const since = await desk.call(historyTool, { file_path: 'a.txt', since_hash });
  expect(since.result['diff']).toBe(diff);
});

test.each([
  ['is remembered on the disk', encoding, '3 -> 3 lines'],
  ['that is not known costs the numbers of lines and nothing else', 'klingon', ' lines'],
])('an encoding %s', async (_, logged, told) => {
  const disk = createDiskDesk();
  try {
    const [known, path] = [wide('a\nb\nc\n'), join(disk.root, 'a.txt')];
    writeFileSync(path, known);
    const patches = [{ start: 2, end: 2, first_line: 'b', contents: '\u0a0a\u0d0dB' }];
    const file = { file_path: 'a.txt', file_hash: sha256(known), encoding };
    const change_id = idOf(await disk.call('patch_text_file_contents', { ...file, patches }));
    const log = join(disk.root, '.lockline', 'log');
    for (const day of readdirSync(log).map((name) => join(log, name))) {
      const lines = readFileSync(day, 'utf8');
      expect(lines).toContain(`"encoding":"${encoding}"`);
      writeFileSync(day, lines.replaceAll(`"${encoding}"`, `"${logged}"`));
    }
    for (const question of [{ change_id }, { file_path: 'a.txt', since_hash: sha256(known) }]) {
      expect((await disk.call(historyTool, question)).isError).toBe(false);
    }
    expect((await disk.call('undo_edit', { change_id })).text).toContain(told);
    expect(readFileSync(path)).toEqual(known);
  } finally {
    await disk.remove();
  }
});
