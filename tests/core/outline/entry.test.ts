import { describe, expect, test } from '@jest/globals';
import { hashOf } from '../../../src/core/hash.js';
import { indexLines } from '../../../src/core/text/lines.js';
import { nestDeclarations } from '../../../src/core/outline/entry.js';
import type { Declaration } from '../../../src/core/outline/entry.js';
import { encodingOf } from '../fixture.js';

const bytes = Buffer.from(Array.from({ length: 9 }, (_, index) => `${index + 1}\n`).join(''));
const lines = indexLines(bytes, encodingOf(bytes));

/** `class A 1-5` as a declaration. */
function declaration(text: string): Declaration {
  const [, kind = '', name = '', start = '', end = ''] =
    /^(\S+) (.*) (\d+)-(\d+)$/.exec(text) ?? [];
  return { kind, name, range: { start: Number(start), end: Number(end) + 1 } };
}

/** The entries in the same form, indented by their depth. */
function nested(texts: readonly string[], depth = 9): readonly string[] {
  return nestDeclarations(texts.map(declaration), lines, depth).entries.map(
    ({ kind, name, range, depth: level }) =>
      `${'  '.repeat(level)}${kind} ${name} ${range.start}-${range.end - 1}`,
  );
}

describe('nestDeclarations', () => {
  test('what stands within the lines of another is below it', () => {
    expect(nested(['function f 7-8', 'class A 1-5', 'method m 2-3', 'class B 6-9'])).toEqual([
      'class A 1-5',
      '  method m 2-3',
      'class B 6-9',
      '  method f 7-8',
    ]);
  });

  test('of the same lines the first one is the outer one', () => {
    expect(nested(['class A 1-1', 'method m 1-1'])).toEqual(['class A 1-1', '  method m 1-1']);
  });

  test('deeper levels than asked for are left out', () => {
    expect(nested(['a x 1-9', 'b y 2-8', 'c z 3-7'], 2)).toEqual(['a x 1-9', '  b y 2-8']);
  });

  test('lines that the file does not have are cut off', () => {
    expect(nested(['a x 8-12', 'b y 30-40'])).toEqual(['a x 8-9', '  b y 9-9']);
  });

  test('hashes are of all lines', () => {
    const [entry] = nestDeclarations([declaration('a x 2-3')], lines, 1).entries;
    expect(entry?.hash).toBe(hashOf(Buffer.from('2\n3\n')));
  });

  test('a name is one line of some length', () => {
    const declared = { ...declaration('a x 1-1'), name: `a\n  b ${'c'.repeat(200)}` };
    const [entry] = nestDeclarations([declared], lines, 1).entries;
    expect(entry?.name).toMatch(/^a b c{96}…$/);
  });

  test('beyond some number entries are only counted', () => {
    const many = Array.from({ length: 2100 }, () => declaration('a x 1-1'));
    const { entries, leftOut } = nestDeclarations(many, lines, 3000);
    expect([entries.length, leftOut]).toEqual([2000, 100]);
  });
});
