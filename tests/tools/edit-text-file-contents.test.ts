import { describe, expect, test } from '@jest/globals';
import { listTools } from '../../src/tools/index.js';
import { at, createDesk, FIRST_CHANGE, sha256 } from '../support/desk.js';
import type { Desk } from '../support/desk.js';

const editTool = 'edit_text_file_contents';
const FILES = { 'a.txt': 'a1\na2\n', 'b.txt': 'b1\r\nb2', 'c.txt': 'c1\n' };
const STALE = '0'.repeat(64);

type Entry = Readonly<Record<string, unknown>>;

function desk(): Desk {
  return createDesk(FILES);
}

function edit(on: Desk, files: unknown, more: Entry = {}) {
  return on.call(editTool, { files, ...more });
}

/** An entry of a file that exists, with its current hash. */
function known(on: Desk, path: string, more: Entry): Entry {
  return { file_path: path, file_hash: on.hash(path), ...more };
}

function texts(on: Desk) {
  return Object.fromEntries(
    ['a.txt', 'b.txt', 'c.txt', 'd.txt'].flatMap((path) => {
      const text = on.text(path);
      return text === undefined ? [] : [[path, text]];
    }),
  );
}

async function expectRefusal(code: string, files: (on: Desk) => unknown, more: Entry = {}) {
  const on = desk();
  const answer = await edit(on, files(on), more);
  expect([answer.isError, at(answer, 'code')]).toEqual([true, code]);
  expect(answer.text).toContain('Nothing was written.');
  expect(texts(on)).toEqual(FILES);
  return answer;
}

test('is offered to clients as before', () => {
  const offer = { sets: ['lines'] as const, readOnly: false, structured: false };
  expect(listTools(offer).find(({ name }) => name === editTool)).toMatchSnapshot();
});

describe('one transaction', () => {
  test('patches, replaces, moves, deletes and creates', async () => {
    const on = createDesk({ ...FILES, 'old.txt': 'o\n' });
    const answer = await edit(on, [
      known(on, 'a.txt', { patches: [{ ...on.lines('a.txt', 2, 2), contents: 'A2' }] }),
      known(on, 'b.txt', { action: 'replace', contents: 'x\ny\n' }),
      known(on, 'c.txt', { action: 'move', new_path: 'sub/d.txt' }),
      known(on, 'old.txt', { action: 'delete' }),
      { file_path: 'new.txt', contents: 'n' },
    ]);
    expect(texts(on)).toEqual({ 'a.txt': 'a1\nA2\n', 'b.txt': 'x\r\ny' });
    expect([on.text('sub/d.txt'), on.text('old.txt'), on.text('new.txt')]).toEqual([
      'c1\n',
      undefined,
      'n',
    ]);
    expect(at(answer, 'files')).toMatchObject([
      { file_path: 'a.txt', action: 'patch' },
      { file_path: 'b.txt', action: 'replace' },
      { file_path: 'sub/d.txt', action: 'move', previous_path: 'c.txt' },
      { file_path: 'old.txt', action: 'delete', changed: true, previous_lines: 1 },
      { file_path: 'new.txt', action: 'create', file_hash: sha256('n') },
    ]);
    expect(answer.text.match(/^OK .*$/gm)).toEqual([
      `OK a.txt  2 -> 2 lines  ${FIRST_CHANGE}`,
      `OK b.txt  2 -> 2 lines  ${FIRST_CHANGE}`,
      `OK sub/d.txt  moved from c.txt  1 -> 1 line  ${FIRST_CHANGE}`,
      `OK old.txt  deleted  1 line  ${FIRST_CHANGE}`,
      `OK new.txt  created  1 line  ${FIRST_CHANGE}`,
    ]);
  });

  test('changes nothing if one file is stale, and tells all conflicts of all files', async () => {
    const answer = await expectRefusal('CONFLICT', (on) => [
      { file_path: 'a.txt', file_hash: STALE, action: 'delete' },
      known(on, 'b.txt', { action: 'delete' }),
      known(on, 'c.txt', { patches: [{ start: 1, end: 1, range_hash: STALE, contents: 'x' }] }),
    ]);
    expect(at(answer, 'conflicts')).toMatchObject([
      { file_path: 'a.txt', kind: 'file_hash', expected: STALE, actual: sha256(FILES['a.txt']) },
      { file_path: 'c.txt', kind: 'range_hash', start: 1, end: 1, current: 'c1\n' },
    ]);
  });

  test('changes nothing if a new path exists or a file is missing', async () => {
    await expectRefusal('FILE_EXISTS', (on) => [
      known(on, 'a.txt', { action: 'delete' }),
      { file_path: 'b.txt', contents: 'x' },
    ]);
    await expectRefusal('FILE_EXISTS', (on) => [
      known(on, 'a.txt', { action: 'move', new_path: 'c.txt' }),
    ]);
    await expectRefusal('FILE_NOT_FOUND', (on) => [
      known(on, 'a.txt', { action: 'delete' }),
      { file_path: 'd.txt', file_hash: STALE, action: 'delete' },
    ]);
  });

  test('with dry_run shows the same and writes nothing', async () => {
    const on = desk();
    const entries = [
      known(on, 'a.txt', { patches: [{ ...on.lines('a.txt', 2, 2), contents: 'A2' }] }),
      { file_path: 'x/d.txt', contents: 'n' },
    ];
    const preview = await edit(on, entries, { dry_run: true });
    expect(texts(on)).toEqual(FILES);
    expect(on.text('x/d.txt')).toBeUndefined();
    const commit = await edit(on, entries);
    const { change_id, ...told } = commit.result;
    expect(change_id).toMatch(/^\w+$/);
    expect(preview.result).toEqual({ ...told, dry_run: true });
    expect(preview.text).toMatch(/^DRY RUN a\.txt/);
  });

  test('with dry_run refuses what a commit would', async () => {
    await expectRefusal(
      'CONFLICT',
      () => [{ file_path: 'a.txt', file_hash: STALE, action: 'delete' }],
      { dry_run: true },
    );
  });
});

