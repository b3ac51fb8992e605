import { describe, expect, test } from '@jest/globals';
import { isLocklineError } from '../../../src/core/errors.js';
import { createScanner } from '../../../src/core/scan/scan.js';
import { showRange } from '../../../src/tools/answers/shown-range.js';
import { numbered, sha256 } from '../../support/desk.js';

/** Shows the lines of a file from one on, in so much room. */
function show(content: string | Buffer, start: number, room: number, keepRangeBytes = 1_000_000) {
  const scanner = createScanner({
    ranges: [{ start, end: Number.POSITIVE_INFINITY }],
    encoding: 'auto',
    keepLineBytes: 1000,
    keepRangeBytes,
  });
  scanner.push(Buffer.from(content));
  const scan = scanner.finish();
  const [kept] = scan.ranges;
  if (kept === undefined) throw new Error('the scan lost its range');
  return showRange({ scan, shown: 'a.txt' }, kept, { line: 100, range: room });
}

describe('a range', () => {
  test('that fits is shown whole', () => {
    expect(show(numbered(3), 2, 100)).toMatchObject({
      range: { start: 2, end: 4 },
      hash: sha256('2\n3\n'),
      lines: [{ numbered: '2\t2' }, { numbered: '3\t3' }],
    });
    expect(show(numbered(3), 2, 100)).not.toHaveProperty('next');
  });

  test.each([
    ['the room', 9, 1_000_000],
    ['what the scan kept', 1000, 5],
  ])('ends at the last line within %s, with the hash of these lines', (_, room, kept) => {
    expect(show(numbered(9), 2, room, kept)).toMatchObject({
      range: { start: 2, end: 4 },
      hash: sha256('2\n3\n'),
      next: 4,
    });
  });

  test('without room for a line has none', () => {
    expect(show(numbered(9), 2, 3)).toMatchObject({
      range: { start: 2, end: 2 },
      hash: sha256(''),
      next: 2,
    });
  });

  test('with a line that is not text is an error that places the byte in the file', () => {
    const bad = show(Buffer.from('\uFEFFok\ncaf\xe9\n', 'latin1'), 1, 100);
    expect(isLocklineError(bad) && bad.details).toMatchObject({ path: 'a.txt', line: 1 });
    const second = show(Buffer.from('one\ncaf\xe9\n', 'latin1'), 2, 100);
    expect(isLocklineError(second) && second.details).toMatchObject({ line: 2, offset: 7 });
    const marked = show(
      Buffer.concat([Buffer.from('\uFEFF'), Buffer.from('a\xe9', 'latin1')]),
      1,
      100,
    );
    expect(isLocklineError(marked) && marked.details).toMatchObject({ line: 1, offset: 4 });
  });

  test('does not look at lines that are not shown', () => {
    const content = Buffer.from('one\ncaf\xe9\n', 'latin1');
    expect(show(content, 1, 6)).toMatchObject({ range: { start: 1, end: 2 }, next: 2 });
  });
});
