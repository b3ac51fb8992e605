import { expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { hashOf } from '../../../src/core/hash.js';
import type { Lines } from '../../../src/core/text/lines.js';
import { refusalFrom } from '../../support/thrown.js';
import { linesOf } from '../../support/versions.js';
import { anyText, encoded } from '../fixture.js';
import { replaced, replaceIn, textAfter } from './replacing.js';
import { bytesOf } from '../edit/revising.js';

const plainText = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '\n', '\u{1f600}'),
  maxLength: 30,
});
const oldText = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '\n'),
  minLength: 1,
  maxLength: 3,
});
const newText = fc.string({ unit: fc.constantFrom('a', 'c', '\n', '$&', '\\'), maxLength: 3 });

/** How often `text` occurs; `undefined` if some occurrences overlap. */
function countIn(all: string, text: string): number | undefined {
  const starts = Array.from({ length: all.length }, (_, index) => index).filter((index) =>
    all.startsWith(text, index),
  );
  const overlap = starts.some(
    (start, index) => start < (starts[index - 1] ?? -Infinity) + text.length,
  );
  return overlap ? undefined : starts.length;
}

function withLf(text: string): string {
  return text.replaceAll(/\r\n|\r/g, '\n');
}

test('on a file with LF it is the replacing of strings', () => {
  fc.assert(
    fc.property(plainText, oldText, newText, (file, old, fresh) => {
      fc.pre(old !== fresh);
      const count = countIn(file, old);
      const edit = [old, fresh, { expectCount: count ?? 2 }] as const;
      if (count === undefined || count === 0) {
        const code = count === 0 ? 'NO_MATCH' : 'COUNT_MISMATCH';
        expect(refusalFrom(() => replaceIn(file, [edit]))?.code).toBe(code);
      } else {
        expect(textAfter(file, [edit])).toBe(file.replaceAll(old, () => fresh));
      }
    }),
    { numRuns: 500 },
  );
});

test('several edits are as many calls, one after the other', () => {
  const edits = fc.array(fc.tuple(oldText, newText), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(plainText, edits, (file, asked) => {
      const counted: [string, string, { expectCount: number }][] = [];
      let text = file;
      for (const [old, fresh] of asked) {
        const count = countIn(text, old);
        if (count === undefined || count === 0 || old === fresh) continue;
        counted.push([old, fresh, { expectCount: count }]);
        text = text.replaceAll(old, () => fresh);
      }
      fc.pre(counted.length > 0);
      const revision = replaceIn(file, counted);
      expect(bytesOf(revision).toString()).toBe(text);
      expectTruth(linesOf(file), revision);
    }),
    { numRuns: 500 },
  );
});

test('in every encoding and with all terminators, nothing but the text is changed', () => {
  const encodings = ['auto', 'utf-16le', 'utf-32be', 'gb18030', 'shift_jis'];
  const cases = fc.record({
    text: anyText,
    encoding: fc.constantFrom(...encodings),
    old: oldText,
    given: newText,
    hasBadByte: fc.boolean(),
  });
  fc.assert(
    fc.property(cases, ({ text, encoding, old, given, hasBadByte }) => {
      const file = encoded(`${text.replaceAll(/[\u00e9\u2028]/g, '\u4e2d')}z\n`, encoding);
      const isWide = encoding.startsWith('utf');
      const before = hasBadByte && !isWide ? Buffer.concat([file, Buffer.of(0xff)]) : file;
      const fresh = given.replaceAll('\\', '/');
      const all = withLf(decoded(file, encoding));
      const count = countIn(all, old) ?? 0;
      fc.pre(old !== fresh && count > 0);
      // Where nothing is left between a CR and an LF, they become one break.
      fc.pre(fresh !== '' || !/\r/.test(text) || !/\n/.test(text));
      const edit = [old, fresh, { expectCount: count }] as const;
      const revision = replaceIn(before, [edit], { encoding });
      const after = bytesOf(revision);
      const bad = before.length - file.length;
      const now = after.subarray(0, after.length - bad);
      expect(withLf(decoded(now, encoding))).toBe(all.replaceAll(old, () => fresh));
      expect(after.subarray(after.length - bad)).toEqual(before.subarray(file.length));
      expectTruth(linesOf(before, encoding), revision);
    }),
    { numRuns: 1000 },
  );
});

test('an edit and its reverse give the old bytes back, where all lines end alike', () => {
  const ends = fc.constantFrom('\n', '\r\n', '\r');
  fc.assert(
    fc.property(plainText, oldText, ends, (text, old, end) => {
      const whole = `${text}Z\nZ\n`;
      const file = whole.replaceAll('\n', end);
      fc.pre(countIn(whole, old) === 1);
      const marked = replaced(file, [[old, '\u00b6']]);
      expect(textAfter(marked, [['\u00b6', old]])).toBe(file);
    }),
  );
});

function decoded(bytes: Buffer, encoding: string): string {
  const result = linesOf(bytes, encoding).encoding.decode(bytes);
  return 'text' in result ? result.text : '';
}

/** What a revision says of its hash, its lines and where they are holds. */
function expectTruth(before: Lines, revision: ReturnType<typeof replaceIn>): void {
  const bytes = bytesOf(revision);
  const now = linesOf(bytes, before.encoding.name);
  expect(revision.content.hash).toBe(hashOf(bytes));
  expect(revision.totalLines).toBe(now.count);
  for (const { oldStart, oldEnd, by } of revision.shifted) {
    const old = before.slice({ start: oldStart, end: oldEnd + 1 });
    expect(now.slice({ start: oldStart + by, end: oldEnd + by + 1 })).toEqual(old);
  }
  const first = Math.min(...revision.placed.map(({ start }) => start));
  const untouched = { start: 1, end: first };
  expect(now.slice(untouched)).toEqual(before.slice(untouched));
  const last = Math.max(...revision.placed.map(({ end }) => end));
  const rest = now.slice({ start: last, end: now.count + 1 });
  expect(before.bytes.subarray(before.bytes.length - rest.length)).toEqual(rest);
}
