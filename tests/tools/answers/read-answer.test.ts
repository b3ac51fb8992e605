import { describe, expect, test } from '@jest/globals';
import { at, createDesk, numbered, sha256 } from '../../support/desk.js';
import type { Desk } from '../../support/desk.js';

const readTool = 'get_text_file_contents';

function read(on: Desk, ...files: readonly unknown[]) {
  return on.call(readTool, { files });
}

describe('a text stays within its limit', () => {
  const limits = { maxOutputChars: 3000, maxLineChars: 100 };

  test('and a cut range ends at the last line shown, with the hash of just these lines', async () => {
    const content = numbered(4000);
    const on = createDesk({ 'a.txt': content }, { limits });
    const answer = await read(on, { file_path: 'a.txt' });
    expect(answer.text.length).toBeLessThanOrEqual(limits.maxOutputChars);
    const range = at(answer, 'files', 0, 'ranges', 0) as Readonly<Record<string, unknown>>;
    const end = Number(range['end']);
    const lines = numbered(end);
    expect(range).toEqual({
      start: 1,
      end,
      range_hash: sha256(lines),
      content: lines,
      next_start: end + 1,
    });
    expect(answer.text).toContain(
      `a.txt  4000 lines  file_hash ${sha256(content).slice(0, 16)}\nlines 1-${end}  `,
    );
    const files = [{ file_path: 'a.txt', ranges: [{ start: end + 1 }] }];
    expect(answer.text.split('\n').at(-1)).toBe(
      `… cut here; go on with ${JSON.stringify({ files })}`,
    );
  });

  test('and the calls that it offers lead through all lines', async () => {
    const on = createDesk({ 'a.txt': numbered(2000), 'b.txt': numbered(300) }, { limits });
    const seen: string[] = [];
    let args: unknown = { files: [{ file_path: 'a.txt' }, { file_path: 'b.txt' }] };
    for (let calls = 0; args !== undefined && calls < 20; calls += 1) {
      const { text } = await on.call(readTool, args);
      expect(text.length).toBeLessThanOrEqual(limits.maxOutputChars);
      seen.push(...(text.match(/^\d+(?=\t)/gm) ?? []));
      const next = /^… cut here; go on with (.*)$/m.exec(text)?.[1];
      args = next === undefined ? undefined : JSON.parse(next);
    }
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}`);
    expect(seen).toEqual([...numbers(2000), ...numbers(300)]);
  });

  test('and a long line is cropped, marked and listed, with the hash of all of it', async () => {
    const long = `${'x'.repeat(500)}\n`;
    const on = createDesk({ 'a.txt': `a\n${long}b\n` }, { limits });
    const answer = await read(on, { file_path: 'a.txt', ranges: [{ start: 2, end: 3 }] });
    expect(answer.text).toContain(
      `\n2\t${'x'.repeat(100)}… [cropped: this line has 501 bytes]\n3\tb`,
    );
    expect(at(answer, 'files', 0, 'ranges', 0)).toEqual({
      start: 2,
      end: 3,
      range_hash: sha256(`${long}b\n`),
      content: `${'x'.repeat(100)}\nb\n`,
      cropped: [2],
    });
  });

  test('and ranges of which nothing fits are left out and counted', async () => {
    const on = createDesk({ 'a.txt': numbered(500) }, { limits });
    const ranges = Array.from({ length: 200 }, (_, index) => ({
      start: index + 1,
      end: index + 1,
    }));
    const answer = await read(on, { file_path: 'a.txt', ranges });
    expect(answer.text.length).toBeLessThanOrEqual(limits.maxOutputChars);
    const shown = at(answer, 'files', 0, 'ranges') as readonly unknown[];
    expect(at(answer, 'files', 0, 'ranges_left_out')).toBe(200 - shown.length);
    expect(answer.text).toMatch(/go on with \{"files":\[.*, then \d+ more ranges$/);
  });

  test('and each of many files has at least its hash', async () => {
    const paths = Array.from({ length: 20 }, (_, index) => `file-${index}.txt`);
    const files = Object.fromEntries(paths.map((path) => [path, numbered(400)]));
    const on = createDesk(files, { limits });
    const answer = await read(on, ...paths.map((file_path) => ({ file_path })));
    expect(answer.text.length).toBeLessThanOrEqual(limits.maxOutputChars);
    expect(answer.text.match(/^file-\d+\.txt {2}400 lines {2}file_hash/gm)).toHaveLength(20);
  });
});

test('hashes are shown as long as was asked for', async () => {
  const on = createDesk({ 'a.txt': 'one\ntwo\n' }, { limits: { hashLength: 64 } });
  const answer = await read(on, { file_path: 'a.txt', ranges: [{ start: 1, end: 1 }] });
  expect(answer.text).toContain(
    `file_hash ${sha256('one\ntwo\n')}\nlines 1-1  range_hash ${sha256('one\n')}\n`,
  );
});

test('a path that could pass for several lines is escaped', async () => {
  const answer = await read(createDesk({ 'a\u2028OK b.txt': 'x\n' }), {
    file_path: 'a\u2028OK b.txt',
  });
  expect(answer.text.split('\n')[0]).toMatch(/^"a\\u2028OK b\.txt" {2}1 line {2}file_hash/);
});
