import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { EMPTY_HASH, hashOf } from '../../../src/core/hash.js';
import { closeRange, inclusive, TO_END } from '../../../src/core/range.js';
import type { LineRange } from '../../../src/core/range.js';
import { createScanner } from '../../../src/core/scan/scan.js';
import type { FileScan, ScanOptions } from '../../../src/core/scan/scan.js';
import { refusalOf } from '../../support/thrown.js';
import { linesOf } from '../../support/versions.js';
import { anyText, encoded, range } from '../fixture.js';

const BOM = '\uFEFF';
const ROOMY = { encoding: 'auto', keepLineBytes: 1000, keepRangeBytes: 10_000 };

/** Scans the file in chunks that end at the given offsets. */
function scan(
  file: string | Buffer,
  { ends = [], ...options }: Partial<ScanOptions> & { readonly ends?: readonly number[] } = {},
): FileScan {
  const bytes = Buffer.from(file);
  const scanner = createScanner({ ...ROOMY, ranges: [], ...options });
  let start = 0;
  for (const end of [...ends.toSorted((a, b) => a - b), bytes.length]) {
    const chunk = Buffer.from(bytes.subarray(start, end));
    scanner.push(chunk);
    // The memory of a chunk may be used again.
    chunk.fill(0x21);
    start = Math.max(start, end);
  }
  return scanner.finish();
}

/** The kinds of terminators in a text. */
function newlineOf(text: string): string {
  const kinds = new Set(text.match(/\r\n|\n|\r/g));
  const [first] = kinds;
  if (first === undefined) return 'none';
  return kinds.size > 1 ? 'mixed' : ({ '\n': 'lf', '\r\n': 'crlf', '\r': 'cr' }[first] ?? '');
}

const names = ['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be', 'shift_jis'];
const anyRange: fc.Arbitrary<LineRange> = fc
  .tuple(fc.integer({ min: 1, max: 10 }), fc.option(fc.nat({ max: 5 }), { nil: undefined }))
  .map(([start, size]) => ({ start, end: size === undefined ? TO_END : start + size }));
const anyRanges = fc.array(anyRange, { maxLength: 4 });
const anyEnds = fc.array(fc.nat({ max: 60 }), { maxLength: 12 });

