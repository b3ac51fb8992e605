import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import type { Revision } from '../../../src/core/change.js';
import { parsePatch } from '../../../src/core/patch/patch-format.js';
import { reviseHunks } from '../../../src/core/patch/apply-hunks.js';
import { referenceHunks } from '../../support/reference-diff.js';
import { refusalOf } from '../../support/thrown.js';
import { linesOf, snapshot } from '../../support/versions.js';
import { anyText, encoded } from '../fixture.js';
import { bytesOf } from '../edit/revising.js';

/** Applies hunks, given as those of a unified diff, or as lines after `*** Update File`. */
function apply(file: string | Buffer, hunks: string): Revision {
  const isNumbered = hunks.startsWith('@@ -');
  const [part] = parsePatch(
    isNumbered
      ? `--- a/a.txt\n+++ b/a.txt\n${hunks}`
      : `*** Begin Patch\n*** Update File: a.txt\n${hunks}\n*** End Patch\n`,
  );
  if (part?.kind !== 'update') throw new Error('not an update');
  return reviseHunks(snapshot(file), 'a.txt', { encoding: 'auto', hunks: part.hunks });
}

function after(file: string | Buffer, hunks: string): string {
  return bytesOf(apply(file, hunks)).toString();
}

function refused(file: string | Buffer, hunks: string) {
  return refusalOf(() => apply(file, hunks));
}

const FILE = 'def f():\n    return None\n\ndef g():\n    return None\n';

describe('a hunk is placed', () => {
  test('at its line, if it fits there, even where it fits elsewhere', () => {
    const hunk = (line: number) => `@@ -${line} +${line} @@\n-    return None\n+    return 1\n`;
    expect(after(FILE, hunk(2))).toBe(FILE.replace('None', '1'));
    expect(after(FILE, hunk(5))).toBe('def f():\n    return None\n\ndef g():\n    return 1\n');
  });

  test('else in the only place where it fits', () => {
    const hunk = '@@ -99,2 +99,2 @@\n def g():\n-    return None\n+    return 2\n';
    expect(after(FILE, hunk)).toBe('def f():\n    return None\n\ndef g():\n    return 2\n');
  });

  test('after the lines that are said to stand before it', () => {
    const second = 'def f():\n    return None\n\ndef g():\n    return 2\n';
    expect(after(FILE, '@@ def g():\n-    return None\n+    return 2')).toBe(second);
    expect(after(FILE, '@@ def f():\n@@ def g():\n-    return None\n+    return 2')).toBe(second);
    expect(after(FILE, '@@ def g():\n def g():\n-    return None\n+    return 2')).toBe(second);
    expect(after(FILE, '@@ def f():\n-    return None\n+    return 1')).toBe(
      FILE.replace('None', '1'),
    );
    const nested = 'class A:\n  def f():\n    x\nclass B:\n  def f():\n    x\n';
    expect(after(nested, '@@ class B:\n@@ def f():\n-    x\n+    y')).toBe(
      'class A:\n  def f():\n    x\nclass B:\n  def f():\n    y\n',
    );
  });

  test('at the end of the file, if it says so', () => {
    expect(after('a\nb\na\n', '-a\n+c\n*** End of File')).toBe('a\nb\nc\n');
    expect(after('a\nb\n', '@@\n+c\n*** End of File')).toBe('a\nb\nc\n');
  });

  test('where its number or the line before it tells, if it has no old lines', () => {
    expect(after('a\nb\n', '@@ -1,0 +2 @@\n+x\n')).toBe('a\nx\nb\n');
    expect(after('a\nb\n', '@@ -0,0 +1 @@\n+x\n')).toBe('x\na\nb\n');
    expect(after('a\nb\n', '@@ a\n+x')).toBe('a\nx\nb\n');
    expect(after('', '@@\n+x')).toBe('x\n');
  });

  test('by the file as it is, whatever the other hunks do', () => {
    const hunks = '@@ -1 +1,3 @@\n-a\n+1\n+2\n+3\n@@ -3 +5 @@\n-c\n+z\n';
    expect(after('a\nb\nc\n', hunks)).toBe('1\n2\n3\nb\nz\n');
    expect(after('a\nb\nc\n', '@@\n-c\n+z\n@@\n-a\n+y')).toBe('y\nb\nz\n');
  });
});

