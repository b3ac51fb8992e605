import { describe, expect, test } from '@jest/globals';
import { regexPattern, textPattern } from '../../src/core/search/search-pattern.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { searchFiles } from '../../src/workspace/search.js';
import type { SearchRequest } from '../../src/workspace/search.js';
import { codeOf, patient } from '../contract/steps.js';

const PLAIN = { ignoreCase: false, wholeWord: false };
const ALL = { paths: [], context: 0, maxResults: 100, lineChars: 400 };

/** Takes for ever in a file of a and something else. */
const BOMB = '^(a|aa)+$';
const SLOW = `${'a'.repeat(60)}!\n`;

const store = createMemoryStore({
  'a.txt': 'one\ntwo\none\n',
  'b/c.txt': 'none\n',
  'b/d.txt': 'x\n',
  'logo.png': 'one\0',
});

function search(request: Partial<SearchRequest> = {}, on = store) {
  const pattern = textPattern('one', PLAIN);
  return searchFiles(on, { ...ALL, pattern, ...request }, { signal: patient.signal });
}

/** Ranges by file: `a.txt 1-3(2)` holds two matches. */
function ranges({ files }: Awaited<ReturnType<typeof search>>): readonly string[] {
  return files.flatMap(({ shown, ranges: found }) =>
    found.map(
      ({ range, matches }) => `${shown} ${range.start}-${range.end - 1}(${matches.length})`,
    ),
  );
}

describe.each([
  ['text', textPattern('one', PLAIN)],
  ['a regular expression', regexPattern('on.', PLAIN)],
])('a search for %s', (_, pattern) => {
  test('tells ranges by file, and counts the files', async () => {
    const result = await search({ pattern });
    expect(ranges(result)).toEqual(['a.txt 1-3(2)', 'b/c.txt 1-1(1)']);
    expect(result).toMatchObject({
      totalMatches: 3,
      matchedFiles: 2,
      searchedFiles: 3,
      more: [],
      skipped: { binary: 1, unreadable: 0, tooLarge: 0, tooSlow: 0 },
      errors: [],
    });
  });

  test('counts what it does not tell, by file', async () => {
    const result = await search({ pattern, maxResults: 1 });
    expect(ranges(result)).toEqual(['a.txt 1-1(1)']);
    expect(result).toMatchObject({
      totalMatches: 3,
      more: [
        { shown: 'a.txt', matches: 1 },
        { shown: 'b/c.txt', matches: 1 },
      ],
    });
  });

  test('ends when the caller gives up', async () => {
    const signal = AbortSignal.abort();
    const work = searchFiles(store, { ...ALL, pattern }, { signal });
    await expect(work).rejects.toBe(signal.reason);
  });

  test('tells how far it is', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 600 }, (_file, index) => [`f${index}`, 'one']),
    );
    const done: number[] = [];
    const result = await searchFiles(
      createMemoryStore(many),
      { ...ALL, pattern },
      { signal: patient.signal, progress: (files) => done.push(files) },
    );
    expect(result.totalMatches).toBe(600);
    expect(done.length).toBeGreaterThan(0);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
  });
});

describe('a search', () => {
  test('finds the same in files of other encodings', async () => {
    const wide = Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from('x\none\n', 'utf16le')]);
    const on = createMemoryStore({
      wide,
      latin: Buffer.from('caf\xe9 one\n', 'latin1'),
      marked: '\uFEFFone\n',
    });
    for (const pattern of [textPattern('one', PLAIN), regexPattern('o.e', PLAIN)]) {
      const result = await search({ pattern }, on);
      expect(ranges(result)).toEqual(['latin 1-1(1)', 'marked 1-1(1)', 'wide 2-2(1)']);
      expect(result.files.map(({ isLegible }) => isLegible)).toEqual([false, true, true]);
      expect(result.files[1]?.ranges[0]?.matches[0]?.column).toBe(1);
    }
  });

  test('tells a path that is not there, unless it is the only one', async () => {
    const result = await search({ paths: ['gone', 'b'] });
    expect(result.errors.map(({ code }) => code)).toEqual(['FILE_NOT_FOUND']);
    expect(ranges(result)).toEqual(['b/c.txt 1-1(1)']);
    expect(await codeOf(search({ paths: ['gone'] }))).toBe('FILE_NOT_FOUND');
  });

  /** A store of files that match, so many in all of four directories, and slow ones in the second. */
  function baited(count: number, slow: number) {
    const names = Array.from({ length: count }, (_, index) => `d${index % 4}/f${index}`);
    const bait = Array.from({ length: slow }, (_, index) => [`d1/f0${index}`, SLOW]);
    const files = [...names.map((name) => [name, 'aa\n']), ...bait];
    return createMemoryStore({ ...Object.fromEntries(files), 'logo.png': '\0' });
  }

  test('a regular expression that takes for ever ends the search, and no file is lost count of', async () => {
    const started = performance.now();
    const result = await search({ pattern: regexPattern(BOMB, PLAIN) }, baited(2000, 7));
    const { searchedFiles, totalMatches, skipped, notTried, slow } = result;
    expect(slow).toEqual(['d1/f00', 'd1/f01', 'd1/f02']);
    expect(skipped.tooSlow).toBe(3);
    expect(totalMatches).toBe(searchedFiles);
    expect(totalMatches).toBeGreaterThanOrEqual(500);
    expect(searchedFiles + notTried + 3 + skipped.binary).toBe(2008);
    expect(notTried).toBeGreaterThanOrEqual(4);
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  test('fewer such files are skipped, and all others are searched', async () => {
    const result = await search({ pattern: regexPattern(BOMB, PLAIN) }, baited(600, 2));
    expect(result).toMatchObject({
      totalMatches: 600,
      searchedFiles: 600,
      notTried: 0,
      slow: ['d1/f00', 'd1/f01'],
      skipped: { binary: 1, tooSlow: 2 },
    });
  });
});
