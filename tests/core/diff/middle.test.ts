import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import type { Lines } from '../../../src/core/text/lines.js';
import { findCertainMiddle, findMiddle } from '../../../src/core/diff/middle.js';
import type { Middle } from '../../../src/core/diff/middle.js';
import { linesOf } from '../../support/versions.js';
import { anyText as anyLetters, bestAlignments, letters } from './aligning.js';
import { anyText, encoded } from '../fixture.js';

/** A middle as its lines, first to last. */
function show({ base, current }: Middle): readonly string[] {
  return [base, current].map(({ start, end }) => `${start}-${end - 1}`);
}

/** How many lines from the start of two lists are the same. */
function countSame(a: readonly string[], b: readonly string[]): number {
  const different = a.findIndex((line, index) => line !== b[index]);
  return different === -1 ? a.length : different;
}

/** Each line with its terminator, without a byte order mark. */
function textsOf(lines: Lines): readonly string[] {
  return Array.from({ length: lines.count }, (_, index) =>
    lines.bytes.toString('latin1', lines.startOf(index + 1), lines.startOf(index + 2)),
  );
}

describe('findMiddle', () => {
  test('leaves out as many equal lines as there are at the start, then at the end', () => {
    const name = fc.constantFrom('utf-8', 'utf-16le', 'utf-16be');
    const marks = fc.tuple(fc.constantFrom('', '\uFEFF'), fc.constantFrom('', '\uFEFF'));
    // A file may also break off in the middle of a character.
    const odd = fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(0, 1));
    fc.assert(
      fc.property(
        anyText,
        anyText,
        fc.tuple(name, marks, odd),
        (old, now, [encoding, mark, more]) => {
          const [base, current] = [old, now].map((text, index) => {
            const bytes = encoded((mark[index] ?? '') + text, encoding);
            const rest = Buffer.alloc(encoding === 'utf-8' ? 0 : (more[index] ?? 0));
            return linesOf(Buffer.concat([bytes, rest]), encoding);
          });
          if (base === undefined || current === undefined) return;
          const [a, b] = [textsOf(base), textsOf(current)];
          const before = countSame(a, b);
          const after = countSame(a.slice(before).toReversed(), b.slice(before).toReversed());
          expect(findMiddle(base, current)).toEqual({
            base: { start: before + 1, end: a.length + 1 - after },
            current: { start: before + 1, end: b.length + 1 - after },
          });
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('takes no line for equal that goes on in the other version', () => {
    const wide = (text: string, rest: string) =>
      linesOf(Buffer.concat([encoded(text, 'utf-16be'), Buffer.from(rest)]), 'utf-16be');
    expect(show(findMiddle(linesOf('a\rb'), linesOf('a\r\nb')))).toEqual(['1-1', '1-1']);
    expect(show(findMiddle(linesOf('a'), linesOf('ab')))).toEqual(['1-1', '1-1']);
    expect(show(findMiddle(wide('a\r', '\0'), wide('a\r\nb\n', '')))).toEqual(['1-2', '1-2']);
  });

  test('compares lines of more than a block of bytes', () => {
    const long = 'x'.repeat(10_000);
    const text = (middle: string) => linesOf(`${long}\n${middle}\n${long}\n`);
    expect(show(findMiddle(text('a'), text('b\nc')))).toEqual(['2-2', '2-3']);
  });
});

describe('findCertainMiddle', () => {
  test('ends next to lines that occur once in each version', () => {
    expect(show(findCertainMiddle(letters('abXcd'), letters('abYcd')))).toEqual(['3-3', '3-3']);
    expect(show(findCertainMiddle(letters('abbXbcd'), letters('abbYbcd')))).toEqual(['2-5', '2-5']);
    expect(show(findCertainMiddle(letters('abXcd'), letters('abbYccd')))).toEqual(['2-4', '2-6']);
  });

  test('is everything where no line does', () => {
    expect(show(findCertainMiddle(letters('aaXaa'), letters('aaYaa')))).toEqual(['1-5', '1-5']);
  });

  test('is everything where such a line takes too long to find', () => {
    const text = (count: number, last: string) => {
      const twice = Array.from({ length: count }, (_, index) => `line ${index}\n`).join('');
      return linesOf(`once\n${twice}${twice}${last}\n`);
    };
    const startOf = (count: number) =>
      findCertainMiddle(text(count, 'X'), text(count, 'Y')).base.start;
    expect(startOf(10)).toBe(2);
    expect(startOf(50_000)).toBe(1);
  });

  test('has around it what every best alignment pairs line by line', () => {
    fc.assert(
      fc.property(
        anyLetters(4),
        anyLetters(4),
        anyLetters(3),
        anyLetters(3),
        (start, end, a, b) => {
          const [old, now] = [`${start}x${a}y${end}`, `${start}x${b}y${end}`];
          const { base, current } = findCertainMiddle(letters(old), letters(now));
          for (const alignment of bestAlignments(old, now)) {
            const paired = alignment.map((index) => (index === undefined ? undefined : index + 1));
            for (let line = 1; line < base.start; line += 1) expect(paired[line - 1]).toBe(line);
            for (let line = base.end; line <= old.length; line += 1) {
              expect(paired[line - 1]).toBe(line + current.end - base.end);
            }
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
