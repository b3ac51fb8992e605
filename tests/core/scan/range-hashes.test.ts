import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { contentOf } from '../../../src/core/content.js';
import { applyEdits } from '../../../src/core/edit/edit.js';
import { hashOf } from '../../../src/core/hash.js';
import type { LineRange } from '../../../src/core/range.js';
import { hashRanges } from '../../../src/core/scan/range-hashes.js';
import { linesOf, snapshot } from '../../support/versions.js';
import { anyText } from '../fixture.js';

const ofVersion = (before?: string) => ({
  encoding: 'auto',
  before: before === undefined ? undefined : snapshot(before),
});

/** The same with all bytes joined and indexed. */
function naive(slices: readonly Uint8Array[], ranges: readonly LineRange[]) {
  const lines = linesOf(Buffer.concat(slices));
  return ranges.map((range) => hashOf(lines.slice(range)));
}

describe('hashes of ranges', () => {
  test('are those of the joined bytes, wherever these are cut into slices', () => {
    const anyRange = fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.nat({ max: 3 }))
      .map(([start, size]) => ({ start, end: start + size }));
    fc.assert(
      fc.property(
        fc.tuple(anyText, fc.boolean()).map(([text, hasBom]) => (hasBom ? '\uFEFF' : '') + text),
        fc.array(anyRange, { maxLength: 4 }),
        fc.array(fc.nat({ max: 30 }), { maxLength: 4 }),
        (text, ranges, cuts) => {
          const bytes = Buffer.from(text);
          const ends = [...cuts.toSorted((a, b) => a - b), bytes.length];
          const slices = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
          const hashes = hashRanges(contentOf(slices), ranges, ofVersion());
          expect(hashes).toEqual(naive(slices, ranges));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('are right after any edit, of which only the bytes from the first change on are read', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), fc.nat({ max: 2 }), anyText, (text, at, size, contents) => {
        const before = snapshot(text);
        const lines = linesOf(before.bytes);
        const start = 1 + (at % (lines.count + 1));
        const range = { start, end: Math.min(start + size, lines.count + 1) };
        const edits = [{ range, bytes: Buffer.from(contents) }];
        const { slices, placed } = applyEdits(linesOf(before.bytes), edits, 'a.txt');
        const ranges = [...placed, { start: 1, end: 2 }, { start, end: start + 2 }];
        const version = { encoding: 'auto', before };
        expect(hashRanges(contentOf(slices), ranges, version)).toEqual(naive(slices, ranges));
      }),
      { numRuns: 1000 },
    );
  });

  test('are right in a content that is looked at piece by piece', () => {
    const line = 'a line of 20 bytes.\n';
    const before = snapshot(line.repeat(200_000));
    const at = 60_000;
    const slices = [
      before.bytes.subarray(0, (at - 1) * 20),
      Buffer.from('new\n'),
      before.bytes.subarray(at * 20),
    ];
    const ranges = [at, 150_000, 3].map((start) => ({ start, end: start + 1 }));
    expect(hashRanges(contentOf(slices), ranges, { encoding: 'auto', before })).toEqual(
      ['new\n', line, line].map((text) => hashOf(Buffer.from(text))),
    );
  });

  test('a CR at the end of one slice and an LF at the start of the next are one terminator', () => {
    const slices = ['a\r', '\nb\n'].map((part) => Buffer.from(part));
    expect(hashRanges(contentOf(slices), [{ start: 2, end: 3 }], ofVersion())).toEqual([
      hashOf(Buffer.from('b\n')),
    ]);
  });
});
