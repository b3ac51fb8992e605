import { describe, expect, test } from '@jest/globals';
import type { Rebased } from '../../../src/core/change.js';
import { rebaseLines, rebaseText, shiftedSince } from '../../../src/core/rebase/rebased.js';
import type { LinesRevision } from '../../../src/core/edit/revise.js';
import { hashOf } from '../../../src/core/hash.js';
import { refusalOf } from '../../support/thrown.js';
import { snapshot } from '../../support/versions.js';
import { range } from '../fixture.js';
import type { Edits } from '../edit/revising.js';

/** `a b c` stands for the lines `a`, `b` and `c`, each with an LF. */
function version(lines: string) {
  return snapshot(text(lines));
}

function text(lines: string): string {
  return lines === '' ? '' : `${lines.replaceAll(' ', '\n')}\n`;
}

function rebasing(base: string, current: string) {
  return { base: version(base), current: version(current), shown: 'a.txt' };
}

function lines(base: string, current: string, edits: Edits, level: Partial<LinesRevision> = {}) {
  const asked = edits.map(([named, contents]) => ({ range: range(named), contents }));
  return rebaseLines(rebasing(base, current), { encoding: 'auto', edits: asked, ...level });
}

function texts(base: string, current: string, edits: readonly (readonly [string, string])[]) {
  return rebaseText(rebasing(base, current), {
    encoding: 'auto',
    list: 'edits',
    edits: edits.map(([oldText, newText]) => ({ oldText, newText })),
  });
}

/** The two versions of `a b > x a b`. */
function split(versions: string): [base: string, current: string] {
  const [base = '', current = ''] = versions.split(' > ');
  return [base, current];
}

/** The lines of the version made, in the notation of `version`; `-` if none is. */
function made({ revision }: Rebased): string {
  if (revision === undefined) return '-';
  return Buffer.concat(revision.content.slices).toString().trimEnd().replaceAll('\n', ' ');
}

describe('edits of lines', () => {
  test.each<[string, string, Edits, string]>([
    ['go with their lines', 'a b c > x a b c', [['2', 'B']], 'x a B c'],
    [
      'go each with its own',
      'a b c d > a x b c y d',
      [
        ['1', 'A'],
        ['4', 'D'],
      ],
      'A x b c y D',
    ],
    ['insert between the same lines', 'a b > x a b', [['<2', 'i']], 'x a i b'],
    ['take away', 'a b c > x a b c', [['2-3', '']], 'x a'],
    ['to the end as it was', 'a b > a b x', [['2-', 'B']], 'a B x'],
    ['not where a line has changed', 'a b c > x a B c', [['2', 'y']], '-'],
    ['not where a line of several has', 'a b c > x a b C', [['2-3', 'y']], '-'],
    ['not between lines that were parted', 'a b > a x b', [['<2', 'i']], '-'],
    [
      'not where one of them cannot',
      'a b c > x a b C',
      [
        ['1', 'A'],
        ['3', 'y'],
      ],
      '-',
    ],
    ['not where lines are alike', 'a a > a a a', [['1', 'x']], '-'],
  ])('%s', (_, versions, edits, expected) => {
    expect(made(lines(...split(versions), edits))).toBe(expected);
  });

  test('tell where each has gone, or that it cannot', () => {
    const { moves } = lines('a b c', 'x a b C', [
      ['3', 'y'],
      ['1', 'A'],
    ]);
    expect(moves).toEqual([{ from: range('3') }, { from: range('1'), to: range('2') }]);
  });

  test('tell what they meant, whatever became of the file', () => {
    expect(lines('a b', 'x a b', [['2', 'B']]).meant).toBe(hashOf(Buffer.from('a\nB\n')));
    expect(lines('a b', 'x', [['2', 'B']]).meant).toBe(hashOf(Buffer.from('a\nB\n')));
  });

  test('are written as the place asks that they have come to', () => {
    const base = snapshot('a\r\nb\n');
    const current = snapshot('x\na\r\nb\n');
    const edits = [{ range: range('1'), contents: 'A' }];
    const { revision } = rebaseLines(
      { base, current, shown: 'a.txt' },
      { encoding: 'auto', edits },
    );
    expect(Buffer.concat(revision?.content.slices ?? []).toString()).toBe('x\nA\r\nb\n');
  });

  test('leave a change of the whole file to the later version', () => {
    expect(made(lines('a', 'a b', [], { newline: 'crlf' }))).toBe('a\r b');
    expect(made(lines('a', 'b', []))).toBe('b');
  });

  test('are refused as in the version that they mean', () => {
    const { code } = refusalOf(() => lines('a', 'a b', [['2', 'x']]));
    expect(code).toBe('RANGE_OUT_OF_BOUNDS');
  });

  test('are not moved to a file that is another one by its encoding', () => {
    const edits = [{ range: range('1'), contents: 'x' }];
    const base = snapshot('a\n');
    const current = snapshot('\uFEFFa\n');
    const { revision, moves } = rebaseLines(
      { base, current, shown: 'a.txt' },
      { encoding: 'auto', edits },
    );
    expect([revision, moves]).toEqual([undefined, [{ from: range('1') }]]);
  });
});

