import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { nearestText } from '../../../src/core/near/near-miss.js';
import { linesOf } from '../../support/versions.js';
import { encoded } from '../fixture.js';

function nearest(file: string | Buffer, text: string, encoding?: string): string {
  return nearestText(linesOf(file, encoding), text, 'old_text').join('\n');
}

/** `LINE:COLUMN THEIRS/OURS` of the first difference. */
function difference(file: string, text: string): string {
  const [, line, column, theirs, ours] =
    /line (\d+), column (\d+): the file has (.+), (?:line \d+ of )?old_text has (.+)\.$/m.exec(
      nearest(file, text),
    ) ?? [];
  return `${line}:${column} ${theirs} / ${ours}`;
}

describe('the first difference', () => {
  test.each([
    ['a tab for spaces', 'if x:\n\ty()\n', '    y()', '2:1 <TAB> / <SPACE>'],
    ['spaces for a tab', 'f(\n  a)\n', '\ta)', '2:2 <SPACE> / <TAB>'],
    ['a no-break space', '10\u00a0km\n', '10 km', '1:3 <NBSP> / <SPACE>'],
    [
      'a curly quote',
      'it\u2019s here\n',
      "it's here",
      '1:3 <RIGHT SINGLE QUOTATION MARK> / <APOSTROPHE>',
    ],
    [
      'a straight quote',
      'x = "abc"\n',
      'x = \u201cabc\u201d',
      '1:5 <QUOTATION MARK> / <LEFT DOUBLE QUOTATION MARK>',
    ],
    ['a dash', 'pages 3\u20135\n', 'pages 3-5', '1:8 <EN DASH> / <HYPHEN-MINUS>'],
    [
      'a character that cannot be seen',
      'foo\u200bbar baz\n',
      'foobar baz',
      '1:4 <ZERO WIDTH SPACE> / "o"',
    ],
    ['a letter', 'const maxRetries = 5;\n', 'const maxRetries = 6;', '1:20 "5" / "6"'],
    ['a letter with a code', 'caf\u00e9 noir\n', 'cafe noir', '1:4 "\u00e9" (U+00E9) / "e"'],
    ['the case of a letter', 'let maxRetries\n', 'MaxRetries', '1:5 "m" / "M"'],
    ['two letters that have changed places', 'x = needle\n', 'needel', '1:9 "l" / "e"'],
    ['an end of the line', 'return 1\nreturn 2', 'return 1;', '1:9 <LINE BREAK> / ";"'],
    ['an end of the file', 'return 1\nreturn 2', 'return 2;', '2:9 <END OF FILE> / ";"'],
    ['a line that goes on', 'a b c d\nnext e\n', 'a b c\nnext e', '1:6 <SPACE> / <LINE BREAK>'],
    ['a start of the line', 'return 1\n', '.return 1', '1:1 <LINE START> / "."'],
    [
      'a pair of surrogates',
      'smile \u{1f600}!\n',
      'smile \u{1f601}!',
      '1:7 "\u{1f600}" (U+1F600) / "\u{1f601}" (U+1F601)',
    ],
  ])('is %s', (_, file, text, expected) => {
    expect(difference(file, text)).toBe(expected);
  });

  test('is in the first line that has one', () => {
    const file = 'function f() {\n  one();\n  two();\n}\n';
    expect(difference(file, 'function f() {\n  one();\n  too();\n}')).toBe('3:4 "w" / "o"');
    expect(difference(file, 'f() {\n  ONE();\n  too();\n}')).toBe('2:3 "o" / "O"');
  });

  test('may be in a line that does not decode', () => {
    const file = Buffer.from('start here\nb\xe9\nend there\n', 'latin1');
    expect(nearest(file, 'start here\nbe\nend there')).toContain('Line 2 is not utf-8.');
  });
});

describe('what is near', () => {
  test('is shown with its lines, the likest first, and no more than three', () => {
    const file = Array.from({ length: 9 }, (_, index) => `value_${index} = compute(${index})\n`);
    const lines = nearest(file.join(''), 'value_7 = compute(77)').split('\n');
    expect(lines[0]).toMatch(/^Nearest: line 8\. First difference: line 8, column 20/);
    expect(lines[1]).toBe('8\tvalue_7 = compute(7)');
    expect(lines.filter((line) => /^(Nearest|Also near): /.test(line))).toHaveLength(3);
  });

  test('is shown in part, where it is long', () => {
    const block = Array.from({ length: 40 }, (_, index) => `line ${index};\n`).join('');
    const text = nearest(block, block.replace('line 30;', 'line 30,'));
    expect(text).toContain('line 31, column 8');
    expect(text.split('Also near')[0]?.match(/^\d+\t/gm)).toHaveLength(12);
    expect(text).toContain('31\tline 30;');
    const long = `${'x '.repeat(3000)}the needle in it${' y'.repeat(3000)}`;
    const shown = nearest(long, 'the needles in it');
    expect(shown).toMatch(/^1\t….{100,130}…$/m);
    expect(shown).toContain('needle');
  });

  test('is nothing, where nothing is alike', () => {
    expect(nearest('some words\nof a file\n', 'quite different')).toBe('');
    expect(nearest('some words\n', '   ')).toBe('');
    expect(nearest('', 'text')).toBe('');
  });

  test('is found in every encoding', () => {
    const file = encoded('\u8868 = \u4e00\u4e8c\u4e09\n', 'shift_jis');
    expect(nearest(file, '\u8868 = \u4e00\u4e8c\u56db', 'shift_jis')).toContain(
      'column 7: the file has "\u4e09" (U+4E09), old_text has "\u56db" (U+56DB)',
    );
  });

  test('is a guess, but never fails', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', ' ', '\n', '\t', '\ud83d', '\u{1f600}', '&lt;', '\\n'),
    });
    fc.assert(
      fc.property(text, text, (file, sought) => {
        fc.pre(sought !== '');
        expect(typeof nearest(Buffer.from(file), sought)).toBe('string');
      }),
    );
  });
});

describe('a text that was meant otherwise', () => {
  test.each([
    [
      'copied with its line numbers',
      'a\n  b\nc\n',
      '2\t  b\n3\tc',
      'Without its line numbers, it occurs at lines 2-3:',
    ],
    [
      'escaped once too often',
      'say("x")\n\tgo\n',
      'say(\\"x\\")\\n\\tgo',
      'read as escapes, it occurs at lines 1-2:',
    ],
    [
      'not escaped',
      'print("a\\n")\n',
      'print("a\n")',
      'written as \\n and \\t, it occurs at line 1:',
    ],
    [
      'with entities',
      'a < b && c\n',
      'a &lt; b &amp;&amp; c',
      'With its HTML entities resolved, it occurs at line 1:',
    ],
    [
      'with breaks around it',
      'a\nb',
      '\nb\n',
      'Without the line breaks at its ends, it occurs at line 2:',
    ],
    [
      'in another Unicode form',
      'cafe\u0301\n',
      'caf\u00e9',
      'In the Unicode form NFD, it occurs at line 1:',
    ],
  ])('is told as %s', (_, file, text, expected) => {
    expect(nearest(file, text)).toContain(expected);
  });
});

test('the work is bounded, also for text that is everywhere alike', () => {
  const line = 'const value = compute(12345, "abc");\n';
  const file = line.repeat(50_000);
  const start = performance.now();
  nearest(file, line.repeat(1000).replace('"abc"', '"abd"'));
  nearest(file.replaceAll('\n', ' '), 'const value = compute(12345, "abd");');
  // Some hundred milliseconds; with the product of both sizes it would be minutes.
  expect(performance.now() - start).toBeLessThan(10_000);
});
