import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { unifiedDiff } from '../../../src/core/diff/diff.js';
import { applyEdits, orderEdits } from '../../../src/core/edit/edit.js';
import { refusalFrom } from '../../support/thrown.js';
import { linesOf } from '../../support/versions.js';
import { encoded, range } from '../fixture.js';

type Edits = readonly (readonly [lines: string, text: string])[];

/** The diff of edits given in the order of the file, by their bytes. */
function diff(file: string | Buffer, edits: Edits, encoding = 'auto'): string {
  return unifiedDiff(
    linesOf(file, encoding),
    edits.map(([lines, text]) => ({ range: range(lines), bytes: encoded(text, 'latin1') })),
  );
}

/** Applies a diff to LF text as `patch` does, by its numbers; context and deleted lines must be there. */
function patched(text: string, diffText: string): string {
  const old = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const result: string[] = [];
  let next = 0;
  const lines = diffText.replaceAll('\n\\ No newline at end of file', '\\').split('\n');
  for (const line of lines) {
    const header = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/.exec(line);
    if (header !== null) {
      const start = Number(header[1]) - (header[2] === '0' ? 0 : 1);
      result.push(...old.slice(next, start));
      next = start;
      expect(Number(header[3])).toBe(result.length + (header[4] === '0' ? 0 : 1));
      continue;
    }
    const content = line.endsWith('\\') ? line.slice(1, -1) : `${line.slice(1)}\n`;
    if (line.startsWith('+')) result.push(content);
    else {
      expect(old[next]).toBe(content);
      next += 1;
      if (line.startsWith(' ')) result.push(content);
    }
  }
  return [...result, ...old.slice(next)].join('');
}

