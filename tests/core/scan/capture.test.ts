import { describe, expect, test } from '@jest/globals';
import { createCapture } from '../../../src/core/scan/capture.js';
import { hashOf } from '../../../src/core/hash.js';
import { range } from '../fixture.js';

describe('a capture', () => {
  test('says from which line on it wants lines, and that it wants none when it has all', () => {
    const capture = createCapture({
      ranges: [range('5'), range('2-3')],
      keepLineBytes: 10,
      keepRangeBytes: 100,
    });
    expect(capture.wantedFrom).toBe(2);
    capture.addPart({ line: 2, offset: 7 }, Buffer.from('b'));
    expect(capture.wantedFrom).toBeLessThanOrEqual(2);
    capture.endLine({ line: 2, offset: 7 }, Buffer.from('\n'));
    capture.endLine({ line: 3, offset: 9 }, Buffer.from('c\n'));
    expect(capture.wantedFrom).toBe(5);
    capture.endLine({ line: 5, offset: 20 }, Buffer.from('e\n'));
    expect(capture.wantedFrom).toBe(Infinity);
    const [second, first] = capture.finish();
    expect(first).toMatchObject({ range: range('2-3'), offset: 7, complete: true });
    expect(first?.hashThrough(2)).toBe(hashOf(Buffer.from('b\nc\n')));
    expect(second).toMatchObject({ range: range('5'), offset: 20, complete: true });
  });

  test('keeps a line once for all ranges that hold it', () => {
    const capture = createCapture({
      ranges: [range('1-'), range('1')],
      keepLineBytes: 10,
      keepRangeBytes: 100,
    });
    capture.endLine({ line: 1, offset: 0 }, Buffer.from('a\n'));
    const [all, one] = capture.finish();
    expect(all?.lines[0]).toBe(one?.lines[0]);
  });

  test('wants nothing for gaps', () => {
    const capture = createCapture({ ranges: [range('<3')], keepLineBytes: 1, keepRangeBytes: 1 });
    expect(capture.wantedFrom).toBe(Infinity);
    expect(capture.finish()).toMatchObject([{ range: range('<3'), lines: [], complete: true }]);
  });
});
