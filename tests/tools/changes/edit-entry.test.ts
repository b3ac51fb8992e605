import { describe, expect, test } from '@jest/globals';
import { at, createDesk } from '../../support/desk.js';
import type { Desk } from '../../support/desk.js';

const editTool = 'edit_text_file_contents';
const FILES = { 'a.txt': 'a1\na2\n', 'b.txt': 'b1\r\nb2', 'c.txt': 'c1\n' };

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

describe('the action left out', () => {
  test('is create for contents without a hash', async () => {
    const on = desk();
    await edit(on, [{ file_path: 'd.txt', contents: 'd\n' }]);
    expect(on.text('d.txt')).toBe('d\n');
    await expectRefusal('FILE_EXISTS', () => [{ file_path: 'a.txt', contents: 'd\n' }]);
  });

  test('is patch else, which does not take contents', async () => {
    const answer = await expectRefusal('INVALID_ARGUMENT', (on) => [
      known(on, 'a.txt', { contents: 'x' }),
    ]);
    expect(answer.text).toContain('files[0]: contents does not go with action patch');
    expect(at(answer, 'hint')).toContain('contents is for create and replace');
  });
});

describe('entries are refused', () => {
  const contents = 'x';
  const patches = [{ start: 1, range_hash: '', contents }];
  test.each<[string, (on: Desk) => unknown]>([
    ['an empty list of files', () => []],
    [
      'a file named twice',
      (on) => [known(on, 'a.txt', { patches }), known(on, 'a.txt', { patches })],
    ],
    [
      'a file named twice in two spellings',
      (on) => [
        known(on, 'a.txt', { patches }),
        { ...known(on, 'a.txt', { patches }), file_path: './a.txt' },
      ],
    ],
    [
      'a new path that is named too',
      (on) => [
        known(on, 'a.txt', { action: 'move', new_path: 'd.txt' }),
        { file_path: 'd.txt', contents },
      ],
    ],
    ['a move to itself', (on) => [known(on, 'a.txt', { action: 'move', new_path: 'a.txt' })]],
    ['patch without a hash', () => [{ file_path: 'a.txt', patches }]],
    ['patch without patches', (on) => [known(on, 'a.txt', {})]],
    ['patch with an empty list', (on) => [known(on, 'a.txt', { patches: [] })]],
    ['patch with a new path', (on) => [known(on, 'a.txt', { patches, new_path: 'd.txt' })]],
    ['create without contents', () => [{ file_path: 'd.txt', action: 'create' }]],
    ['create with a hash', (on) => [known(on, 'a.txt', { action: 'create', contents })]],
    ['create with patches', () => [{ file_path: 'd.txt', contents, patches }]],
    ['create with final_newline', () => [{ file_path: 'd.txt', contents, final_newline: true }]],
    ['replace without contents', (on) => [known(on, 'a.txt', { action: 'replace' })]],
    ['replace without a hash', () => [{ file_path: 'a.txt', action: 'replace', contents }]],
    [
      'replace with patches',
      (on) => [known(on, 'a.txt', { action: 'replace', contents, patches })],
    ],
    ['delete without a hash', () => [{ file_path: 'a.txt', action: 'delete' }]],
    ['delete with contents', (on) => [known(on, 'a.txt', { action: 'delete', contents: '' })]],
    ['move without a new path', (on) => [known(on, 'a.txt', { action: 'move' })]],
    ['move without a hash', () => [{ file_path: 'a.txt', action: 'move', new_path: 'd.txt' }]],
    [
      'move with an empty list',
      (on) => [known(on, 'a.txt', { action: 'move', new_path: 'd.txt', patches: [] })],
    ],
    ['an unknown action', (on) => [known(on, 'a.txt', { action: 'rename' })]],
    ['an empty hash', () => [{ file_path: 'a.txt', file_hash: '', action: 'delete' }]],
  ])('%s', async (_, files) => {
    await expectRefusal('INVALID_ARGUMENT', files);
  });
});
