import { describe, expect, test } from '@jest/globals';
import { at, createDesk, retryOf } from '../../support/desk.js';

const FIVE = 'one\ntwo\nthree\nfour\nfive\n';

describe('a message names the field, the value seen and what is expected', () => {
  const hash = '0'.repeat(64);
  const patchOf = (patch: unknown) => ({ file_path: 'a', file_hash: hash, patches: [patch] });
  test.each([
    ['patch_text_file_contents', {}, 'file_path is missing; expected text'],
    ['patch_text_file_contents', { file_path: 5 }, 'file_path is 5; expected text'],
    ['patch_text_file_contents', { file_path: '' }, 'file_path is the text ""; expected some text'],
    ['patch_text_file_contents', patchOf(7), 'patches[0] is 7; expected an object'],
    [
      'patch_text_file_contents',
      { ...patchOf({}), patches: [{ start: 1, range_hash: '', contents: '' }, { start: 'l2' }] },
      'patches[1].start is the text "l2"; expected a whole number; patches[1].contents is missing; expected text',
    ],
    [
      'patch_text_file_contents',
      patchOf({ start: 1.5 }),
      'patches[0].start is 1.5; expected a whole number',
    ],
    [
      'patch_text_file_contents',
      patchOf({ start: 1e300 }),
      'patches[0].start is 1e+300; expected at most 9007199254740991',
    ],
    [
      'patch_text_file_contents',
      patchOf({ start: -1e300 }),
      'patches[0].start is -1e+300; expected at least -9007199254740991',
    ],
    [
      'patch_text_file_contents',
      patchOf({ start: true }),
      'patches[0].start is true; expected a whole number',
    ],
    [
      'patch_text_file_contents',
      patchOf({ contents: ['x'] }),
      'patches[0].contents is a list; expected text',
    ],
    [
      'patch_text_file_contents',
      { patches: 'no list' },
      'patches is the text "no list"; expected a list',
    ],
    [
      'create_text_file',
      { newline: 'LF' },
      'newline is the text "LF"; expected one of "lf", "crlf", "cr"',
    ],
    [
      'edit_text_file_contents',
      { dry_run: 'yes' },
      'dry_run is the text "yes"; expected true or false',
    ],
    ['append_text_file_contents', { file_hash: 'x y' }, 'file_hash (the text "x y") is not a hash'],
  ])('%s %j', async (tool, args, message) => {
    const answer = await createDesk({}).call(tool, args);
    expect(at(answer, 'code')).toBe('INVALID_ARGUMENT');
    expect(at(answer, 'message')).toContain(message);
  });

  test('and a missing hash says where to get one', async () => {
    const answer = await createDesk({}).call('append_text_file_contents', {
      file_path: 'a',
      contents: 'x',
    });
    expect(at(answer, 'hint')).toContain('get_text_file_contents gives the file_hash');
  });

  test('of many faults only the first are told', async () => {
    const patches = Array.from({ length: 50 }, () => ({ start: 'x', contents: '' }));
    const answer = await createDesk({}).call('patch_text_file_contents', {
      file_path: 'a',
      file_hash: '0'.repeat(64),
      patches,
    });
    expect(at(answer, 'message')).toMatch(/; 45 more like these\.$/);
  });
});

describe('a misspelt key', () => {
  test('is refused, and the Retry with the right name is taken', async () => {
    const on = createDesk({ 'a.txt': FIVE });
    const answer = await on.call('patch_text_file_contents', {
      file_path: 'a.txt',
      file_hash: on.hash('a.txt'),
      patchs: [{ ...on.lines('a.txt', 2, 2), content: 'TWO', fist_line: 'two' }],
    });
    expect(at(answer, 'message')).toBe(
      '"patchs" is not an argument; "fist_line" in patches[0] is not an argument.',
    );
    expect(on.text('a.txt')).toBe(FIVE);
    const { tool, args } = retryOf(answer);
    await on.call(tool, args);
    expect(on.text('a.txt')).toBe(FIVE.replace('two', 'TWO'));
  });

  test('that would widen an edit never does', async () => {
    const on = createDesk({ 'a.txt': FIVE });
    const { start, end, range_hash } = on.lines('a.txt', 2, 2);
    for (const key of ['ned', 'endd', 'stop', 'to']) {
      const answer = await on.call('delete_text_file_contents', {
        file_path: 'a.txt',
        file_hash: on.hash('a.txt'),
        ranges: [{ start, [key]: end, range_hash }],
      });
      expect(at(answer, 'code')).toBe('INVALID_ARGUMENT');
    }
    expect(on.text('a.txt')).toBe(FIVE);
  });

  test('has no Retry if the call would be refused for another reason', async () => {
    const answer = await createDesk({}).call('patch_text_file_contents', { file_pth: 'a.txt' });
    expect(answer.text).not.toContain('Retry');
  });
});

describe('tolerated forms work through the tools', () => {
  test('one file at the top level of the read tool', async () => {
    const on = createDesk({ 'a.txt': FIVE });
    const answer = await on.call('get_text_file_contents', {
      path: 'a.txt',
      ranges: '[{"line_start": "2", "line_end": 2}]',
    });
    expect(answer.text).toContain('\n2\ttwo');
  });

  test('one patch at the top level of the patch tool', async () => {
    const on = createDesk({ 'a.txt': FIVE });
    await on.call('patch_text_file_contents', {
      path: 'a.txt',
      hash: on.hash('a.txt'),
      ...on.lines('a.txt', 2, 2),
      content: 'TWO',
      encoding: 'null',
    });
    expect(on.text('a.txt')).toBe(FIVE.replace('two', 'TWO'));
  });

  test('but not one file at the top level of the edit tool', async () => {
    const on = createDesk({});
    const answer = await on.call('edit_text_file_contents', { file_path: 'a.txt', contents: 'x' });
    expect(at(answer, 'hint')).toContain('file_path belongs in files.');
    expect(on.text('a.txt')).toBeUndefined();
  });

  test('offset and limit are refused with the right names', async () => {
    const on = createDesk({ 'a.txt': FIVE });
    const answer = await on.call('get_text_file_contents', {
      file_path: 'a.txt',
      offset: 2,
      limit: 2,
    });
    expect(at(answer, 'code')).toBe('INVALID_ARGUMENT');
    expect(at(answer, 'hint')).toContain('start and end in files[].ranges');
  });
});
