import { describe, expect, test } from '@jest/globals';
import { outlineMarkdown } from '../../../src/core/outline/markdown.js';

/** The headings as `LEVEL NAME first-last`. */
function headings(text: string): readonly string[] {
  return outlineMarkdown(text.split('\n')).map(
    ({ kind, name, range }) => `${kind} ${name} ${range.start}-${range.end - 1}`,
  );
}

describe('outlineMarkdown', () => {
  test('a heading reaches to the next one of its level or above', () => {
    expect(headings('# A\nx\n## B\n### C\n## D\n# E\ny')).toEqual([
      'h1 A 1-5',
      'h2 B 3-4',
      'h3 C 4-4',
      'h2 D 5-5',
      'h1 E 6-7',
    ]);
  });

  test.each([
    ['#', 'h1  1-1'],
    ['   ## A  ', 'h2 A 1-1'],
    ['# A # b ##', 'h1 A # b 1-1'],
    ['# A#', 'h1 A# 1-1'],
    ['A\n===', 'h1 A 1-2'],
    ['A\n---', 'h2 A 1-2'],
  ])('%j is a heading', (text, expected) => {
    expect(headings(text)).toEqual([expected]);
  });

  test.each([
    '#A',
    '####### A',
    '    # A',
    '```\n# A\n```',
    '~~~~\n# A\n~~~\n# B\n~~~~',
    '```\n# A',
    '---\ntitle: A\n# x\n---\n',
    '- A\n---',
    '\n---',
    '| A |\n---',
  ])('%j has no heading', (text) => {
    expect(headings(text)).toEqual([]);
  });

  test('lines of any length and any number take no long time', () => {
    const started = performance.now();
    headings(`# ${' '.repeat(1_000_000)}x\n${'# a\n'.repeat(100_000)}`);
    expect(performance.now() - started).toBeLessThan(3000);
  });
});