describe('a hunk that cannot be placed for sure is refused', () => {
  const noMatch = (file: string | Buffer, hunks: string) => {
    const { code, details } = refused(file, hunks);
    expect(code).toBe('NO_MATCH');
    return details;
  };

  test('with all places where it fits', () => {
    const details = noMatch(FILE, '-    return None\n+    return 1');
    expect(details).toMatchObject({ what: 'Hunk 1', places: 2 });
    expect(details['nearest']).toBe('2\t    return None\n5\t    return None');
    expect(noMatch(FILE, '@@ -9 +9 @@\n-    return None\n+x\n')['places']).toBe(2);
    expect(noMatch('a\n\nb\n\n', '-\n+x')['places']).toBe(2);
  });

  test('with the nearest lines and the first difference', () => {
    const nearest = noMatch(FILE, '@@ -4,2 +4,2 @@\n def g():\n-\treturn None\n+\treturn 2\n')[
      'nearest'
    ];
    expect(nearest).toContain('Nearest: lines 4-5.');
    expect(nearest).toContain('line 5, column 1: the file has <SPACE>, line 2 of hunk 1 has <TAB>');
  });

  test('with what is wrong beside its lines', () => {
    expect(noMatch('a\nb\n', '@@ nope\n-b\n+c')['what']).toContain('"nope"');
    expect(noMatch('a\nb\nc\n', '@@ c\n-a\n+x')['nearest']).toContain('at line 1, but not after');
    expect(noMatch('a\nb\n', '-a\n+x\n*** End of File')['nearest']).toContain(
      'at line 1, but not at the end of the file',
    );
    expect(noMatch('a\nb\n', '@@\n+x')['nearest']).toContain('neither old lines nor a line number');
  });

  test('with the number of the hunk', () => {
    expect(noMatch('a\nb\n', '@@ -1 +1 @@\n-a\n+x\n@@ -9 +9 @@\n-z\n+y\n')['what']).toBe('Hunk 2');
  });

  test('nothing is folded or trimmed', () => {
    expect(noMatch('a \n', '-a\n+b')).toBeDefined();
    expect(noMatch('it\u2019s\n', "-it's\n+b")).toBeDefined();
    expect(noMatch(Buffer.from('\xe9\n', 'latin1'), '-\u00e9\n+b')).toBeDefined();
  });

  test('two that change the same line', () => {
    const { code, details } = refused('a\nb\n', '@@\n-a\n+x\n@@\n-a\n-b\n+y');
    expect(code).toBe('OVERLAPPING_PATCHES');
    expect(details).toMatchObject({ first: 1, second: 2 });
  });
});

describe('the end of the file', () => {
  test('is as the patch says', () => {
    const open = '\\ No newline at end of file\n';
    expect(after('a', `@@ -1 +1 @@\n-a\n${open}+a\n`)).toBe('a\n');
    expect(after('a\n', `@@ -1 +1 @@\n-a\n+a\n${open}`)).toBe('a');
    expect(after('a', `@@ -1 +1,2 @@\n-a\n${open}+a\n+b\n${open}`)).toBe('a\nb');
    expect(after('a\nb', `@@ -1,2 +1 @@\n a\n-b\n${open}`)).toBe('a\n');
    expect(after('a\nb\n', `@@ -1,2 +1 @@\n-a\n-b\n+a\n${open}`)).toBe('a');
  });

  test('stays where the patch says nothing', () => {
    expect(after('a\nb', '@@ -2 +2 @@\n-b\n+c\n')).toBe('a\nc');
    expect(after('a\nb', '-b\n+b\n+c')).toBe('a\nb\nc');
  });

  test('must be where the patch has it', () => {
    const hunk = '@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n';
    expect(refused('a\n', hunk).code).toBe('NO_MATCH');
    expect(refused('a\nb', hunk).code).toBe('NO_MATCH');
  });
});