describe('changes of a file as a whole', () => {
  test('apply after patches', async () => {
    const on = desk();
    await edit(on, [
      known(on, 'b.txt', {
        patches: [{ start: 2, end: 2, first_line: 'b2', contents: 'x\ny' }],
        newline: 'lf',
        final_newline: true,
      }),
    ]);
    expect(on.text('b.txt')).toBe('b1\nx\ny\n');
  });

  test.each([
    ['newline', { newline: 'lf' }, 'b1\nb2'],
    ['newline with an empty list of patches', { newline: 'cr', patches: [] }, 'b1\rb2'],
    ['final_newline', { final_newline: true }, 'b1\r\nb2\r\n'],
    ['final_newline that is so already', { final_newline: false }, 'b1\r\nb2'],
  ])('need no patches: %s', async (_, more, expected) => {
    const on = desk();
    const answer = await edit(on, [known(on, 'b.txt', more)]);
    expect(answer.isError).toBe(false);
    expect(on.text('b.txt')).toBe(expected);
  });
});

describe('a move', () => {
  test('may carry patches', async () => {
    const on = desk();
    const patches = [{ ...on.lines('a.txt', 1, 1), contents: 'A1' }];
    await edit(on, [known(on, 'a.txt', { action: 'move', new_path: 'd.txt', patches })]);
    expect([on.text('a.txt'), on.text('d.txt')]).toEqual([undefined, 'A1\na2\n']);
  });

  test('to the path of a file that goes away in the same call is refused', async () => {
    await expectRefusal('INVALID_ARGUMENT', (on) => [
      known(on, 'a.txt', { action: 'move', new_path: 'b.txt' }),
      known(on, 'b.txt', { action: 'delete' }),
    ]);
  });
});

describe('limits', () => {
  test('more files than the limit', async () => {
    const on = createDesk({}, { limits: { maxFiles: 2 } });
    const files = ['x', 'y', 'z'].map((file_path) => ({ file_path, contents: '' }));
    const answer = await edit(on, files);
    expect(answer.text).toMatch(/^ERROR INVALID_ARGUMENT: This call has 3 files; at most 2/);
    expect(on.text('x')).toBeUndefined();
  });

  test('more patches than the limit in all files together', async () => {
    const patches = [{ start: 1, range_hash: '', contents: 'x' }];
    const on = createDesk(FILES, { limits: { maxPatches: 2 } });
    const answer = await edit(on, [
      known(on, 'a.txt', { patches: [...patches, ...patches] }),
      known(on, 'b.txt', { patches }),
    ]);
    expect(answer.text).toMatch(/^ERROR INVALID_ARGUMENT: This call has 3 patches/);
  });
});
