import { describe, expect, test } from '@jest/globals';
import { convertedNote, lineNumbersNote } from '../../../src/core/edit/note.js';
import { range } from '../fixture.js';

const numbered = { range: range('3'), texts: ['3\ta', '4\tb'] };
const plain = { range: range('9'), texts: ['a'] };

describe('lineNumbersNote', () => {
  test('is there for new text with numbers only, and says of how many edits', () => {
    expect(lineNumbersNote([plain])).toEqual([]);
    expect(lineNumbersNote([numbered])).toEqual([expect.stringMatching(/^Every new line begins/)]);
    expect(lineNumbersNote([numbered, plain])).toEqual([
      expect.stringMatching(/^Every new line of 1 edit begins/),
    ]);
  });
});

describe('convertedNote', () => {
  test('says how many, also none, and nothing where no conversion was asked', () => {
    expect(convertedNote(1, 'crlf')).toEqual(['1 line terminator converted to crlf.']);
    expect(convertedNote(0, 'lf')).toEqual(['0 line terminators converted to lf.']);
    expect(convertedNote(0, undefined)).toEqual([]);
  });
});
