import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CLIENTS, type ListedTool, openSession, type Session } from '../support/client-session.js';
import { createFolder, type Folder, sha256 } from '../support/client-folder.js';

const HASH = /^[0-9a-f]{64}$/;

/** The tools of the `lines` set, each through real clients: what they do, and that the hashes are true. */
describe.each(CLIENTS)('%s', (kind) => {
  let folder: Folder;
  let session: Session;

  beforeAll(async () => {
    folder = createFolder();
    session = await openSession(kind, [folder.path]);
  });
  afterAll(async () => {
    await session.close();
    folder.remove();
  });

  test('lists all tools, those that read first, and tells the protocol', async () => {
    const names = (await session.tools()).map(({ name }: ListedTool) => name);
    expect(names).toEqual([
      'get_text_file_contents',
      'find_text',
      'outline_files',
      'list_directory',
      'get_history',
      'patch_text_file_contents',
      'insert_text_file_contents',
      'append_text_file_contents',
      'delete_text_file_contents',
      'create_text_file',
      'edit_text_file_contents',
      'replace_text',
      'apply_patch',
      'undo_edit',
    ]);
    expect(session.instructions()).toContain(folder.path);
  });

  test('get: the hashes are those of sha256sum, in the text and in the object', async () => {
    folder.write('read.txt', 'one\ntwo\nthree\n');
    const answer = await session.call('get_text_file_contents', {
      files: [{ file_path: 'read.txt', ranges: [{ start: 2, end: 3 }] }],
    });
    expect(answer.isError).toBe(false);
    expect(answer.object).toMatchObject({
      files: [
        {
          file_path: 'read.txt',
          file_hash: folder.hash('read.txt'),
          total_lines: 3,
          ranges: [
            {
              start: 2,
              end: 3,
              range_hash: folder.hash('read.txt', 2, 3),
              content: 'two\nthree\n',
            },
          ],
        },
      ],
    });
    expect(answer.text).toContain(`file_hash ${folder.hash('read.txt').slice(0, 16)}\n`);
    expect(answer.text).toContain(`range_hash ${folder.hash('read.txt', 2, 3).slice(0, 16)}\n`);
    expect(answer.text).toContain('2\ttwo\n3\tthree');
    expect(answer.structuredContent).toBeUndefined();
  });

  test('patch: the hashes of the answer are those for the next edit', async () => {
    folder.write('patch.txt', 'one\ntwo\nthree\n');
    const edit = (line: number, fileHash: string, rangeHash: string, contents: string) =>
      session.call('patch_text_file_contents', {
        file_path: 'patch.txt',
        file_hash: fileHash,
        patches: [{ start: line, end: line, range_hash: rangeHash, contents }],
      });
    const first = await edit(
      2,
      folder.hash('patch.txt'),
      folder.hash('patch.txt', 2, 2),
      'TWO\n2.5\n',
    );
    const [file] = first.object['files'] as readonly {
      file_hash: string;
      ranges: { range_hash: string }[];
    }[];
    expect(file?.file_hash).toMatch(HASH);
    expect(file?.ranges[0]?.range_hash).toBe(sha256('TWO\n2.5\n'));
    expect(first.text).toMatch(/^OK patch\.txt {2}3 -> 4 lines/);

    const next = await edit(4, file?.file_hash ?? '', sha256('three\n'), 'THREE');
    expect(next.isError).toBe(false);
    expect(folder.text('patch.txt')).toBe('one\nTWO\n2.5\nTHREE\n');
  });

  test('insert, append and delete', async () => {
    folder.write('more.txt', 'b\n');
    const call = (tool: string, args: object) =>
      session.call(tool, { file_path: 'more.txt', file_hash: folder.hash('more.txt'), ...args });
    await call('insert_text_file_contents', { contents: 'a\n', before: 1 });
    await call('append_text_file_contents', { contents: 'c\nd\n' });
    expect(folder.text('more.txt')).toBe('a\nb\nc\nd\n');
    const range = { start: 2, end: 3, range_hash: folder.hash('more.txt', 2, 3) };
    const answer = await call('delete_text_file_contents', { ranges: [range] });
    expect(answer.isError).toBe(false);
    expect(folder.text('more.txt')).toBe('a\nd\n');
  });

  test('create: the path must be free, parents are made', async () => {
    const args = { file_path: 'new/dir/x.txt', contents: 'made\n' };
    expect((await session.call('create_text_file', args)).isError).toBe(false);
    expect(folder.text('new/dir/x.txt')).toBe('made\n');
    expect((await session.call('create_text_file', args)).object['code']).toBe('FILE_EXISTS');
  });

  test('edit: patch, create, replace, move and delete in one transaction', async () => {
    for (const name of ['p', 'r', 'm', 'd']) folder.write(`tx/${name}.txt`, `${name}\n`);
    const of = (name: string) => ({
      file_path: `tx/${name}.txt`,
      file_hash: folder.hash(`tx/${name}.txt`),
    });
    const patches = [{ start: 1, end: 1, first_line: 'p', contents: 'P' }];
    const files = [
      { ...of('p'), patches },
      { file_path: 'tx/c.txt', contents: 'c\n' },
      { ...of('r'), action: 'replace', contents: 'R\n' },
      { ...of('m'), action: 'move', new_path: 'tx/moved.txt' },
      { ...of('d'), action: 'delete' },
    ];
    const before = folder.state();
    const preview = await session.call('edit_text_file_contents', { files, dry_run: true });
    expect(preview.object).toMatchObject({ result: 'ok', dry_run: true });
    expect(folder.state()).toEqual(before);

    const answer = await session.call('edit_text_file_contents', { files });
    expect(answer.text).toMatch(/^OK /);
    const after = folder.state();
    expect(Object.keys(after).filter((name) => name.startsWith('tx/'))).toEqual([
      'tx/c.txt',
      'tx/moved.txt',
      'tx/p.txt',
      'tx/r.txt',
    ]);
    expect(['p', 'c', 'r', 'moved'].map((name) => folder.text(`tx/${name}.txt`))).toEqual([
      'P\n',
      'c\n',
      'R\n',
      'm\n',
    ]);
  });

  test('a tool that does not exist is refused with the name of one that does', async () => {
    const answer = await session.call('patch_text_file', {});
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain('patch_text_file_contents');
  });
});
