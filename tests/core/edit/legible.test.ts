import { describe, expect, test } from '@jest/globals';
import { refuseIllegible, refuseMix } from '../../../src/core/edit/legible.js';
import { refusalFrom } from '../../support/thrown.js';
import { linesOf } from '../../support/versions.js';
import { encoded, range } from '../fixture.js';

const FILE = Buffer.from(`short\ncaf\xe9\n${'x'.repeat(11)}\n`, 'latin1');

describe('refuseIllegible', () => {
  test.each([
    ['1', ['x'], undefined],
    ['2', ['x'], 'UNDECODABLE'],
    ['1-3', ['x'], 'UNDECODABLE'],
    ['3', ['x'], 'LINE_TOO_LONG'],
    ['2-3', [], undefined],
    ['<2', ['x'], undefined],
    ['<3', ['x'], undefined],
  ])('lines %s by %j: %p', (lines, texts, code) => {
    const edits = [{ range: range(lines), texts }];
    const refused = refusalFrom(() =>
      refuseIllegible(linesOf(FILE), edits, { maxLineChars: 10, shown: 'a.txt' }),
    );
    expect(refused?.code).toBe(code);
  });

  test('counts characters and not bytes or units', () => {
    const fits = (text: string, name: string) =>
      refusalFrom(() =>
        refuseIllegible(linesOf(encoded(text, name), name), [{ range: range('1'), texts: ['x'] }], {
          maxLineChars: 3,
          shown: 'a.txt',
        }),
      ) === undefined;
    for (const name of ['utf-8', 'utf-16be', 'utf-32le', 'gb18030']) {
      expect(fits('😀é語\r\n', name)).toBe(true);
      expect(fits('😀é語x', name)).toBe(false);
    }
  });
});

describe('refuseMix', () => {
  test.each([
    ['auto', 'é', 'UNDECODABLE'],
    ['auto', 'e', undefined],
    ['utf-8', 'é', undefined],
    ['windows-1252', 'é', undefined],
  ])('in %s for %j: %p', (encoding, text, code) => {
    const edits = [{ range: range('1'), texts: ['plain', text] }];
    const refused = refusalFrom(() => refuseMix(linesOf(FILE, encoding), edits, 'a.txt'));
    expect(refused?.code).toBe(code);
  });

  test('lets text that is not ASCII into UTF-8 and into files with a byte order mark', () => {
    const edits = [{ range: range('1'), texts: ['é'] }];
    for (const name of ['utf-8', 'utf-16le']) {
      expect(refuseMix(linesOf(encoded('\uFEFFü\n', name)), edits, 'a.txt')).toBeUndefined();
    }
  });
});
