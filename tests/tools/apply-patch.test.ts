import { describe, expect, test } from '@jest/globals';
import { fc } from '../support/fast-check.js';
import { listTools } from '../../src/tools/index.js';
import { at, createDesk, sha256 } from '../support/desk.js';
import type { Desk, DeskOptions } from '../support/desk.js';
import { referenceDiff } from '../support/reference-diff.js';

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

test('is offered to clients as before', () => {
  const offer = { sets: ['text'] as const, readOnly: false, structured: false };
  expect(listTools(offer).find(({ name }) => name === patchTool)).toMatchSnapshot();
});

describe('a patch is applied', () => {
  test('and the answer gives a diff, the new hashes and where the lines are', async () => {
    const on = desk();
    const answer = await apply(on, UPDATE_A, ['a.txt']);
    expect(answer.isError).toBe(false);
    expect(on.text('a.txt')).toBe('a1\nA2\na3\n');
    expect(answer.text).toContain('-a2\n+A2');
    expect(at(answer, 'files', 0, 'file_hash')).toBe(on.hash('a.txt'));
    expect(at(answer, 'files', 0, 'ranges')).toEqual([
      { start: 2, end: 2, range_hash: sha256('A2\n') },
    ]);
  });

  test('to several files in one transaction: changed, moved, deleted, created', async () => {
    const on = desk();
    const patch = [
      '*** Begin Patch',
      '*** Update File: a.txt',
      '@@ a1',
      '-a2',
      '+A2',
      '*** Update File: b.txt',
      '*** Move to: d/new.txt',
      '@@',
      '-b2',
      '+B2',
      '+B3',
      '*** Delete File: c.txt',
      '*** Add File: e.txt',
      '+e',
      '*** End Patch',
    ].join('\n');
    const answer = await apply(on, patch, ['a.txt', 'b.txt', 'c.txt']);
    expect(answer.isError).toBe(false);
    expect(texts(on)).toEqual({
      'a.txt': 'a1\nA2\na3\n',
      'b.txt': undefined,
      'c.txt': undefined,
      'd/new.txt': 'b1\r\nB2\r\nB3',
    });
    expect(on.text('e.txt')).toBe('e\n');
    const actions = [0, 1, 2, 3].map((index) => at(answer, 'files', index, 'action'));
    expect(actions).toEqual(['patch', 'move', 'delete', 'create']);
  });

  test('of git: a rename alone, a new file with a mode, a deleted one with its lines', async () => {
    const on = desk();
    const patch = [
      'diff --git a/a.txt b/d/new.txt',
      'similarity index 100%',
      'rename from a.txt',
      'rename to d/new.txt',
      'diff --git a/run.sh b/run.sh',
      'new file mode 100755',
      'index 0000000..1111111',
      '--- /dev/null',
      '+++ b/run.sh',
      '@@ -0,0 +1 @@',
      '+echo',
      'diff --git a/c.txt b/c.txt',
      'deleted file mode 100644',
      '--- a/c.txt',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-c1',
      '',
    ].join('\n');
    const answer = await apply(on, patch, ['a.txt', 'c.txt']);
    expect(answer.isError).toBe(false);
    expect(answer.text).toContain('mode 100755 was not set');
    expect(texts(on)).toEqual({
      'a.txt': undefined,
      'b.txt': FILES['b.txt'],
      'c.txt': undefined,
      'd/new.txt': FILES['a.txt'],
    });
    expect(on.text('run.sh')).toBe('echo\n');
  });

  test('without a list around the hash of a single file', async () => {
    const on = desk();
    const args = { patch: UPDATE_A, path: 'a.txt', hash: on.hash('a.txt') };
    expect((await on.call(patchTool, args)).isError).toBe(false);
  });

  test('that only creates, without hashes', async () => {
    const on = desk();
    const patch =
      '--- /dev/null\n+++ b/d/new.txt\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n';
    expect((await apply(on, patch, [])).isError).toBe(false);
    expect(on.text('d/new.txt')).toBe('x');
  });

  test('for show only', async () => {
    const on = desk();
    const answer = await apply(on, UPDATE_A, ['a.txt'], { dry_run: true });
    expect(at(answer, 'dry_run')).toBe(true);
    expect(texts(on)['a.txt']).toBe(FILES['a.txt']);
  });

  test('never read as anything but text', async () => {
    const on = createDesk({ 'a.txt': '{"x": 1}\n' }, TEXT);
    const patch = '*** Begin Patch\n*** Update File: a.txt\n-{"x": 1}\n+null\n*** End Patch';
    await apply(on, patch, ['a.txt']);
    expect(on.text('a.txt')).toBe('null\n');
  });
});

