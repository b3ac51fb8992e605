import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { applyEdits, orderEdits } from '../../../src/core/edit/edit.js';
import type { LineEdit } from '../../../src/core/edit/edit.js';
import { collide } from '../../../src/core/range.js';
import { refusalFrom, refusalOf } from '../../support/thrown.js';
import { linesOf } from '../../support/versions.js';
import { anyText, naiveLines, range } from '../fixture.js';

/** An edit written as its lines and its bytes: `['2-3', 'x\n']`. */
function edit([lines, text]: readonly [string, string]): LineEdit {
  return { range: range(lines), bytes: Buffer.from(text) };
}

function apply(file: string, ...edits: readonly (readonly [string, string])[]) {
  const { slices, ...facts } = applyEdits(linesOf(file), edits.map(edit), 'a.txt');
  return { text: Buffer.concat(slices).toString(), ...facts };
}

/** The same from the bottom up: one edit after the other on the list of old lines. */
function fromTheBottom(file: Buffer, edits: readonly LineEdit[]): Buffer {
  const lines = [...naiveLines(file)];
  const ascending = edits
    .map((one, index) => ({ ...one, index }))
    .toSorted(
      (a, b) => a.range.start - b.range.start || a.range.end - b.range.end || a.index - b.index,
    );
  for (const {
    range: { start, end },
    bytes,
  } of ascending.toReversed()) {
    lines.splice(start - 1, end - start, bytes);
  }
  return Buffer.concat(lines);
}

/** Edits within a file of so many lines; they may collide. */
function anyEdits(count: number): fc.Arbitrary<readonly LineEdit[]> {
  const one = fc
    .tuple(fc.integer({ min: 1, max: count + 1 }), fc.nat({ max: 3 }), anyText)
    .map(([start, size, text]) => ({
      range: { start, end: Math.min(start + size, count + 1) },
      bytes: Buffer.from(text),
    }));
  return fc.array(one, { maxLength: 5 });
}

const fileAndEdits = anyText.chain((text) =>
  anyEdits(linesOf(text).count).map((edits) => ({ text, edits })),
);