describe('unifiedDiff', () => {
  const texts = fc
    .tuple(fc.array(fc.constantFrom('', 'a', 'b'), { maxLength: 9 }), fc.boolean())
    .map(([lines, isOpen]) => {
      const text = lines.map((line) => `${line}\n`).join('');
      return isOpen && !text.endsWith('\n\n') && text !== '\n' ? text.slice(0, -1) : text;
    });

  test('turns the old text into the new one', () => {
    const cases = texts.chain((text) => {
      const { count } = linesOf(text);
      const edit = fc
        .tuple(fc.integer({ min: 1, max: count + 1 }), fc.nat({ max: 3 }), texts)
        .map(([start, size, fresh]) => {
          const end = Math.min(start + size, count + 1);
          const isAtOpenEnd = end === count + 1 && !text.endsWith('\n');
          const ended = fresh === '' || fresh.endsWith('\n') ? fresh : `${fresh}\n`;
          const isAppended = isAtOpenEnd && start === end && text !== '' && ended !== '';
          return {
            range: { start, end },
            bytes: Buffer.from(isAppended ? `\n${ended}` : ended),
          };
        });
      return fc.array(edit, { maxLength: 3 }).map((edits) => ({ text, edits }));
    });
    fc.assert(
      fc.property(cases, ({ text, edits }) => {
        const lines = linesOf(text);
        const refused = refusalFrom(() => orderEdits(edits, 'a.txt'));
        // Two pieces at an open end are more than bytes alone can say.
        const atEnd = edits.filter((edit) => edit.range.end > lines.count);
        if (refused !== undefined || atEnd.length > 1) return;
        const ordered = orderEdits(edits, 'a.txt').map((one) => one.edit);
        const after = Buffer.concat(applyEdits(lines, edits, 'a.txt').slices).toString();
        const shown = unifiedDiff(lines, ordered);
        expect(shown === '' ? text : patched(text, shown)).toBe(after);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['a line with context', 'a\nb\nc\nd\n', [['2', 'B\n']], '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c'],
    ['an insertion', 'a\nb\nc\n', [['<3', 'x\n']], '@@ -2,2 +2,3 @@\n b\n+x\n c'],
    ['a deletion at the end', 'a\nb\nc\n', [['3', '']], '@@ -2,2 +2,1 @@\n b\n-c'],
    ['a first line', '', [['<1', 'x\n']], '@@ -0,0 +1,1 @@\n+x'],
    ['all lines taken away', 'a\n', [['1', '']], '@@ -1,1 +0,0 @@\n-a'],
    [
      'two lines apart, since their context touches',
      'a\nb\nc\nd\n',
      [
        ['1', 'A\n'],
        ['4', 'D\n'],
      ],
      '@@ -1,4 +1,4 @@\n-a\n+A\n b\n c\n-d\n+D',
    ],
    [
      'three lines apart, in two hunks',
      'a\nb\nc\nd\ne\n',
      [
        ['1', 'A\nA\n'],
        ['5', 'E\n'],
      ],
      '@@ -1,2 +1,3 @@\n-a\n+A\n+A\n b\n@@ -4,2 +5,2 @@\n d\n-e\n+E',
    ],
    [
      'only the lines that differ',
      'a\nb\nc\nd\n',
      [['1-4', 'a\nX\nc\nd\n']],
      '@@ -1,3 +1,3 @@\n a\n-b\n+X\n c',
    ],
    ['nothing where nothing changes', 'a\nb\n', [['1-2', 'a\nb\n']], ''],
    ['nothing where only the kind of terminator does', 'a\r\nb\n', [['1', 'a\n']], ''],
    [
      'an end that is missing now',
      'a\nb\n',
      [['2', 'b']],
      '@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file',
    ],
    [
      'an end that was missing, before text is added',
      'a\nb',
      [['<3', '\nc']],
      '@@ -1,2 +1,3 @@\n a\n-b\n\\ No newline at end of file\n+b\n+c\n\\ No newline at end of file',
    ],
    [
      'an end that is missing, as context',
      'a\nb',
      [['1', 'A\n']],
      '@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline at end of file',
    ],
    ['no byte order mark', '\uFEFFa\n', [['1', 'b\n']], '@@ -1,1 +1,1 @@\n-a\n+b'],
  ] as const)('shows %s', (_, file, edits, text) => {
    expect(diff(file, edits)).toBe(text);
  });

  test('shows bytes that do not decode by their digits', () => {
    const file = Buffer.from('caf\xe9 \xff!\nb\n', 'latin1');
    expect(diff(file, [['1', 'x\n']])).toContain('-caf\\xE9 \\xFF!\n');
    expect(diff(file, [['2', '']])).toBe('@@ -1,2 +1,1 @@\n caf\\xE9 \\xFF!\n-b');
    const wide = Buffer.concat([encoded('a', 'utf-16be'), Buffer.from('dc00000a', 'hex')]);
    expect(diff(wide, [['1', '']], 'utf-16be')).toContain('-a\\xDC\\x00');
  });

  test('shows text in the encoding of the file', () => {
    expect(diff(encoded('場所\n', 'shift_jis'), [['1', '']], 'shift_jis')).toContain('-場所');
  });

  test('crops long lines where they differ', () => {
    const line = (middle: string) => `${'x'.repeat(5000)}${middle}${'y'.repeat(5000)}\n`;
    const [, gone, come] = diff(line('old'), [['1', line('new')]]).split('\n');
    expect(gone).toMatch(/^-…x{40}oldy+… \[10003 characters\]$/);
    expect(come).toMatch(/^\+…x{40}newy+… \[10003 characters\]$/);
    expect(diff(line('old'), [['1', 'short\n']])).toMatch(
      /\n-x{300}… \[10003 characters\]\n\+short/,
    );
  });

  test('is cut at a whole line, within 6,000 characters, and counts what is left out', () => {
    const file = Array.from({ length: 2000 }, (_, index) => `line ${index}\n`).join('');
    const shown = diff(file, [['1-2000', 'x\n']]).split('\n');
    expect(shown.join('\n').length).toBeLessThanOrEqual(6000);
    expect(shown.join('\n').length).toBeGreaterThan(5900);
    expect(shown.slice(0, 2)).toEqual(['@@ -1,2000 +1,1 @@', '-line 0']);
    expect(shown.at(-1)).toBe(`… ${2002 - (shown.length - 1)} more lines of diff`);
  });
});
