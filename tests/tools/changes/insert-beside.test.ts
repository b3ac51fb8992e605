import { describe, expect, test } from '@jest/globals';
import { at, createDesk } from '../../support/desk.js';
import type { Desk, DeskOptions } from '../../support/desk.js';

type Fields = Readonly<Record<string, unknown>>;

const TEXT: DeskOptions = {
  context: { offer: { sets: ['lines', 'text'], readOnly: false, structured: false } },
};

function desk(text: string): Desk {
  return createDesk({ 'a.txt': text }, TEXT);
}

describe('lines are inserted beside a text', () => {
  const insertTool = 'insert_text_file_contents';
  const insert = (on: Desk, more: Fields) =>
    on.call(insertTool, {
      file_path: 'a.txt',
      file_hash: on.hash('a.txt'),
      contents: 'new',
      ...more,
    });

  test.each([
    ['before the line that has it', { before_text: 'bb' }, 'a\nnew\nbb b2\nc\n'],
    ['after the line that has it', { after_text: 'b2' }, 'a\nbb b2\nnew\nc\n'],
    ['before the first of its lines', { before_text: '2\nc' }, 'a\nnew\nbb b2\nc\n'],
    ['after the last of its lines', { after_text: 'a\nb' }, 'a\nbb b2\nnew\nc\n'],
    ['after a line that it ends', { after_text: 'a\n' }, 'a\nnew\nbb b2\nc\n'],
    ['after the last line', { after_text: 'c\n' }, 'a\nbb b2\nc\nnew\n'],
  ])('%s', async (_, place, expected) => {
    const on = desk('a\nbb b2\nc\n');
    const answer = await insert(on, place);
    expect(answer.isError).toBe(false);
    expect(on.text('a.txt')).toBe(expected);
  });

  test.each([
    ['no text', 'NO_MATCH', { after_text: 'zz' }],
    ['a text that occurs twice', 'COUNT_MISMATCH', { after_text: 'b' }],
    ['an empty text', 'INVALID_ARGUMENT', { after_text: '' }],
    ['two places', 'INVALID_ARGUMENT', { after_text: 'c', before: 1 }],
  ])('but not at %s', async (_, code, place) => {
    const on = desk('a\nb b\nc\n');
    const answer = await insert(on, place);
    expect(at(answer, 'code')).toBe(code);
    expect(on.text('a.txt')).toBe('a\nb b\nc\n');
    expect(answer.text).not.toContain('expect_count');
    expect(answer.text).not.toContain('Retry:');
  });
});
