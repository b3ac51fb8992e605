import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { fitLines, fitText, linesText, pathText } from '../../../src/tools/answers/layout.js';

describe('pathText', () => {
  test.each(['src/a.ts', 'my file.txt', "it's", 'ünïcode 外.md', '-rf'])(
    '%s stays as it is',
    (path) => {
      expect(pathText(path)).toBe(path);
    },
  );

  test('a path never takes more than one line, and stands for itself in JSON', () => {
    const odd = fc.string({
      unit: fc.constantFrom('a', '\n', '\r', '\t', '\u2028', '\u0085', '\u007f', '"'),
    });
    fc.assert(
      fc.property(odd, (path) => {
        const text = pathText(path);
        expect(text).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        if (text !== path) expect(JSON.parse(text)).toBe(path);
      }),
    );
  });
});

describe('fitText', () => {
  const lines = fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 9 }), {
    minLength: 1,
  });

  test('gives whole lines of the text within the room, and says if it is cut', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 30, max: 90 }), (all, room) => {
        const text = all.join('\n');
        const fitted = fitText(text, room);
        expect(fitted.length).toBeLessThanOrEqual(room);
        if (text.length <= room) return expect(fitted).toBe(text);
        const kept = fitted.split('\n');
        expect(kept.pop()).toBe('… the rest did not fit');
        return expect(all.slice(0, kept.length)).toEqual(kept);
      }),
    );
  });

  test('fitLines counts what is left', () => {
    expect(fitLines(['ab', 'cd', 'ef'], 6)).toEqual({ lines: ['ab', 'cd'], left: 1 });
    expect(fitLines(['ab'], 0)).toEqual({ lines: [], left: 1 });
    expect(fitLines([], 0)).toEqual({ lines: [], left: 0 });
  });
});

test('linesText counts without separators', () => {
  expect([0, 1, 40_000].map(linesText)).toEqual(['0 lines', '1 line', '40000 lines']);
});