describe('refused, with no byte of any file changed', () => {
  test('a stale hash', async () => {
    const file_hashes = [{ file_path: 'a.txt', file_hash: sha256('old') }];
    await refused('CONFLICT', UPDATE_A, [], { file_hashes });
  });

  test('lines that are not there, in the last of several files', async () => {
    const patch = `${UPDATE_A}--- a/c.txt\n+++ b/c.txt\n@@ -1 +1 @@\n-c 1\n+C\n`;
    const text = await refused('NO_MATCH', patch, ['a.txt', 'c.txt']);
    expect(text).toContain('Hunk 1 does not occur in c.txt');
    expect(text).toContain('the file has "1", hunk 1 has <SPACE>');
  });

  test('lines that are there twice', async () => {
    const on = createDesk({ 'a.txt': 'x\ny\nx\n' }, TEXT);
    const patch = '*** Begin Patch\n*** Update File: a.txt\n-x\n+z\n*** End Patch';
    const answer = await apply(on, patch, ['a.txt']);
    expect(at(answer, 'code')).toBe('NO_MATCH');
    expect(answer.text).toContain('Hunk 1 fits in 2 places of a.txt');
    expect(answer.text).toContain('1\tx\n3\tx');
  });

  test('a new file that is there', async () => {
    const patch = '*** Begin Patch\n*** Add File: c.txt\n+x\n*** End Patch';
    await refused('FILE_EXISTS', patch, []);
  });

  test('a file to change that is not there', async () => {
    const patch = '*** Begin Patch\n*** Delete File: gone.txt\n*** End Patch';
    const file_hashes = [{ file_path: 'gone.txt', file_hash: sha256('') }];
    await refused('FILE_NOT_FOUND', patch, [], { file_hashes });
  });

  test('two parts for one file', async () => {
    expect(await refused('INVALID_ARGUMENT', UPDATE_A + UPDATE_A, ['a.txt'])).toContain('twice');
  });

  test('what is no patch, or cut off', async () => {
    expect(await refused('INVALID_ARGUMENT', 'a2 -> A2', [])).toContain('names no file');
    const cut = '*** Begin Patch\n*** Update File: a.txt\n-a2\n+A2\n';
    expect(await refused('INVALID_ARGUMENT', cut, ['a.txt'])).toContain('*** End Patch');
  });

  test('more files than a call may have', async () => {
    const on = createDesk(FILES, { ...TEXT, limits: { maxFiles: 1 } });
    const patch = `${UPDATE_A}--- a/c.txt\n+++ b/c.txt\n@@ -1 +1 @@\n-c1\n+C\n`;
    expect(at(await apply(on, patch, ['a.txt', 'c.txt']), 'code')).toBe('INVALID_ARGUMENT');
  });
});

test('the diff from one state of two files to another makes the one of the other', async () => {
  const text = fc
    .array(fc.constantFrom('a\n', 'b\n', '\n', 'x y\n', '-\n', '+++ b/x\n'), { maxLength: 8 })
    .map((lines) => lines.join(''));
  const twoTexts = fc.tuple(text, text);
  const style = fc.record({
    context: fc.nat({ max: 3 }),
    end: fc.constantFrom('\n', '\r\n'),
  });
  await fc.assert(
    fc.asyncProperty(twoTexts, twoTexts, style, async ([a, nextA], [b, nextB], how) => {
      fc.pre(a !== nextA && b !== nextB);
      const on = createDesk({ 'a.txt': a, 'b.txt': b }, TEXT);
      const patch =
        referenceDiff('a.txt', [a, nextA], how) + referenceDiff('b.txt', [b, nextB], how);
      const answer = await apply(on, patch, ['a.txt', 'b.txt']);
      expect(answer.text).toMatch(/^OK /);
      expect([on.text('a.txt'), on.text('b.txt')]).toEqual([nextA, nextB]);
    }),
  );
});
