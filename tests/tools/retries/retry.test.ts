import { describe, expect, test } from '@jest/globals';
import { at, createDesk, numbered, retryOf, sha256 } from '../../support/desk.js';
import type { Desk } from '../../support/desk.js';
import { FIVE, patchStale, patchTool } from '../../support/stale-patch.js';

describe('lines that only moved', () => {
  test('are offered at their new place, under the current file hash', async () => {
    const now = `zero\n${FIVE}`;
    const { on, answer } = await patchStale(
      (desk) => [{ ...desk.lines('a.txt', 2, 3), contents: 'x' }],
      now,
    );
    const range_hash = sha256('two\nthree\n');
    expect(answer.text.split('\n').slice(1, 4)).toEqual([
      `now 6 lines  file_hash ${sha256(now).slice(0, 16)}`,
      'the version that you hold is not known here, so there is no diff from it',
      `your lines 2-3 are unchanged, now 3-4  range_hash ${range_hash.slice(0, 16)}`,
    ]);
    expect(retryOf(answer)).toEqual({
      tool: patchTool,
      args: {
        file_path: 'a.txt',
        file_hash: sha256(now).slice(0, 16),
        patches: [{ start: 3, end: 4, range_hash, contents: 'x' }],
      },
    });
    await on.call(patchTool, retryOf(answer).args);
    expect(on.text('a.txt')).toBe('zero\none\nx\nfour\nfive\n');
  });

  test('or not at all, where only others changed', async () => {
    const { on, answer } = await patchStale(
      (desk) => [{ ...desk.lines('a.txt', 2, 2), contents: 'TWO' }],
      `${FIVE}six\n`,
    );
    expect(answer.text).toContain('your lines 2-2 are unchanged, still 2-2  range_hash');
    await on.call(patchTool, retryOf(answer).args);
    expect(on.text('a.txt')).toBe('one\nTWO\nthree\nfour\nfive\nsix\n');
  });

  test('are offered also with an open end and where the file hash is fresh', async () => {
    const on = createDesk({ 'a.txt': FIVE });
    const { range_hash } = on.lines('a.txt', 2, 3);
    const patches = [{ start: 3, end: 4, range_hash, contents: 'x' }];
    const answer = await on.call(patchTool, {
      file_path: 'a.txt',
      file_hash: on.hash('a.txt'),
      patches,
    });
    expect(retryOf(answer).args).toMatchObject({ patches: [{ start: 2, end: 3 }] });
    const tail = sha256('four\nfive\n');
    const open = await patchStale(
      () => [{ start: 4, range_hash: tail, contents: 'x' }],
      `zero\n${FIVE}`,
    );
    await open.on.call(patchTool, retryOf(open.answer).args);
    expect(open.on.text('a.txt')).toBe('zero\none\ntwo\nthree\nx\n');
  });

  test('of several files are offered in one call', async () => {
    const on = createDesk({ 'a.txt': FIVE, 'sub/b.txt': FIVE, 'c.txt': 'c\n' });
    const entry = (path: string, named: string) => ({
      file_path: named,
      file_hash: on.hash(path),
      patches: [{ ...on.lines(path, 1, 1), contents: 'ONE' }],
    });
    const files = [
      entry('a.txt', 'a.txt'),
      entry('sub/b.txt', './sub/b.txt'),
      entry('c.txt', 'c.txt'),
    ];
    on.put('a.txt', `zero\n${FIVE}`);
    on.put('sub/b.txt', `${FIVE}six\n`);
    const answer = await on.call('edit_text_file_contents', { files });
    expect(answer.text).toMatch(/^a\.txt {2}now 6 lines {2}file_hash/m);
    expect(answer.text).toMatch(/^sub\/b\.txt {2}now 6 lines {2}file_hash/m);
    await on.call('edit_text_file_contents', retryOf(answer).args);
    expect([on.text('a.txt'), on.text('sub/b.txt'), on.text('c.txt')]).toEqual([
      'zero\nONE\ntwo\nthree\nfour\nfive\n',
      'ONE\ntwo\nthree\nfour\nfive\nsix\n',
      'ONE\n',
    ]);
  });
});

