import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { at, numbered, sha256 } from '../support/desk.js';
import { createDiskDesk } from '../support/disk-desk.js';
import type { DiskDesk } from '../support/disk-desk.js';

let desk: DiskDesk;

beforeEach(() => {
  desk = createDiskDesk();
});

afterEach(() => desk.remove());

function put(path: string, content: string): void {
  writeFileSync(join(desk.root, path), content);
}

function textOf(path: string): string {
  return readFileSync(join(desk.root, path), 'utf8');
}

/** Replaces one line, as an agent that has read the numbered file. */
function patch(path: string, line: number, contents: string, file_hash: string) {
  const patches = [{ start: line, end: line, first_line: `${line}`, contents }];
  return desk.call('patch_text_file_contents', { file_path: path, file_hash, patches });
}

test('CC-01: of two edits at once from the same read, just those told as done are in the file', async () => {
  put('n.txt', numbered(10));
  const hash = sha256(numbered(10));
  const answers = await Promise.all([
    patch('n.txt', 3, 'three', hash),
    patch('n.txt', 8, 'eight', hash),
  ]);
  const lines = numbered(10).split('\n');
  if (!answers[0]?.isError) lines[2] = 'three';
  if (!answers[1]?.isError) lines[7] = 'eight';
  expect(answers.filter(({ isError }) => !isError).length).toBeGreaterThan(0);
  expect(textOf('n.txt')).toBe(lines.join('\n'));
});

test('of ten edits at once from the same read of one agent all are made, in one call each', async () => {
  put('n.txt', numbered(10));
  const hash = sha256(numbered(10));
  const lines = Array.from({ length: 10 }, (_, index) => index + 1);
  const answers = await Promise.all(
    lines.map((line) => patch('n.txt', line, `${line}\nand more`, hash)),
  );
  expect(answers.filter(({ isError }) => isError)).toEqual([]);
  expect(textOf('n.txt')).toBe(numbered(10).replaceAll('\n', '\nand more\n'));
});

test('CC-07: reads during writes see one of the versions, whole', async () => {
  const before = numbered(2000);
  const after = before.replace('\n10\n', '\nchanged\n');
  put('rw.txt', before);
  const reads = () =>
    Array.from({ length: 8 }, () =>
      desk.call('get_text_file_contents', {
        files: [{ file_path: 'rw.txt', ranges: [{ start: 1500, end: 1505 }] }],
      }),
    );
  const [, ...answers] = await Promise.all([
    patch('rw.txt', 10, 'changed', sha256(before)),
    ...reads(),
  ]);
  for (const answer of answers) {
    expect(at(answer, 'files', 0)).toMatchObject({
      total_lines: 2000,
      ranges: [{ start: 1500, end: 1505 }],
    });
    expect([sha256(before), sha256(after)]).toContain(at(answer, 'files', 0, 'file_hash'));
  }
  expect(textOf('rw.txt')).toBe(after);
});

test('of many creations of one path at once one succeeds', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      desk.call('create_text_file', { file_path: 'new/a.txt', contents: `${index}` }),
    ),
  );
  const winners = answers.flatMap(({ isError }, index) => (isError ? [] : [`${index}`]));
  expect(winners).toEqual([textOf('new/a.txt')]);
  expect(new Set(answers.flatMap(({ result }) => result['code'] ?? []))).toEqual(
    new Set(['FILE_EXISTS']),
  );
});

test('transactions that take the same files in another order do not wait for each other for ever', async () => {
  put('a.txt', '0\n');
  put('b.txt', '0\n');
  const increment = async (paths: readonly string[]): Promise<void> => {
    const files = paths.map((file_path) => {
      const text = textOf(file_path);
      return {
        file_path,
        file_hash: sha256(text),
        action: 'replace',
        contents: `${Number(text) + 1}`,
      };
    });
    const { isError } = await desk.call('edit_text_file_contents', { files });
    if (isError) await increment(paths);
  };
  const orders = [
    ['a.txt', 'b.txt'],
    ['b.txt', 'a.txt'],
  ];
  await Promise.all(Array.from({ length: 10 }, (_, index) => increment(orders[index % 2] ?? [])));
  expect([textOf('a.txt'), textOf('b.txt')]).toEqual(['10\n', '10\n']);
});

test('an edit of each line by an agent of its own loses none of them', async () => {
  put('n.txt', numbered(20));
  const edit = async (line: number): Promise<void> => {
    const { isError } = await patch('n.txt', line, `x${line}`, sha256(textOf('n.txt')));
    if (isError) await edit(line);
  };
  await Promise.all(Array.from({ length: 20 }, (_, index) => edit(index + 1)));
  expect(textOf('n.txt')).toBe(numbered(20).replaceAll(/^(?=.)/gm, 'x'));
});
