import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { at, sha256 } from '../support/desk.js';
import { createDiskDesk, type DiskDesk } from '../support/disk-desk.js';
import { idOf } from '../support/history-desk.js';

const TEXT = '#!/bin/sh\necho hello\n';

let desk: DiskDesk;

beforeEach(() => {
  desk = createDiskDesk();
});

afterEach(async () => {
  await desk.remove();
});

function plant(name: string, mode: number): void {
  writeFileSync(join(desk.root, name), TEXT);
  chmodSync(join(desk.root, name), mode);
}

function modeOf(name: string): number {
  return statSync(join(desk.root, name)).mode & 0o7777;
}

function remove(...names: readonly string[]) {
  const files = names.map((file_path) => ({
    file_path,
    action: 'delete',
    file_hash: sha256(TEXT),
  }));
  return desk.call('edit_text_file_contents', { files });
}

async function undo(id: string): Promise<string> {
  return idOf(await desk.call('undo_edit', { change_id: id }));
}

test.each([0o755, 0o644, 0o600, 0o444 | 0o200])('a deleted file comes back as %o', async (mode) => {
  plant('run.sh', mode);
  await undo(idOf(await remove('run.sh')));
  expect(modeOf('run.sh')).toBe(mode);
});

test('files of the same bytes get each their own mode', async () => {
  plant('run.sh', 0o755);
  plant('secret.sh', 0o600);
  const ids = [idOf(await remove('run.sh')), idOf(await remove('secret.sh'))];
  for (const id of ids) await undo(id);
  expect([modeOf('run.sh'), modeOf('secret.sh')]).toEqual([0o755, 0o600]);
});

test('a deletion that is made again and taken back again keeps the mode', async () => {
  plant('run.sh', 0o750);
  let id = idOf(await remove('run.sh'));
  for (let turn = 0; turn < 3; turn += 1) id = await undo(id);
  expect(modeOf('run.sh')).toBe(0o750);
});

test('a file does not come back as one that runs as its owner', async () => {
  plant('run.sh', 0o4755);
  await undo(idOf(await remove('run.sh')));
  expect(modeOf('run.sh')).toBe(0o755);
});

test('a move takes the mode along, there and back', async () => {
  plant('run.sh', 0o755);
  const move = { file_path: 'run.sh', action: 'move', new_path: 'bin/run.sh' };
  const files = [{ ...move, file_hash: sha256(TEXT) }];
  const moved = await desk.call('edit_text_file_contents', { files });
  expect(modeOf('bin/run.sh')).toBe(0o755);
  await undo(idOf(moved));
  expect(modeOf('run.sh')).toBe(0o755);
});

test('a file that was made and taken back is made again like any other', async () => {
  const made = await desk.call('create_text_file', { file_path: 'a.txt', contents: 'a\n' });
  await undo(await undo(idOf(made)));
  expect(at(made, 'files', 0, 'file_hash')).toBe(sha256('a\n'));
  expect(modeOf('a.txt')).toBe(0o666 & ~process.umask());
});