describe('nothing is offered that could overwrite what another wrote', () => {
  const one = (desk: Desk) => [{ ...desk.lines('a.txt', 2, 2), contents: 'TWO' }];
  test.each<[string, (on: Desk) => unknown, string]>([
    ['lines that changed', one, 'one\n2\nthree\nfour\nfive\n'],
    ['lines that are gone', one, 'one\n'],
    ['lines that stand in two places', one, `two\n${FIVE}`],
    ['an insertion', () => [{ start: 2, range_hash: '', contents: 'x' }], `zero\n${FIVE}`],
    [
      'lines of which only the ends are proved',
      () => [{ start: 2, end: 4, first_line: 'two', last_line: 'four', contents: 'x' }],
      'zero\none\ntwo\n3\nfour\nfive\n',
    ],
    [
      'one that moved beside one that changed',
      (desk) => [
        { ...desk.lines('a.txt', 1, 1), contents: 'ONE' },
        { ...desk.lines('a.txt', 5, 5), contents: 'FIVE' },
      ],
      'zero\none\ntwo\nthree\nfour\n5\n',
    ],
  ])('%s', async (_, patches, now) => {
    const { answer } = await patchStale(patches, now);
    expect(answer.text).not.toContain('Retry');
    expect(at(answer, 'retry')).toBeUndefined();
  });

  test('nor for a change of the whole file', async () => {
    const on = createDesk({ 'a.txt': FIVE });
    const known = { file_path: 'a.txt', file_hash: on.hash('a.txt') };
    on.put('a.txt', `${FIVE}six\n`);
    for (const entry of [
      { ...known, action: 'delete' },
      { ...known, action: 'replace', contents: 'x' },
      { ...known, newline: 'crlf' },
      { ...known, action: 'move', new_path: 'b.txt' },
    ]) {
      const answer = await on.call('edit_text_file_contents', { files: [entry] });
      expect(at(answer, 'code')).toBe('CONFLICT');
      expect(answer.text).not.toContain('Retry');
    }
  });

  test('but the lines that are there now are shown with their hash', async () => {
    const { answer } = await patchStale(one, 'one\n2\nthree\nfour\nfive\n');
    const range_hash = sha256('2\n').slice(0, 16);
    expect(answer.text).toContain(`\nlines 2-2 are now  range_hash ${range_hash}\n2\t2\n`);
    expect(answer.text).toContain('merge your edit');
    expect(at(answer, 'conflicts')).toMatchObject([
      { kind: 'file_hash', expected: sha256(FIVE) },
      { kind: 'range_hash', start: 2, end: 2, current: '2\n', actual: sha256('2\n') },
    ]);
  });
});

describe('a long Retry', () => {
  const long = 'x'.repeat(2000);

  test('gives only the arguments that differ', async () => {
    const { answer } = await patchStale(
      (desk) => [{ ...desk.lines('a.txt', 2, 2), contents: long }],
      `zero\n${FIVE}`,
    );
    expect(retryOf(answer).args).toEqual({
      file_hash: sha256(`zero\n${FIVE}`).slice(0, 16),
      patches: [{ start: 3, end: 3 }],
    });
    expect(answer.text).toContain(
      'Send the call again with these arguments changed; the others stay.\nRetry: ',
    );
  });

  test('that is too long even so is left out', async () => {
    const answer = await createDesk({}).call('create_text_file', { file_path: 'a', contens: long });
    expect(answer.text).toContain('Did you mean "contents"?');
    expect(answer.text).not.toContain('Retry');
  });
});

describe('numbers that are out of bounds', () => {
  test('are offered as the nearest that exist where the proof still decides', async () => {
    const on = createDesk({ 'a.txt': numbered(10) });
    const { range_hash } = on.lines('a.txt', 9, 10);
    const answer = await on.call('delete_text_file_contents', {
      file_path: '/memory/a.txt',
      file_hash: on.hash('a.txt'),
      ranges: [{ start: 9, end: 12, range_hash }],
    });
    await on.call('delete_text_file_contents', retryOf(answer).args);
    expect(on.text('a.txt')).toBe(numbered(8));
  });

  test('of a file among several', async () => {
    const on = createDesk({ 'a.txt': numbered(3), 'b.txt': numbered(5) });
    const insert = { start: 5, range_hash: '', contents: 'x' };
    const files = ['a.txt', 'b.txt'].map((path) => ({
      file_path: path,
      file_hash: on.hash(path),
      patches: [insert],
    }));
    const answer = await on.call('edit_text_file_contents', { files });
    expect(retryOf(answer).args).toMatchObject({
      files: [{ patches: [{ start: 4 }] }, { patches: [{ start: 5 }] }],
    });
  });

  test('are not offered where no line is near', async () => {
    const on = createDesk({ 'a.txt': FIVE });
    const patches = [{ start: 9, end: 12, range_hash: sha256('x'), contents: 'x' }];
    const answer = await on.call(patchTool, {
      file_path: 'a.txt',
      file_hash: on.hash('a.txt'),
      patches,
    });
    expect(at(answer, 'code')).toBe('RANGE_OUT_OF_BOUNDS');
    expect(answer.text).not.toContain('Retry');
  });
});
