import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { TO_END } from '../../../src/core/range.js';
import type { LineRange } from '../../../src/core/range.js';
import { createRescanner } from '../../../src/core/scan/rescan.js';
import { createScanner } from '../../../src/core/scan/scan.js';
import type { FileScan, KnownFile } from '../../../src/core/scan/scan.js';
import { linesOf } from '../../support/versions.js';
import { anyText, encoded } from '../fixture.js';

const KEEP = { keepLineBytes: 1000, keepRangeBytes: 10_000 };

function scan(bytes: Buffer, encoding: string, ranges: readonly LineRange[], keep = KEEP) {
  const scanner = createScanner({ ...keep, encoding, ranges });
  scanner.push(bytes);
  return { scan: scanner.finish(), known: scanner.known() };
}

/** Takes ranges of a known file, so many bytes at a time, and tells how many bytes it took. */
function rescan(
  bytes: Buffer,
  known: KnownFile,
  ranges: readonly LineRange[],
  { chunk = bytes.length + 1, keep = KEEP } = {},
): { readonly scan: FileScan; readonly bytesRead: number } {
  const rescanner = createRescanner(known, { ...keep, ranges });
  let bytesRead = 0;
  for (let at = rescanner.next(); at !== undefined; at = rescanner.next()) {
    const part = Buffer.from(bytes.subarray(at, at + chunk));
    rescanner.push(part);
    bytesRead += part.length;
    // The memory of a chunk may be used again.
    part.fill(0x21);
  }
  return { scan: rescanner.finish(), bytesRead };
}

/** A scan as plain data. */
function plain({ ranges, ...facts }: FileScan): object {
  const shown = ranges.map(({ hashThrough, ...range }) => ({
    ...range,
    hashes: Array.from({ length: range.lines.length + 1 }, (_, count) => hashThrough(count)),
  }));
  return { ...facts, ranges: shown };
}

const anyRange: fc.Arbitrary<LineRange> = fc
  .tuple(fc.integer({ min: 1, max: 10 }), fc.option(fc.nat({ max: 4 }), { nil: undefined }))
  .map(([start, size]) => ({ start, end: size === undefined ? TO_END : start + size }));

describe('a rescan', () => {
  test('gives what a scan of the whole file gives, whatever starts of lines it knows', () => {
    fc.assert(
      fc.property(
        anyText.map((text) => text.replaceAll(/[é\u2028]/g, 'c')),
        fc.constantFrom('auto', 'utf-16le', 'utf-16be', 'utf-32le', 'shift_jis'),
        fc.array(anyRange, { maxLength: 4 }),
        fc.record({
          startLines: fc.array(fc.integer({ min: 2, max: 12 }), { maxLength: 4 }),
          chunk: fc.integer({ min: 1, max: 9 }),
          keepLineBytes: fc.integer({ min: 1, max: 9 }),
        }),
        (text, encoding, ranges, { startLines, chunk, keepLineBytes }) => {
          const bytes = encoded(text, encoding === 'auto' ? 'utf-8' : encoding);
          const keep = { keepLineBytes, keepRangeBytes: keepLineBytes * 3 };
          const whole = scan(bytes, encoding, ranges, keep);
          const lines = linesOf(bytes, encoding);
          const starts = [...new Set(startLines)]
            .filter((line) => line <= lines.count)
            .toSorted((a, b) => a - b)
            .map((line) => ({ line, offset: lines.startOf(line) }));
          const again = rescan(bytes, { ...whole.known, starts }, ranges, { chunk, keep });
          expect(plain(again.scan)).toEqual(plain(whole.scan));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('keeps the byte order mark with line 1', () => {
    const bytes = encoded('\uFEFFone\ntwo', 'utf-8');
    const ranges = [{ start: 1, end: 2 }];
    const whole = scan(bytes, 'auto', ranges);
    expect(plain(rescan(bytes, whole.known, ranges, { chunk: 2 }).scan)).toEqual(plain(whole.scan));
  });

  test('reads nothing where no line is asked for, nor past the last line', () => {
    const bytes = Buffer.from('one\ntwo\n');
    const { known } = scan(bytes, 'auto', []);
    for (const ranges of [[], [{ start: 2, end: 2 }], [{ start: 3, end: 9 }]]) {
      const again = rescan(bytes, known, ranges);
      expect(again.bytesRead).toBe(0);
      expect(plain(again.scan)).toEqual(plain(scan(bytes, 'auto', ranges).scan));
    }
  });

  test('of a large file reads only what lies around the lines', () => {
    const line = `${'x'.repeat(49)}\n`;
    const bytes = Buffer.from(line.repeat(200_000));
    const chunk = 1 << 16;
    const scanner = createScanner({ ...KEEP, encoding: 'auto', ranges: [] });
    for (let at = 0; at < bytes.length; at += chunk) scanner.push(bytes.subarray(at, at + chunk));
    scanner.finish();
    const ranges = [
      { start: 1000, end: 1010 },
      { start: 150_000, end: 150_010 },
    ];
    const again = rescan(bytes, scanner.known(), ranges, { chunk });
    expect(plain(again.scan)).toEqual(plain(scan(bytes, 'auto', ranges).scan));
    // The lines of the first are near the start; those of the other at most 64 KiB after a known start.
    expect(again.bytesRead).toBeLessThan((1 << 16) + 4 * chunk);
  });
});
