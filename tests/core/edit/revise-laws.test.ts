import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { readContents } from '../../../src/core/edit/contents.js';
import { hashOf } from '../../../src/core/hash.js';
import { reviseLines } from '../../../src/core/edit/revise.js';
import { createScanner } from '../../../src/core/scan/scan.js';
import { refusalFrom, refusalOf } from '../../support/thrown.js';
import { linesOf, snapshot } from '../../support/versions.js';
import { anyText, encoded } from '../fixture.js';
import { bytesOf } from './revising.js';

const BOM = '\uFEFF';
const NARROW_RESTS = [Buffer.of(0x0a, 0xff)];
const WIDE_RESTS = [
  [0x41],
  [0x00],
  [0x0a],
  [0x00, 0x0a, 0x00],
  [0x0a, 0x00, 0x0a],
  [0x00, 0x0d, 0x00],
].map((bytes) => Buffer.from(bytes));

describe('any edits of any file', () => {
  const encodings = ['auto', 'utf-16le', 'utf-16be', 'utf-32le', 'gb18030', 'shift_jis', 'big5'];
  const contents = fc
    .array(fc.constantFrom('', 'x', 'yy', '7\t'), { maxLength: 3 })
    .map((lines) => lines.map((line) => `${line}\n`).join(''));
  const cases = fc
    .tuple(
      anyText,
      fc.constantFrom(...encodings),
      fc.boolean(),
      fc.option(fc.nat(5), { nil: undefined }),
    )
    .chain(([text, encoding, hasBom, bad]) => {
      const plain = text.replaceAll(/[é\u2028]/g, '中');
      const isWide = encoding.startsWith('utf');
      const valid = encoded(
        (hasBom && (isWide || encoding === 'auto') ? BOM : '') + plain,
        encoding,
      );
      // In wide encodings a file may end inside of a unit, and that rest may look like a terminator.
      const rest = isWide ? WIDE_RESTS : NARROW_RESTS;
      const file =
        bad === undefined ? valid : Buffer.concat([valid, rest[bad % rest.length] ?? valid]);
      const { count } = linesOf(file, encoding);
      const edit = fc
        .tuple(fc.integer({ min: 1, max: count + 1 }), fc.nat({ max: 2 }), contents)
        .map(([start, size, given]) => ({
          range: { start, end: Math.min(start + size, count + 1) },
          contents: given,
        }));
      return fc
        .array(edit, { maxLength: 5 })
        .map((edits) => ({ file, encoding: hasBom && isWide ? 'auto' : encoding, edits }));
    });

  test('leave all other bytes, place the new lines and tell the truth about them', () => {
    fc.assert(
      fc.property(cases, ({ file, encoding, edits }) => {
        const before = linesOf(file, encoding);
        const run = () => reviseLines(snapshot(file), 'a.txt', { encoding, edits });
        const refused = refusalFrom(run);
        if (refused !== undefined) {
          expect(['OVERLAPPING_PATCHES', 'UNDECODABLE', 'BINARY_FILE']).toContain(refused.code);
          return;
        }
        const revision = run();
        const bytes = bytesOf(revision);
        const now = linesOf(bytes, encoding);
        const scanner = createScanner({
          encoding,
          ranges: revision.placed,
          keepLineBytes: 1000,
          keepRangeBytes: 10_000,
        });
        scanner.push(bytes);
        const scan = scanner.finish();
        expect(revision.content).toMatchObject({ hash: scan.hash, size: bytes.length });
        expect(revision.totalLines).toBe(scan.totalLines);
        // The new lines stand where they are said to.
        for (const [index, placed] of revision.placed.entries()) {
          const texts = readContents(edits[index]?.contents ?? '', 'a.txt');
          const there = Array.from({ length: placed.end - placed.start }, (_, line) =>
            now.encoding.decode(now.contentAt(placed.start + line)),
          );
          expect(there).toEqual(texts.map((text) => ({ text })));
          expect(scan.ranges[index]?.hashThrough(there.length)).toBe(hashOf(now.slice(placed)));
        }
        // All others are as they were, in their order; only an open last line may have got an end.
        const isEdited = (line: number) =>
          edits.some((edit) => edit.range.start <= line && line < edit.range.end);
        const isPlaced = (line: number) =>
          revision.placed.some((placed) => placed.start <= line && line < placed.end);
        const rest = (lines: typeof now, isLeftOut: (line: number) => boolean) =>
          Array.from({ length: lines.count }, (_, index) => index + 1)
            .filter((line) => !isLeftOut(line))
            .map((line) => lines.bytes.subarray(lines.startOf(line), lines.startOf(line + 1)));
        const old = Buffer.concat(rest(before, isEdited)).toString('hex');
        const kept = Buffer.concat(rest(now, isPlaced)).toString('hex');
        expect(kept.startsWith(old)).toBe(true);
        expect(['', '0a', '0d', '0d0a']).toContain(kept.slice(old.length).replaceAll('00', ''));
        expect(bytes.subarray(0, now.startOf(1))).toEqual(file.subarray(0, before.startOf(1)));
      }),
      { numRuns: 600 },
    );
  });

  test('give the same bytes or the same refusal in any order that keeps insertions at one gap', () => {
    fc.assert(
      fc.property(cases, ({ file, encoding, edits }) => {
        const isGapOf = (start: number) => (edit: (typeof edits)[number]) =>
          edit.range.start === start && edit.range.end === start;
        const reversed = edits.toReversed();
        for (const {
          range: { start },
        } of edits) {
          const inOrder = edits.filter(isGapOf(start));
          for (const [index, edit] of reversed.entries()) {
            if (isGapOf(start)(edit)) reversed[index] = inOrder.shift() ?? edit;
          }
        }
        const run = (list: typeof edits) => {
          try {
            const revision = reviseLines(snapshot(file), 'a.txt', { encoding, edits: list });
            return bytesOf(revision).toString('hex');
          } catch (error) {
            const refused = refusalOf(() => {
              throw error;
            });
            if (refused.code !== 'OVERLAPPING_PATCHES') return refused;
            const { firstRange, secondRange } = refused.details;
            return new Set([JSON.stringify(firstRange), JSON.stringify(secondRange)]);
          }
        };
        expect(run(reversed)).toEqual(run(edits));
      }),
      { numRuns: 300 },
    );
  });

  test('are the same as one after the other from the bottom up', () => {
    const uniform = fc.tuple(cases, fc.constantFrom('\n', '\r\n')).map(([one, terminator]) => {
      const text = one.file.toString('latin1').replaceAll(/\r\n|\n|\r/g, terminator);
      const { count } = linesOf(Buffer.from(text, 'latin1'));
      const edits = one.edits.filter((edit) => edit.range.end <= count + 1);
      return { file: Buffer.from(text, 'latin1'), edits };
    });
    const encoding = 'iso-8859-1';
    fc.assert(
      fc.property(uniform, ({ file, edits }) => {
        const run = () => reviseLines(snapshot(file), 'a.txt', { encoding, edits });
        if (refusalFrom(run) !== undefined) return;
        const ascending = edits.toSorted(
          (a, b) => a.range.start - b.range.start || a.range.end - b.range.end,
        );
        let bytes: Buffer = file;
        for (const edit of ascending.toReversed()) {
          // Where an edit has taken the last terminator away, nothing tells any more what it was.
          if (hasBreak(file) && !hasBreak(bytes)) return;
          bytes = bytesOf(reviseLines(snapshot(bytes), 'a', { encoding, edits: [edit] }));
        }
        expect(bytesOf(run()).toString('latin1')).toBe(bytes.toString('latin1'));
      }),
      { numRuns: 400 },
    );
  });
});

function hasBreak(bytes: Buffer): boolean {
  return bytes.includes(10) || bytes.includes(13);
}
