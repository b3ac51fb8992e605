import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { contentOf } from '../../../src/core/text/lines.js';
import { linesOf } from '../../support/versions.js';
import { anyText, encoded, naiveLines } from '../fixture.js';

const BOM = '\uFEFF';
const names = ['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'];

function each<T>(count: number, of: (line: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => of(index + 1));
}

describe('indexLines', () => {
  test.each([
    ['', []],
    ['a\nb\n', ['a', 'b']],
    ['a\nb', ['a', 'b']],
    ['\n', ['']],
    ['a\r\nb\rc\n\nd', ['a', 'b', 'c', '', 'd']],
    [BOM, []],
    [`${BOM}a`, ['a']],
    [`${BOM}\n`, ['']],
  ])('%j has the lines %j', (file, contents) => {
    const lines = linesOf(file);
    expect(each(lines.count, (line) => lines.contentAt(line).toString())).toEqual(contents);
  });

  test('cuts any bytes where a pattern does', () => {
    fc.assert(
      fc.property(fc.uint8Array({ max: 20, maxLength: 80 }), (array) => {
        const bytes = Buffer.from(array);
        const lines = linesOf(bytes);
        const slices = each(lines.count, (line) => lines.slice({ start: line, end: line + 1 }));
        expect(slices.map((slice) => slice.toString('hex'))).toEqual(
          naiveLines(bytes).map((line) => line.toString('hex')),
        );
      }),
    );
  });

  test('is the same in every unit, with and without a byte order mark', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, hasBom) => {
        const [narrow, ...wide] = names.map((name) => {
          const lines = linesOf(encoded(hasBom ? BOM + text : text, name), name);
          return each(lines.count, (line) => [
            lines.encoding.decode(lines.contentAt(line)),
            lines.terminatorAt(line),
          ]);
        });
        for (const other of wide) expect(other).toEqual(narrow);
      }),
    );
  });

  test('makes every byte part of exactly one line, the byte order mark of line 1', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, hasBom) => {
        const bytes = Buffer.from((hasBom ? BOM : '') + text);
        const lines = linesOf(bytes);
        const whole = lines.slice({ start: 1, end: lines.count + 1 });
        expect(whole.equals(text === '' ? Buffer.alloc(0) : bytes)).toBe(true);
        for (let offset = 0; offset < whole.length; offset += 1) {
          const line = lines.lineAt(offset);
          const start = line === 1 ? 0 : lines.startOf(line);
          expect(offset).toBeGreaterThanOrEqual(start);
          expect(offset).toBeLessThan(lines.startOf(line + 1));
        }
      }),
    );
  });

  test('lets edits begin after the byte order mark, and end at the end of the file', () => {
    const lines = linesOf(`${BOM}a\nb`);
    expect([1, 2, 3].map((line) => lines.startOf(line))).toEqual([3, 5, 6]);
  });

  test('gives no bytes for a gap', () => {
    expect(linesOf('a\nb\n').slice({ start: 2, end: 2 })).toHaveLength(0);
  });

  test('finds the last line for an offset past the end, and line 1 in a file without lines', () => {
    expect(linesOf('a\nb\n').lineAt(99)).toBe(2);
    expect(linesOf('').lineAt(0)).toBe(1);
  });

  test('takes more lines than it has made room for', () => {
    const lines = linesOf('\n'.repeat(5000) + 'end');
    expect(lines.count).toBe(5001);
    expect(lines.contentAt(5001).toString()).toBe('end');
  });
});

describe('contentOf', () => {
  test('takes away the terminator, and in line 1 the byte order mark', () => {
    const { encoding } = linesOf(`${BOM}a`);
    expect(contentOf(Buffer.from(`${BOM}a\r\n`), 1, encoding).toString()).toBe('a');
    expect(contentOf(Buffer.from(`${BOM}a\r\n`), 2, encoding).toString()).toBe(`${BOM}a`);
  });
});
