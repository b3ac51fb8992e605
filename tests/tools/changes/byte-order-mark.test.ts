import { expect, test } from '@jest/globals';
import { createDesk, sha256 } from '../../support/desk.js';
import type { Desk } from '../../support/desk.js';
import { historyOffer } from '../../support/history-desk.js';

const UTF_8 = Buffer.from('\uFEFFa\nb\n');
const UTF_16_BE = Buffer.from('\uFEFFa\nb\n', 'utf16le').swap16();

type Call = readonly [tool: string, args: object];

const known = (bytes: Buffer, encoding?: string) => ({
  file_path: 'a.txt',
  file_hash: sha256(bytes),
  ...(encoding !== undefined && { encoding }),
});

function deskOf(bytes: Buffer): Desk {
  return createDesk({ 'a.txt': bytes }, { context: { offer: historyOffer } });
}

const patch = 'patch_text_file_contents';
const insert = 'insert_text_file_contents';
const whole = 'edit_text_file_contents';
const lineA = { start: 1, end: 1, first_line: 'a' };

test.each<Call>([
  [patch, { patches: [{ ...lineA, contents: 'A' }] }],
  [patch, { patches: [{ start: 2, end: 2, range_hash: sha256('b\n'), contents: 'B' }] }],
  [patch, { patches: [{ start: 9, end: 9, first_line: 'b', contents: 'B' }] }],
  [insert, { before: 1, contents: 'x' }],
  [insert, { after: 9, contents: 'x' }],
  [insert, { before_text: 'none', contents: 'x' }],
  ['append_text_file_contents', { contents: 'x' }],
  ['delete_text_file_contents', { ranges: [lineA] }],
  ['replace_text', { edits: [{ old_text: 'none', new_text: 'A' }] }],
  [whole, { action: 'replace', contents: 'x' }],
  [whole, { newline: 'crlf' }],
  [whole, { final_newline: false }],
  [whole, { action: 'move', new_path: 'b.txt', edits: [{ old_text: 'a', new_text: 'A' }] }],
])('%s %j loses no byte order mark to another encoding', async (tool, args) => {
  for (const [bytes, encoding] of [
    [UTF_8, 'latin1'],
    [UTF_8, 'utf-16le'],
    [UTF_16_BE, 'utf-16le'],
    [UTF_16_BE, 'latin1'],
  ] as const) {
    const desk = deskOf(bytes);
    const file = { ...known(bytes, encoding), ...args };
    const answer = await desk.call(tool, tool === whole ? { files: [file] } : file);
    expect(answer.text).toMatch(/^ERROR INVALID_ARGUMENT: a\.txt begins with the byte order mark/);
    expect(answer.text).toContain('Nothing was written.');
    expect(desk.hash('a.txt')).toBe(sha256(bytes));
  }
});

test.each<[string | undefined, Buffer]>([
  [undefined, UTF_8],
  ['utf-8', UTF_8],
  ['utf-8-sig', UTF_8],
  [undefined, UTF_16_BE],
  ['utf-16', UTF_16_BE],
  ['utf-16be', UTF_16_BE],
])('in %s it is kept', async (encoding, bytes) => {
  const desk = deskOf(bytes);
  const patches = [{ ...lineA, contents: 'A' }];
  const answer = await desk.call(patch, { ...known(bytes, encoding), patches });
  expect(answer.text).toMatch(/^OK/);
  const capital = Buffer.from(bytes.map((byte) => (byte === 0x61 ? 0x41 : byte)));
  expect(desk.hash('a.txt')).toBe(sha256(capital));
});

test('what needs no line needs no encoding', async () => {
  const desk = deskOf(UTF_8);
  const file = { ...known(UTF_8, 'latin1'), action: 'move', new_path: 'b.txt' };
  expect((await desk.call(whole, { files: [file] })).text).toMatch(/^OK/);
  expect(desk.hash('b.txt')).toBe(sha256(UTF_8));
});
