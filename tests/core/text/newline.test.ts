import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { terminatorNear } from '../../../src/core/edit/contents.js';
import { applyEdits } from '../../../src/core/edit/edit.js';
import {
  convertTerminators,
  mainTerminator,
  withFinalNewline,
} from '../../../src/core/text/newline.js';
import { linesOf } from '../../support/versions.js';
import { anyText, encoded, encodingOf, range } from '../fixture.js';

describe('mainTerminator', () => {
  test.each([
    ['', '\n'],
    ['a', '\n'],
    ['a\rb', '\r'],
    ['a\nb\r\nc\r\n', '\r\n'],
    ['a\r\nb\n', '\r\n'],
    ['a\rb\nc', '\r'],
  ])('of %j is %j', (text, terminator) => {
    expect(mainTerminator(linesOf(text))).toBe(terminator);
  });
});

describe('convertTerminators', () => {
  test('changes terminators and nothing else, in every unit, and counts them', () => {
    const names = fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'utf-32be');
    fc.assert(
      fc.property(anyText, names, (text, name) => {
        const bytes = encoded(`\uFEFF${text}`, name);
        const result = convertTerminators(bytes, encodingOf(bytes, name), 'crlf');
        const found = text.match(/\r\n|\n|\r/g) ?? [];
        expect(result).toEqual({
          bytes: encoded(`\uFEFF${text.replaceAll(/\r\n|\n|\r/g, '\r\n')}`, name),
          converted: found.filter((terminator) => terminator !== '\r\n').length,
        });
      }),
    );
  });

  test('copies nothing where nothing changes', () => {
    const bytes = Buffer.from('a\nb');
    expect(convertTerminators(bytes, encodingOf(bytes), 'lf').bytes).toBe(bytes);
  });
});

describe('withFinalNewline', () => {
  const ended = (
    file: string,
    isWanted: boolean,
    ...edits: readonly (readonly [string, string])[]
  ) => {
    const lines = linesOf(file);
    const given = edits.map(([where, text]) => ({ range: range(where), bytes: Buffer.from(text) }));
    const changed = withFinalNewline(lines, given, { isWanted, choose: terminatorNear });
    return Buffer.concat(applyEdits(lines, changed, 'a.txt').slices).toString();
  };

  test('adds or takes away exactly one terminator at the end', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, isWanted) => {
        const isEnded = /[\r\n]$/.test(text);
        const result = ended(text, isWanted);
        if (text === '' || isEnded === isWanted) expect(result).toBe(text);
        else if (isWanted) expect(result).toMatch(/[\r\n]$/);
        else expect(result).toBe(text.replace(/(\r\n|\n|\r)$/, ''));
      }),
    );
  });

  test.each([
    ['an old line before lines that are taken away', 'a\nb\nc\n', false, [['2-3', '']], 'a'],
    ['the text of an edit', 'a\nb\n', false, [['2', 'B\n']], 'a\nB'],
    [
      'the text that touches lines taken away',
      'a\nb\n',
      false,
      [
        ['<2', 'x\n'],
        ['2', ''],
      ],
      'a\nx',
    ],
    [
      'the last of several',
      'a\nb',
      true,
      [
        ['2', 'B'],
        ['<3', '\nc'],
      ],
      'a\nB\nc\n',
    ],
    ['nothing in an empty version', 'a\n', true, [['1', '']], ''],
  ] as const)('changes %s', (...[, file, isWanted, edits, text]) => {
    expect(ended(file, isWanted, ...edits)).toBe(text);
  });
});