describe('a scan', () => {
  test('gives the same facts as the whole file in memory, in whatever chunks it comes', () => {
    fc.assert(
      fc.property(
        anyText.map((text) => text.replaceAll(/[é\u2028]/g, 'c')),
        fc.constantFrom(...names),
        fc.boolean(),
        anyEnds,
        (text, encoding, wantsBom, ends) => {
          const hasBom = wantsBom && encoding.startsWith('utf');
          const bytes = encoded(hasBom ? BOM + text : text, encoding);
          const lines = linesOf(bytes, encoding);
          expect(scan(bytes, { encoding, ends })).toEqual({
            hash: hashOf(bytes),
            size: bytes.length,
            totalLines: lines.count,
            encoding,
            bom: hasBom,
            newline: newlineOf(text),
            finalNewline: text === '' || /[\r\n]$/.test(text),
            ranges: [],
          });
        },
      ),
      { numRuns: 500 },
    );
  });

  test('keeps the asked ranges as they are in the file, in whatever chunks it comes', () => {
    fc.assert(
      fc.property(anyText, anyRanges, anyEnds, fc.boolean(), (text, ranges, ends, hasBom) => {
        const file = Buffer.from(hasBom ? BOM + text : text);
        const lines = linesOf(file);
        const found = scan(file, { ranges, ends }).ranges;
        expect(found).toHaveLength(ranges.length);
        for (const [index, kept] of found.entries()) {
          const asked = closeRange(ranges[index] ?? inclusive(1), lines.count);
          const start = Math.min(asked.start, lines.count + 1);
          const real = { start, end: Math.max(start, Math.min(asked.end, lines.count + 1)) };
          const bytes = lines.slice(real);
          expect(kept.range).toEqual({
            start: asked.start,
            end: asked.start + real.end - real.start,
          });
          expect(kept.complete).toBe(true);
          expect(Buffer.concat(kept.lines.map((line) => line.bytes)).equals(bytes)).toBe(true);
          if (kept.lines.length === 0) continue;
          expect(kept.offset).toBe(start === 1 ? 0 : lines.startOf(start));
          for (let count = 0; count <= kept.lines.length; count += 1) {
            const part = { start, end: start + count };
            expect(kept.hashThrough(count)).toBe(hashOf(lines.slice(part)));
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  test('hashes lines whole even where it keeps only their beginning', () => {
    const text = fc
      .array(fc.tuple(fc.nat({ max: 12 }), fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 8 })
      .map((lines) => lines.map(([size, end]) => 'abcdefghijkl'.slice(0, size) + end).join(''));
    fc.assert(
      fc.property(
        text,
        anyRanges,
        anyEnds,
        fc.integer({ min: 1, max: 9 }),
        (file, ranges, ends, keep) => {
          const lines = linesOf(file);
          const options = { ranges, ends, keepLineBytes: keep, keepRangeBytes: keep * 3 };
          for (const { range: kept, lines: found, complete, hashThrough } of scan(file, options)
            .ranges) {
            for (const [index, line] of found.entries()) {
              const whole = lines.slice({ start: kept.start + index, end: kept.start + index + 1 });
              expect(line.size).toBe(whole.length);
              expect(line.bytes.equals(whole.subarray(0, keep))).toBe(true);
              const through = { start: kept.start, end: kept.start + index + 1 };
              expect(hashThrough(index + 1)).toBe(hashOf(lines.slice(through)));
            }
            const bytes = found.reduce((sum, line) => sum + line.bytes.length, 0);
            expect(bytes).toBeLessThanOrEqual(keep * 3);
            if (!complete) expect(kept.end).toBeLessThanOrEqual(lines.count);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test('of a whole file has its hash as that of the range', () => {
    const { hash, ranges } = scan(`${BOM}a\r\nb`, { ranges: [range('1-')] });
    expect(ranges[0]?.hashThrough(2)).toBe(hash);
  });

  test('ends a range at the last whole line that its room has, and keeps the first line anyway', () => {
    const options = { keepLineBytes: 8, keepRangeBytes: 8 };
    const [some, first] = scan('aaaa\nbb\ncc\nd\n123456789\nx\n', {
      ...options,
      ranges: [range('1-'), range('5-')],
    }).ranges;
    expect(some).toMatchObject({ range: range('1-2'), complete: false });
    expect(first).toMatchObject({ range: range('5'), complete: false });
    expect(first?.lines[0]).toEqual({ bytes: Buffer.from('12345678'), size: 10 });
  });

  test.each([
    ['no byte', '', 0],
    ['a byte order mark alone', BOM, 0],
    ['a blank line', '\n', 1],
    ['a byte order mark and a blank line', `${BOM}\n`, 1],
  ])('of %s counts the lines', (_, file, totalLines) => {
    const found = scan(file, { ranges: [range('1-')] });
    expect(found).toMatchObject({ totalLines, finalNewline: true });
    expect(found.ranges[0]?.range).toEqual({ start: 1, end: 1 + totalLines });
    if (totalLines === 0) expect(found.ranges[0]?.hashThrough(0)).toBe(EMPTY_HASH);
  });

  test('refuses an unknown encoding before it has seen a byte', () => {
    const options = { ...ROOMY, ranges: [], encoding: 'base64' };
    expect(refusalOf(() => createScanner(options)).code).toBe('UNSUPPORTED_ENCODING');
  });

  test('takes ten thousand ranges that begin at one line', () => {
    const ranges = Array.from({ length: 10_000 }, () => range('2-3'));
    const found = scan('a\nb\nc\nd\n', { ranges }).ranges;
    expect(new Set(found.map(({ hashThrough }) => hashThrough(2)))).toEqual(
      new Set([hashOf(Buffer.from('b\nc\n'))]),
    );
  });
});

describe('a NUL', () => {
  const text = 'a'.repeat(8000);

  test.each([
    ['in the first 8 KiB', `${text}\0`, 'auto', 8000],
    ['twice', 'a\0b\0', 'auto', 1],
    ['as the last byte of them', `${'a'.repeat(8191)}\0`, 'auto', 8191],
    ['under another encoding', 'a\0', 'windows-1252', 1],
  ])('%s makes a file binary', (_, file, encoding, binaryAt) => {
    for (const ends of [[], [1, 2, 8000, 8191]]) {
      expect(scan(file, { encoding, ends }).binaryAt).toBe(binaryAt);
    }
  });

  test.each([
    ['after them', Buffer.from(`${'a'.repeat(8192)}\0`), 'auto'],
    ['in UTF-16 with a byte order mark', encoded(`${BOM}a`, 'utf-16le'), 'auto'],
    ['in UTF-32 that is named', encoded('a', 'utf-32be'), 'utf-32be'],
  ])('%s does not', (_, file, encoding) => {
    for (const ends of [[], [1, 2, 8192]]) {
      expect(scan(file, { encoding, ends })).not.toHaveProperty('binaryAt');
    }
  });
});
