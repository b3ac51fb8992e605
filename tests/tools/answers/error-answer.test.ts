import { describe, expect, test } from '@jest/globals';
import { LocklineError } from '../../../src/core/errors.js';
import { errorAnswer } from '../../../src/tools/answers/error-answer.js';
import { at, createDesk, LIMITS, numbered, sha256 } from '../../support/desk.js';

const STALE = '0'.repeat(64);

describe('an error', () => {
  test('has its evidence between the sentence and the hint', () => {
    const error = new LocklineError('NO_MATCH', {
      path: 'a.txt',
      what: 'old_text',
      nearest: '3\tnear',
    });
    const { text, result } = errorAnswer(error, LIMITS, { effect: 'edit' });
    const lines = text.split('\n');
    expect(lines[0]).toBe('ERROR NO_MATCH: old_text does not occur in a.txt. Nothing was written.');
    expect(lines[1]).toBe('3\tnear');
    expect(lines[2]).toBe(result['hint']);
  });

  test('keeps within its limit, with hint and Retry whole', () => {
    const nearest = Array.from({ length: 2000 }, (_, index) => `${index}\tline`).join('\n');
    const error = new LocklineError('NO_MATCH', { path: 'a.txt', what: 'old_text', nearest });
    const retry = { tool: 'x', arguments: { a: 1 }, isPartial: false };
    for (const maxOutputChars of [3000, 24_000]) {
      const limits = { ...LIMITS, maxOutputChars };
      const { text } = errorAnswer(error, limits, { effect: 'edit', retry });
      expect(text.length).toBeLessThanOrEqual(Math.min(10_000, maxOutputChars));
      expect(text).toMatch(
        /… the rest did not fit\n.*\nRetry: \{"tool":"x","arguments":\{"a":1\}\}$/,
      );
    }
  });
});

describe('a conflict', () => {
  test('of lines shows what is there now as far as there is room, and bounds it in the object too', async () => {
    const on = createDesk({ 'a.txt': numbered(9000) });
    const patches = [{ start: 1, end: 8000, range_hash: STALE, contents: 'x' }];
    const answer = await on.call('patch_text_file_contents', {
      file_path: 'a.txt',
      file_hash: on.hash('a.txt'),
      patches,
    });
    expect(answer.text.length).toBeLessThanOrEqual(10_000);
    const range_hash = sha256(numbered(8000)).slice(0, 16);
    expect(answer.text).toContain(`\nlines 1-8000 are now  range_hash ${range_hash}\n1\t1\n`);
    expect(answer.text).toMatch(/\n… \d+ lines more\n/);
    expect(String(at(answer, 'conflicts', 0, 'current')).length).toBeLessThan(10_000);
  });

  test('of many patches names each of them', async () => {
    const on = createDesk({ 'a.txt': numbered(60) });
    const patches = Array.from({ length: 30 }, (_, index) => ({
      start: index + 1,
      end: index + 1,
      range_hash: STALE,
      contents: 'x',
    }));
    const answer = await on.call('patch_text_file_contents', {
      file_path: 'a.txt',
      file_hash: on.hash('a.txt'),
      patches,
    });
    expect(at(answer, 'conflicts')).toHaveLength(30);
    expect(answer.text.match(/^lines \d+-\d+ are now /gm)).toHaveLength(30);
  });

  test('of lines that are not there any more says so', async () => {
    const on = createDesk({ 'a.txt': numbered(5) });
    const lines = on.lines('a.txt', 4, 5);
    const file_hash = on.hash('a.txt');
    on.put('a.txt', numbered(4).replace('4', 'four'));
    const answer = await on.call('delete_text_file_contents', {
      file_path: 'a.txt',
      file_hash,
      ranges: [lines],
    });
    expect(answer.text).toContain('\nyour lines 4-5 are not all there any more\n4\tfour\n');
    expect(at(answer, 'conflicts', 1)).toEqual({
      file_path: 'a.txt',
      kind: 'range_hash',
      expected: lines.range_hash,
      start: 4,
      end: 5,
      current: 'four\n',
    });
  });

  test('over lines that are not text marks them', async () => {
    const on = createDesk({ 'a.txt': Buffer.from('a\ncaf\xe9\n', 'latin1') });
    const answer = await on.call('delete_text_file_contents', {
      file_path: 'a.txt',
      file_hash: on.hash('a.txt'),
      ranges: [{ start: 1, end: 2, range_hash: STALE }],
    });
    expect(answer.text).toContain('\n1\ta\n2\t[not utf-8]\n');
  });

  test('where the same ends are elsewhere says where', async () => {
    const on = createDesk({ 'a.txt': 'a\nb\nc\n' });
    const file_hash = on.hash('a.txt');
    on.put('a.txt', 'new\na\nb\nc\n');
    const ranges = [{ start: 2, end: 3, first_line: 'b', last_line: 'c' }];
    const answer = await on.call('delete_text_file_contents', {
      file_path: 'a.txt',
      file_hash,
      ranges,
    });
    expect(answer.text).toContain('\nlines that begin and end as yours are now 3-4\n');
    expect(at(answer, 'conflicts', 1)).toMatchObject({
      kind: 'lines',
      moved_to: { start: 3, end: 4 },
    });
  });
});
