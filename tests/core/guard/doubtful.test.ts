import { describe, expect, test } from '@jest/globals';
import type { Expectation, RangeExpectation } from '../../../src/core/change.js';
import { findConflicts } from '../../../src/core/guard/expect.js';
import { hashOf } from '../../../src/core/hash.js';
import { gapBefore, inclusive } from '../../../src/core/range.js';
import { named, snapshot } from '../../support/versions.js';

const THEN = 'import a\n';

function conflictsIn(now: string, expected: Expectation) {
  return findConflicts({ expect: expected, encoding: 'auto' }, snapshot(now), 'a.py');
}

function conflicts(then: string, now: string, range: RangeExpectation) {
  return conflictsIn(now, { file: named(then), ranges: [range] });
}

describe('shows what stands around a gap, which no line proves', () => {
  const around = (line: number, now: string) => {
    const gap = { range: gapBefore(line), hash: named('') };
    const [stale, doubtful] = conflicts(THEN, now, gap);
    expect(stale).toMatchObject({ kind: 'file_hash', unchanged: [] });
    expect(doubtful).toMatchObject({ range: gapBefore(line), isDoubtful: true });
    return doubtful;
  };

  test.each([
    [1, inclusive(1, 1), 'x\n'],
    [2, inclusive(1, 2), 'x\ny\n'],
    [3, inclusive(2, 2), 'y\n'],
  ])('before line %i', (line, now, text) => {
    const bytes = Buffer.from(text);
    expect(around(line, 'x\ny\n')).toMatchObject({ now, current: bytes, actual: hashOf(bytes) });
  });

  test.each(['', 'x\n'])('and nothing where there is none any more', (now) => {
    expect(around(6, now)).not.toHaveProperty('current');
    expect(around(6, now)).not.toHaveProperty('actual');
  });

  test('also if it is named without any proof', () => {
    const places = [gapBefore(2)];
    const expected = { file: named(THEN), ranges: [], places };
    expect(conflictsIn('x\ny\n', expected)).toMatchObject([
      { kind: 'file_hash' },
      { isDoubtful: true, now: inclusive(1, 2) },
    ]);
    expect(conflictsIn(THEN, expected)).toEqual([]);
  });
});
