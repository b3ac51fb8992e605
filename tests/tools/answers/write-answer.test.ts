import { describe, expect, test } from '@jest/globals';
import { at, createDesk, numbered, sha256 } from '../../support/desk.js';

const editTool = 'edit_text_file_contents';
const limits = { maxOutputChars: 4000 };

describe('a text stays within its limit', () => {
  test('and hashes come whole where the diff does not', async () => {
    const on = createDesk({ 'a.txt': numbered(2000) }, { limits });
    const answer = await on.call('patch_text_file_contents', {
      file_path: 'a.txt',
      file_hash: on.hash('a.txt'),
      patches: [{ ...on.lines('a.txt', 1, 1500), contents: 'x\n'.repeat(1500) }],
    });
    expect(answer.text.length).toBeLessThanOrEqual(limits.maxOutputChars);
    const range_hash = sha256('x\n'.repeat(1500)).slice(0, 16);
    expect(answer.text).toContain(`\nlines 1-1500  range_hash ${range_hash}`);
    expect(answer.text).toMatch(/\n-\d+\n… /);
    const diff = String(at(answer, 'files', 0, 'diff'));
    expect(answer.text).toContain(`\n${diff}\n`);
  });

  test('and each of many files has its hash', async () => {
    const paths = Array.from({ length: 30 }, (_, index) => `file-${index}.txt`);
    const on = createDesk(Object.fromEntries(paths.map((path) => [path, numbered(100)])), {
      limits,
    });
    const files = paths.map((path) => ({
      file_path: path,
      file_hash: on.hash(path),
      patches: [{ ...on.lines(path, 1, 90), contents: 'x' }],
    }));
    const answer = await on.call(editTool, { files });
    expect(answer.text.length).toBeLessThanOrEqual(limits.maxOutputChars);
    expect(answer.text.match(/^OK file-\d+\.txt {2}100 -> 11 lines {2}change \w+$/gm)).toHaveLength(
      30,
    );
    expect(answer.text.match(/^now file_hash /gm)).toHaveLength(30);
  });

  test('and ranges beyond it are counted; an object holds 1,000 of a file', async () => {
    const on = createDesk({ 'a.txt': '' }, { limits });
    const patches = Array.from({ length: 1200 }, () => ({
      start: 1,
      range_hash: '',
      contents: 'x',
    }));
    const file = { file_path: 'a.txt', file_hash: on.hash('a.txt'), patches };
    const answer = await on.call(editTool, { files: [file] });
    expect(answer.text.length).toBeLessThanOrEqual(limits.maxOutputChars);
    expect(answer.text).toMatch(/\n… \d+ more ranges, not shown/);
    expect(at(answer, 'files', 0, 'ranges')).toHaveLength(1000);
    expect(at(answer, 'files', 0, 'ranges_left_out')).toBe(200);
  });

  test('and so do runs of lines with new numbers', async () => {
    const on = createDesk({ 'a.txt': numbered(100) });
    const patches = Array.from({ length: 40 }, (_, index) => ({
      start: 2 * index + 1,
      range_hash: '',
      contents: 'x',
    }));
    const file = { file_path: 'a.txt', file_hash: on.hash('a.txt'), patches };
    const answer = await on.call(editTool, { files: [file] });
    expect(answer.text.match(/^old lines /gm)).toHaveLength(20);
    expect(answer.text).toContain('… and 20 more runs of lines have new numbers');
  });
});

test('a conversion of line ends has no diff but a note', async () => {
  const on = createDesk({ 'a.txt': 'a\nb\n' });
  const file = { file_path: 'a.txt', file_hash: on.hash('a.txt'), newline: 'crlf' };
  const answer = await on.call(editTool, { files: [file] });
  expect(at(answer, 'files', 0, 'diff')).toBeUndefined();
  expect(at(answer, 'files', 0, 'notes')).toHaveLength(1);
  expect(answer.text).toMatch(
    /^OK a\.txt {2}2 -> 2 lines {2}change \w+\nnow file_hash \w{16}\nnote: ./,
  );
});

test('what a dry run would give is told as such', async () => {
  const on = createDesk({});
  const answer = await on.call(editTool, {
    files: [{ file_path: 'a.txt', contents: 'a' }],
    dry_run: true,
  });
  expect(answer.text).toBe(
    `DRY RUN a.txt  created  1 line\nthen file_hash ${sha256('a').slice(0, 16)}`,
  );
});
