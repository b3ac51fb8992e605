import { describe, expect, test } from '@jest/globals';
import { at, createDesk, retryOf } from '../../support/desk.js';
import type { Desk, DeskOptions } from '../../support/desk.js';

type Fields = Readonly<Record<string, unknown>>;

const TEXT: DeskOptions = {
  context: { offer: { sets: ['lines', 'text'], readOnly: false, structured: false } },
};

function desk(text: string): Desk {
  return createDesk({ 'a.txt': text }, TEXT);
}

describe('in a transaction of several files', () => {
  const editTool = 'edit_text_file_contents';
  const known = (on: Desk, path: string, more: Fields) => ({
    file_path: path,
    file_hash: on.hash(path),
    ...more,
  });

  test('edits stand in the place of patches, also on a move, and before changes of line ends', async () => {
    const on = createDesk({ 'a.txt': 'a\n', 'b.txt': 'b\n' }, TEXT);
    const answer = await on.call(editTool, {
      files: [
        known(on, 'a.txt', { edits: [{ old_text: 'a', new_text: 'x' }], newline: 'crlf' }),
        known(on, 'b.txt', {
          action: 'move',
          new_path: 'c.txt',
          edits: [{ old_text: 'b', new_text: 'y' }],
        }),
      ],
    });
    expect(answer.isError).toBe(false);
    expect([on.text('a.txt'), on.text('b.txt'), on.text('c.txt')]).toEqual([
      'x\r\n',
      undefined,
      'y\n',
    ]);
  });

  test('a wrong count in one file stops all, and can be corrected', async () => {
    const on = createDesk({ 'a.txt': 'a a\n', 'b.txt': 'b\n' }, TEXT);
    const files = [
      known(on, 'b.txt', { edits: [{ old_text: 'b', new_text: 'y' }] }),
      known(on, 'a.txt', { edits: [{ old_text: 'a', new_text: 'x' }] }),
    ];
    const answer = await on.call(editTool, { files });
    expect(answer.text).toContain('files[1].edits[0].old_text occurs 2 times');
    expect(on.text('b.txt')).toBe('b\n');
    const { tool, args } = retryOf(answer);
    await on.call(tool, args);
    expect([on.text('a.txt'), on.text('b.txt')]).toEqual(['x x\n', 'y\n']);
  });

  test.each([
    [
      'patches and edits',
      {
        patches: [{ start: 1, range_hash: '', contents: 'x' }],
        edits: [{ old_text: 'a', new_text: 'b' }],
      },
      'both patches and edits',
    ],
    ['no edits', { edits: [] }, 'files[0].edits is an empty list'],
    [
      'no edits of a file that moves',
      { action: 'move', new_path: 'b', edits: [] },
      'Leave edits out',
    ],
    [
      'edits of a file that is deleted',
      { action: 'delete', edits: [{ old_text: 'a', new_text: 'b' }] },
      'edits does not go with action delete',
    ],
  ])('%s are refused', async (_, entry, expected) => {
    const on = desk('a\n');
    const answer = await on.call(editTool, { files: [known(on, 'a.txt', entry)] });
    expect(at(answer, 'code')).toBe('INVALID_ARGUMENT');
    expect(answer.text).toContain(expected);
  });
});
