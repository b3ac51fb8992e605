import { describe, expect, test } from '@jest/globals';
import { at, createDesk } from '../../support/desk.js';
import type { Desk, DeskOptions } from '../../support/desk.js';

const patchTool = 'apply_patch';
type Fields = Readonly<Record<string, unknown>>;

const TEXT: DeskOptions = {
  context: { offer: { sets: ['text'], readOnly: false, structured: false } },
};
const FILES = { 'a.txt': 'a1\na2\na3\n', 'b.txt': 'b1\r\nb2', 'c.txt': 'c1\n' };
const PATHS = ['a.txt', 'b.txt', 'c.txt', 'd/new.txt'];

function desk(files: Readonly<Record<string, string>> = FILES): Desk {
  return createDesk(files, TEXT);
}

/** Applies a patch, with the current hashes of the files named. */
function apply(on: Desk, patch: string, known: readonly string[], more: Fields = {}) {
  const file_hashes = known.map((path) => ({ file_path: path, file_hash: on.hash(path) }));
  return on.call(patchTool, { patch, file_hashes, ...more });
}

function texts(on: Desk) {
  return Object.fromEntries(PATHS.map((path) => [path, on.text(path)]));
}

async function refused(code: string, patch: string, known: readonly string[], more: Fields = {}) {
  const on = desk();
  const answer = await apply(on, patch, known, more);
  expect([answer.isError, at(answer, 'code')]).toEqual([true, code]);
  expect(answer.text).toContain('Nothing was written.');
  expect(texts(on)).toEqual({ ...FILES, 'd/new.txt': undefined });
  return answer.text;
}

const UPDATE_A = '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n a1\n-a2\n+A2\n a3\n';

describe('the hash of each file that exists', () => {
  test('is needed', async () => {
    expect(await refused('INVALID_ARGUMENT', UPDATE_A, [])).toContain('no entry for a.txt');
    const remove = '*** Begin Patch\n*** Delete File: c.txt\n*** End Patch';
    expect(await refused('INVALID_ARGUMENT', remove, [])).toContain('no entry for c.txt');
  });

  test('is given once, and of no other file', async () => {
    const text = await refused('INVALID_ARGUMENT', UPDATE_A, ['a.txt', 'b.txt']);
    expect(text).toContain('file_hashes[1] names b.txt, which patch does not change');
    expect(await refused('INVALID_ARGUMENT', UPDATE_A, ['a.txt', 'a.txt'])).toContain('again');
    const create = '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+x\n';
    expect(await refused('INVALID_ARGUMENT', create, ['a.txt'])).toContain('as an empty list');
  });

  test('may be given under a path that is written in another way', async () => {
    const on = desk();
    const [root] = on.context.workspace.roots;
    const answer = await on.call(patchTool, {
      patch: UPDATE_A,
      file_hashes: [{ file_path: `${root}/a.txt`, file_hash: on.hash('a.txt') }],
    });
    expect(answer.isError).toBe(false);
  });
});

test('a deletion whose lines are not all of the file is refused', async () => {
  const patch = '--- a/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-a1\n';
  expect(await refused('INVALID_ARGUMENT', patch, ['a.txt'])).toContain('leave 2 of its lines');
});
