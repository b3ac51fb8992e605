import { describe, expect, test } from '@jest/globals';
import { asFilePath } from '../../src/core/path.js';
import { regexPattern, textPattern } from '../../src/core/search/search-pattern.js';
import { createFinder } from '../../src/workspace/finder.js';
import type { FinderOptions } from '../../src/workspace/finder.js';

const PLAIN = { ignoreCase: false, wholeWord: false };
const SHOWING = {
  context: 0,
  lineChars: 100,
  maxResults: 10,
  show: (path: string) => `at ${path}`,
};

function finder(options: Partial<FinderOptions> = {}) {
  return createFinder({ ...SHOWING, pattern: textPattern('a', PLAIN), ...options });
}

const path = asFilePath('/x');
const text = (content: string) => ({ kind: 'text', bytes: Buffer.from(content) }) as const;

describe('createFinder', () => {
  test.each([
    ['text', textPattern('a', PLAIN)],
    ['a regular expression', regexPattern('a', PLAIN)],
  ])('does not hold on to the memory of a file that has passed: %s', async (_, pattern) => {
    const found = finder({ pattern });
    const bytes = Buffer.from('xa\n');
    await found.see({ kind: 'text', bytes }, path);
    bytes.fill('a');
    await found.finish();
    const [file] = found.findings().files;
    expect(file?.shown).toBe('at /x');
    expect(file?.ranges[0]?.lines[0]?.text).toBe('xa');
    await found.close();
  });

  test('names only some of the files that it does not show', async () => {
    const found = finder({ maxResults: 1 });
    for (let count = 0; count < 50; count += 1) await found.see(text('aa\n'), path);
    const { more, totalMatches, matchedFiles } = found.findings();
    expect([more.length, totalMatches, matchedFiles]).toEqual([20, 100, 50]);
    expect(more[0]).toEqual({ shown: 'at /x', matches: 1 });
  });

  test('many files for a regular expression are searched in turns', async () => {
    const found = finder({ pattern: regexPattern('a$', PLAIN), maxResults: 1000 });
    let waits = 0;
    for (let count = 0; count < 1000; count += 1) {
      const wait = found.see(text('a\n'), path);
      if (wait !== undefined) waits += 1;
      await wait;
    }
    await found.finish();
    await found.close();
    expect(found.findings().totalMatches).toBe(1000);
    expect(waits).toBeGreaterThan(3);
  });

  test('counts what it passes over, by kind', async () => {
    const found = finder();
    await found.see({ kind: 'binary', at: 0 }, path);
    await found.see({ kind: 'too_large', size: 9 }, path);
    expect(found.findings().skipped).toEqual({
      binary: 1,
      unreadable: 0,
      tooLarge: 1,
      tooSlow: 0,
    });
  });
});