describe('edits of text', () => {
  test.each<[string, string, readonly (readonly [string, string])[], string]>([
    ['go with the lines of the text', 'a b > x a b', [['b', 'B']], 'x a B'],
    ['whatever else reads so by now', 'ab c > b ab c', [['b', 'B']], 'b aB c'],
    [
      'one after the other',
      'a b c > x a b c',
      [
        ['a', 'b\nb'],
        ['b\nb\nb', 'z'],
      ],
      'x z c',
    ],
    ['not where the line has changed', 'a b > x a bb', [['b', 'B']], '-'],
  ])('%s', (_, versions, edits, expected) => {
    expect(made(texts(...split(versions), edits))).toBe(expected);
  });

  test('tell where their texts are now', () => {
    const { revision } = texts('a b c', 'x a b y c', [
      ['c', 'c\nc'],
      ['a', 'a\na'],
    ]);
    expect(revision?.placed).toEqual([range('6-7'), range('2-3')]);
  });

  test('are not moved to where a CR and an LF would come to stand together', () => {
    const base = snapshot('p\n1\nq\n');
    const current = snapshot('p\r1\nq\n');
    const asked = { encoding: 'auto', list: 'edits', edits: [{ oldText: '1', newText: '\n2' }] };
    const { revision } = rebaseText({ base, current, shown: 'a.txt' }, asked);
    expect(revision).toBeUndefined();
  });

  test('are refused where the later version holds bytes that new text would mix with', () => {
    const base = snapshot('a\nb\n');
    const current = snapshot(Buffer.from('a\nb\n\xe9\n', 'latin1'));
    const asked = { encoding: 'auto', list: 'edits', edits: [{ oldText: 'a', newText: 'é' }] };
    const { code } = refusalOf(() => rebaseText({ base, current, shown: 'a.txt' }, asked));
    expect(code).toBe('UNDECODABLE');
  });
});

test('shifts since the version that was meant leave out what has changed', () => {
  const { revision } = lines('a b c d', 'x a B c d', [['4', 'D1\nD2']]);
  expect(revision && shiftedSince(version('a b c d'), revision, 'auto')).toEqual([
    { oldStart: 1, oldEnd: 1, by: 1 },
    { oldStart: 3, oldEnd: 3, by: 1 },
  ]);
});

test('a byte order mark that has come since is not taken for text of another encoding', () => {
  const between = { base: snapshot('a\nb\n'), current: snapshot('\uFEFFa\nb\n'), shown: 'a.txt' };
  const encoding = 'latin1';
  const byLines = { encoding, edits: [{ range: range('2'), contents: 'B' }] };
  const byText = { encoding, list: 'edits', edits: [{ oldText: 'b', newText: 'B' }] };
  for (const rebase of [() => rebaseLines(between, byLines), () => rebaseText(between, byText)]) {
    expect(refusalOf(rebase).code).toBe('INVALID_ARGUMENT');
  }
});