describe('bytes', () => {
  test('of lines that stay are kept, and new lines end as those of the file', () => {
    const hunk = '@@ -1,3 +1,4 @@\n a\n-b\n+x\n+y\n c\n';
    expect(after('a\r\nb\r\nc\r\n', hunk)).toBe('a\r\nx\r\ny\r\nc\r\n');
    expect(after('a\nb\r\nc\r', hunk)).toBe('a\nx\r\ny\r\nc\r');
    expect(after('a\rb\rc', hunk)).toBe('a\rx\ry\rc');
    expect(after('\uFEFFa\nb\nc\n', hunk)).toBe('\uFEFFa\nx\ny\nc\n');
  });

  test('that do not decode do not hinder elsewhere', () => {
    const file = Buffer.from('\xe9\na\nb\nc\n', 'latin1');
    const now = bytesOf(apply(file, '@@ -2,3 +2,3 @@\n a\n-b\n+x\n c\n'));
    expect(now).toEqual(Buffer.from('\xe9\na\nx\nc\n', 'latin1'));
  });

  test('of a line that is too long for a patch are replaced, since the patch proves to know it', () => {
    const long = 'x'.repeat(10_000);
    expect(after(`${long}\n`, `-${long}\n+short`)).toBe('short\n');
  });
});

test('it is told where each run of new lines is', () => {
  const revision = apply('a\nb\nc\nd\n', '@@ -1,4 +1,4 @@\n-a\n+1\n+2\n b\n-c\n d\n');
  expect(revision.placed).toEqual([
    { start: 1, end: 3 },
    { start: 4, end: 4 },
  ]);
  expect(revision.totalLines).toBe(4);
});

const lfText = anyText.map((text) => text.replaceAll(/\r\n|\r/g, '\n'));

describe('the hunks from one file to another', () => {
  test('make the one of the other', () => {
    const ends = fc.constantFrom('\n', '\r\n', '\r');
    fc.assert(
      fc.property(lfText, lfText, fc.nat({ max: 3 }), ends, (before, now, context, end) => {
        fc.pre(before !== now);
        expect(after(before, referenceHunks(before, now, { context, end }))).toBe(now);
      }),
      { numRuns: 500 },
    );
  });

  test('do so with wrong numbers too, or are refused', () => {
    fc.assert(
      fc.property(lfText, lfText, fc.integer({ min: -3, max: 3 }), (before, now, shift) => {
        const hunks = referenceHunks(before, now, { context: 3 });
        fc.pre(before !== now && before !== '');
        const wrong = hunks.replaceAll(/@@ -(\d+)/g, (_, line: string) => {
          return `@@ -${Math.max(1, Number(line) + shift)}`;
        });
        const read = () => after(before, wrong);
        try {
          const text = read();
          expect(linesOf(text).count).toBe(linesOf(now).count);
        } catch {
          expect(['NO_MATCH', 'OVERLAPPING_PATCHES']).toContain(refusalOf(read).code);
        }
      }),
    );
  });

  test('change nothing else, whatever the terminators and the encoding', () => {
    const encodings = fc.constantFrom('auto', 'utf-16le');
    fc.assert(
      fc.property(anyText, lfText, encodings, (given, now, encoding) => {
        const before = given.replaceAll(/\r\n|\r/g, '\n');
        // Where nothing is left between a CR and an LF, they become one break.
        const isMelting = /\r(?!\n)/.test(given) && /(?<!\r)\n/.test(given);
        fc.pre(before !== now && !isMelting);
        const bom = encoding === 'auto' ? '' : '\uFEFF';
        const file = encoded(bom + given, encoding);
        const revision = apply(file, referenceHunks(before, now, { context: 2 }));
        const result = linesOf(bytesOf(revision), encoding).encoding.decode(bytesOf(revision));
        const text = 'text' in result ? result.text.replace(/^\uFEFF/, '') : undefined;
        expect(text?.replaceAll(/\r\n|\r/g, '\n')).toBe(now);
      }),
      { numRuns: 500 },
    );
  });
});
