import { describe, expect, test } from '@jest/globals';
import type { Conflict } from '../../src/core/conflict.js';
import { describeError } from '../../src/core/describe.js';
import { LocklineError } from '../../src/core/errors.js';
import type { ErrorCode, ErrorDetails } from '../../src/core/errors.js';
import { hashOf } from '../../src/core/hash.js';
import { inclusive } from '../../src/core/range.js';
import { ERROR_EXAMPLES } from '../support/error-examples.js';

const now = hashOf(Buffer.from('now'));
const then = hashOf(Buffer.from('then'));

function say<C extends ErrorCode>(code: C, details: ErrorDetails[C]) {
  return describeError(new LocklineError(code, details));
}

function sayExample<C extends ErrorCode>(code: C) {
  return say(code, ERROR_EXAMPLES[code].details);
}

describe.each(Object.keys(ERROR_EXAMPLES) as ErrorCode[])('%s', (code) => {
  test('names what it saw and says what to do', () => {
    const { message, hint } = sayExample(code);
    for (const fact of ERROR_EXAMPLES[code].names) expect(message).toContain(fact);
    expect(hint).toContain(ERROR_EXAMPLES[code].hint);
  });

  test('speaks in whole sentences', () => {
    const { message, hint } = sayExample(code);
    expect(message.split('\n')[0]).toMatch(/[.!?]$/);
    expect(hint).toMatch(/[.!?]$/);
  });
});

describe('bounds', () => {
  const at = (start: number, end?: number, totalLines = 12) =>
    say('RANGE_OUT_OF_BOUNDS', {
      path: 'a.txt',
      start,
      totalLines,
      ...(end !== undefined && { end }),
    });

  test.each([
    ['a start past the end', at(13), 'a.txt has 12 lines; line 13 is not one of them.'],
    ['line 0', at(0, 4), 'a.txt has 12 lines; line 0 is not one of them.'],
    ['a reversed range', at(5, 3), 'a.txt has 12 lines; end 3 is before start 5.'],
    ['a range over the end', at(5, 15), 'a.txt has 12 lines; lines 5-15 are not all there.'],
    ['a file of one line', at(2, undefined, 1), 'a.txt has 1 line; line 2 is not one of them.'],
  ])('of %s', (_, { message }, expected) => {
    expect(message).toBe(expected);
  });

  test('of an empty file: the hint is to append', () => {
    expect(at(1, 2, 0).hint).toContain('append_text_file_contents');
  });
});

describe('conflicts', () => {
  const conflict = (path: string, rest: Partial<Conflict>): Conflict => ({
    path,
    kind: 'file_hash',
    expected: then,
    actual: now,
    file: { hash: now, totalLines: 12 },
    ...rest,
  });
  const message = (...conflicts: readonly Conflict[]) => say('CONFLICT', { conflicts }).message;

  test('each kind has its words', () => {
    const range = inclusive(3, 4);
    const [old, current] = [then.slice(0, 16), now.slice(0, 16)];
    expect(message(conflict('a.txt', { kind: 'range_hash', range }))).toBe(
      `lines 3-4 of a.txt are not those with range_hash ${old} (now ${current}).`,
    );
    expect(message(conflict('a.txt', { kind: 'lines', range, expected: 'x\ny' }))).toContain(
      String.raw`"x\ny"`,
    );
    expect(message(conflict('a.txt', { kind: 'absent' }))).toBe('a.txt exists again.');
    expect(message(conflict('a.txt', { kind: 'missing' }))).toContain('is gone');
  });

  test('lines past the end are told by the length of the file', () => {
    const { actual: _, ...past } = conflict('a.txt', { kind: 'range_hash', range: inclusive(20) });
    expect(message(past)).toContain('it has 12 lines');
  });

  test('several files are named once each, and no more than three', () => {
    const many = ['a.txt', 'b.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'];
    const text = message(...many.map((path) => conflict(path, {})));
    expect(text.match(/\w\.txt/g)).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(text).toContain('and 2 more.');
  });
});

test('hints help where a part of the details is absent', () => {
  expect(say('FILE_NOT_FOUND', { path: 'a.txt' }).hint).toContain('list_directory');
  expect(say('READ_ONLY', { reason: 'The server is read-only' }).message).toBe(
    'The server is read-only.',
  );
  const unreadable = { path: 'a.txt', encoding: 'utf-8', line: 1, offset: 0, readings: [] };
  expect(say('UNDECODABLE', unreadable).message).not.toContain('\n');
  expect(say('UNDECODABLE', unreadable).hint).toContain('Name the encoding');
  const missing = { path: 'a.txt', what: 'old_text', nearest: '' };
  expect(say('NO_MATCH', missing).message).toBe('old_text does not occur in a.txt.');
});