describe('applyEdits', () => {
  test('is the same as one edit after the other from the bottom up', () => {
    fc.assert(
      fc.property(fileAndEdits, ({ text, edits }) => {
        const lines = linesOf(text);
        if (refusalFrom(() => orderEdits(edits, 'a.txt')) !== undefined) return;
        const { slices, size } = applyEdits(lines, edits, 'a.txt');
        const bytes = Buffer.concat(slices);
        expect(bytes.toString()).toBe(fromTheBottom(lines.bytes, edits).toString());
        expect(size).toBe(bytes.length);
      }),
      { numRuns: 1000 },
    );
  });

  test('counts lines as a new look at the bytes does, whatever the edits leave open or join', () => {
    fc.assert(
      fc.property(fileAndEdits, ({ text, edits }) => {
        if (refusalFrom(() => orderEdits(edits, 'a.txt')) !== undefined) return;
        const { slices, totalLines } = applyEdits(linesOf(text), edits, 'a.txt');
        expect(totalLines).toBe(linesOf(Buffer.concat(slices)).count);
      }),
      { numRuns: 1000 },
    );
  });

  test('tells where old lines are now: shifted by as much as it says, with the same bytes', () => {
    fc.assert(
      fc.property(fileAndEdits, ({ text, edits }) => {
        const before = linesOf(text);
        if (refusalFrom(() => orderEdits(edits, 'a.txt')) !== undefined) return;
        const { slices, shifted } = applyEdits(before, edits, 'a.txt');
        const after = linesOf(Buffer.concat(slices));
        for (const { oldStart, oldEnd, by } of shifted) {
          const old = before.slice({ start: oldStart, end: oldEnd + 1 }).toString();
          const now = after.slice({ start: oldStart + by, end: oldEnd + 1 + by }).toString();
          // What follows an open last line goes on with it; its own bytes are there all the same.
          expect(now.slice(0, old.length)).toBe(old);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('does not depend on the order of the request, except among insertions at one gap', () => {
    fc.assert(
      fc.property(fileAndEdits, fc.infiniteStream(fc.nat()), ({ text, edits }, keys) => {
        const [...order] = keys.take(edits.length);
        const again = edits
          .map((one, index) => ({ one, key: order[index] ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one);
        for (const start of new Set(edits.map((one) => one.range.start))) {
          const isHere = ({ range: { start: from, end } }: LineEdit) =>
            from === start && end === start;
          const inOrder = edits.filter(isHere);
          for (const [index, one] of again.entries()) {
            if (isHere(one)) again[index] = inOrder.shift() ?? one;
          }
        }
        const lines = linesOf(text);
        const run = (list: readonly LineEdit[]) => {
          const refused = refusalFrom(() => orderEdits(list, 'a.txt'));
          if (refused !== undefined) {
            const { firstRange, secondRange } = refused.details;
            return [
              refused.code,
              new Set([JSON.stringify(firstRange), JSON.stringify(secondRange)]),
            ];
          }
          return Buffer.concat(applyEdits(lines, list, 'a.txt').slices).toString();
        };
        expect(run(again)).toEqual(run(edits));
      }),
      { numRuns: 500 },
    );
  });

  test('copies no old bytes', () => {
    const lines = linesOf('a\nb\nc\n');
    const { slices } = applyEdits(lines, [edit(['2', 'B\n'])], 'a.txt');
    expect(slices.map((slice) => slice.toString())).toEqual(['a\n', 'B\n', 'c\n']);
    expect(slices[0]?.buffer).toBe(lines.bytes.buffer);
    expect(slices[2]?.buffer).toBe(lines.bytes.buffer);
  });

  test.each([
    ['replaces a line', [['2', 'B\n']], 'a\nB\nc\n', ['2']],
    ['replaces lines by more', [['1-2', 'A\nx\nB\n']], 'A\nx\nB\nc\n', ['1-3']],
    ['inserts before line 1', [['<1', 'x\n']], 'x\na\nb\nc\n', ['1']],
    ['inserts after the last line', [['<4', 'x\n']], 'a\nb\nc\nx\n', ['4']],
    ['deletes', [['2-3', '']], 'a\n', ['<2']],
    ['deletes all lines', [['1-3', '']], '', ['<1']],
    [
      'keeps insertions at one gap in their order',
      [
        ['<2', 'x\n'],
        ['<2', 'y\n'],
      ],
      'a\nx\ny\nb\nc\n',
      ['2', '3'],
    ],
    [
      'puts an insertion before the lines that it touches, whichever is asked first',
      [
        ['2', 'B\n'],
        ['<2', 'x\n'],
      ],
      'a\nx\nB\nc\n',
      ['3', '2'],
    ],
    [
      'lets ranges touch',
      [
        ['3', 'C\n'],
        ['1-2', 'AB\n'],
      ],
      'AB\nC\n',
      ['2', '1'],
    ],
  ] as const)('%s', (_, edits, text, placed) => {
    expect(apply('a\nb\nc\n', ...edits)).toMatchObject({ text, placed: placed.map(range) });
  });

  test('tells how the lines between the edits have shifted', () => {
    const { shifted } = apply('a\nb\nc\nd\ne\n', ['1', 'x\ny\n'], ['3', ''], ['<5', 'z\n']);
    expect(shifted).toEqual([
      { oldStart: 2, oldEnd: 2, by: 1 },
      { oldStart: 5, oldEnd: 5, by: 1 },
    ]);
  });

  test('keeps the byte order mark before whatever is first', () => {
    expect(apply('\uFEFFa\nb\n', ['1', ''])).toMatchObject({ text: '\uFEFFb\n', totalLines: 1 });
    expect(apply('\uFEFFa\n', ['<1', 'x\n'])).toMatchObject({ text: '\uFEFFx\na\n' });
    expect(apply('\uFEFF', ['<1', 'x\n'])).toMatchObject({ text: '\uFEFFx\n', totalLines: 1 });
  });

  test('counts one line where a deletion joins CR and LF', () => {
    expect(apply('a\rb\n\nc\n', ['2', ''])).toEqual({
      text: 'a\r\nc\n',
      size: 5,
      totalLines: 2,
      placed: [range('<2')],
      shifted: [{ oldStart: 4, oldEnd: 4, by: -2 }],
    });
  });

  test.each([
    ['<0', 0, undefined],
    ['0-1', 0, 1],
    ['3-4', 3, 4],
    ['4', 4, 4],
    ['<5', 5, undefined],
  ])('refuses lines %s of 3', (lines, start, end) => {
    expect(refusalOf(() => apply('a\nb\nc\n', [lines, '']))).toEqual({
      code: 'RANGE_OUT_OF_BOUNDS',
      details: { path: 'a.txt', start, ...(end !== undefined && { end }), totalLines: 3 },
    });
  });
});

describe('orderEdits', () => {
  test('refuses exactly those of which two collide', () => {
    fc.assert(
      fc.property(anyEdits(6), (edits) => {
        const isAnyPair = edits.some((a, index) =>
          edits.slice(index + 1).some((b) => collide(a.range, b.range)),
        );
        const refused = refusalFrom(() => orderEdits(edits, 'a.txt'));
        expect(refused?.code).toBe(isAnyPair ? 'OVERLAPPING_PATCHES' : undefined);
      }),
      { numRuns: 500 },
    );
  });

  test('names the two by their places in the request, the earlier first', () => {
    const edits = [
      ['5', ''],
      ['3-4', ''],
      ['1-3', ''],
    ] as const;
    expect(refusalOf(() => orderEdits(edits.map(edit), 'a.txt')).details).toEqual({
      path: 'a.txt',
      first: 2,
      second: 3,
      firstRange: range('3-4'),
      secondRange: range('1-3'),
    });
  });

  test('refuses an insertion inside of lines that are replaced', () => {
    const edits = [
      ['2-4', ''],
      ['<3', ''],
    ] as const;
    expect(refusalOf(() => orderEdits(edits.map(edit), 'a.txt')).code).toBe('OVERLAPPING_PATCHES');
  });
});
