import { describe, expect, test } from '@jest/globals';
import { describeError } from '../../../src/core/messages/describe.js';
import { LocklineError } from '../../../src/core/errors.js';
import { OWN_FILES_RULE } from '../../../src/core/errors.js';
import type { ErrorCode, ErrorDetails } from '../../../src/core/errors.js';
import { ERROR_EXAMPLES } from '../../support/error-examples.js';

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

describe('a change that cannot be taken back', () => {
  const { conflicts } = ERROR_EXAMPLES.CONFLICT.details;

  test('is named, with the reason and the way to see what it did', () => {
    const { message, hint } = say('CONFLICT', { conflicts, undoes: 'k7m2q' });
    expect(message).toMatch(/^Change k7m2q cannot be taken back: a\.txt changed since file_hash /);
    expect(hint).toContain('get_history with change_id "k7m2q"');
  });

  test('because it is taken back already: the change that did it is named', () => {
    const { message, hint } = say('CONFLICT', { conflicts, undoes: 'k7m2q', undoneBy: 'p3x9a' });
    expect(message).toBe('Change k7m2q was taken back already, by change p3x9a.');
    expect(hint).toContain('p3x9a');
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

test('the own files of Lockline are opened by no option', () => {
  const own = say('PROTECTED_PATH', { path: '.lockline', rule: OWN_FILES_RULE });
  expect(own.hint).toContain('another name');
  expect(own.hint).not.toContain('--allow-write');
});

test('a call that was given up is no bug', () => {
  const { message, hint } = say('INTERNAL', { reference: 'x', isGivenUp: true });
  expect(message).toContain('before it changed anything');
  expect(hint).toContain('send the same call again');
  expect(`${message}${hint}`).not.toMatch(/bug|wrong/);
});
