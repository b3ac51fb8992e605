import { afterEach, describe, expect, test } from '@jest/globals';
import { MOST_COUNTED } from '../../src/core/search/search-hit.js';
import { regexPattern } from '../../src/core/search/search-pattern.js';
import { createRegexRunner } from '../../src/workspace/regex-worker.js';
import type { RegexLimits, RegexOutcome, RegexRunner } from '../../src/workspace/regex-worker.js';

const LIMITS: RegexLimits = { fileMs: 300, totalMs: 20_000, mostSlow: 3, most: 100 };
/** Takes for ever on a row of a and something else. */
const BOMB = '^(a+)+$';
const BAIT = Buffer.from(`${'a'.repeat(60)}!`);

let runner: RegexRunner | undefined;

afterEach(() => runner?.close());

function start(regex: string, limits: Partial<RegexLimits> = {}): RegexRunner {
  const pattern = regexPattern(regex, { ignoreCase: false, wholeWord: false });
  runner = createRegexRunner(pattern, { ...LIMITS, ...limits });
  return runner;
}

function countOf(outcome: RegexOutcome): number | string {
  return typeof outcome === 'string' ? outcome : outcome.count;
}

/** The hits in one text as `line:index+length`, with the last line where it is another. */
async function hits(regex: string, text: string): Promise<string> {
  const [found] = await start(regex).run([Buffer.from(text)]);
  if (found === undefined || typeof found === 'string') return String(found);
  return found.first
    .map(({ line, index, length, lastLine }) => {
      const end = lastLine === line ? '' : `-${lastLine}`;
      return `${line}:${index}+${length}${end}`;
    })
    .join(' ');
}

describe('createRegexRunner', () => {
  test.each([
    ['a.c', 'abc\nxaxc\r\nac', '1:0+3 2:1+3'],
    ['^b$', 'a\nb\nbb\rb', '2:0+1 4:0+1'],
    ['a', 'aXa\n', '1:0+1 1:2+1'],
    ['\\s$', 'a \nb', '1:1+1'],
    ['^', 'a\n\nb\n', '1:0+0 2:0+0 3:0+0'],
    ['x*', 'axx\n', '1:0+0'],
    ['$', '', ''],
    ['a\\nb', 'x\na\r\nb\na\rb', '2:0+3-3 4:0+3-5'],
    ['^$\\n', 'a\n\n\nb', '2:0+1 3:0+1'],
    ['b', '\uFEFFb', '1:0+1'],
    ['.', '😀', '1:0+2'],
    ['a\\u2028b', 'a\u2028b', '1:0+3'],
  ])('%s in %j is at %s', async (regex, text, expected) => {
    expect(await hits(regex, text)).toBe(expected);
  });

  test('searches many files, one after another, and again', async () => {
    const search = start('b+');
    const files = Array.from({ length: 50 }, (_, index) => Buffer.from('b\n'.repeat(index)));
    for (const _ of ['once', 'again']) {
      const found = await search.run(files);
      expect(found.map(countOf)).toEqual(files.map((_file, index) => index));
    }
    expect(await search.run([])).toEqual([]);
  });

  test('tells the first hits and counts the others, up to a bound', async () => {
    const search = start('a', { most: 2 });
    const [found] = await search.run([Buffer.from('a'.repeat(MOST_COUNTED + 5))]);
    expect(found).toMatchObject({ count: MOST_COUNTED });
    expect(found).toHaveProperty('first.length', 2);
  });

  test('a file that takes too long is given up, and the others are searched', async () => {
    const started = performance.now();
    const search = start(BOMB);
    const found = await search.run([
      Buffer.from('a'),
      Buffer.from('aa\n'),
      BAIT,
      Buffer.from('a\na'),
    ]);
    expect(found.map(countOf)).toEqual([1, 1, 'too_slow', 2]);
    expect(search.hasGivenUp()).toBe(false);
    expect(performance.now() - started).toBeLessThan(8000);
  });

  test('after some such files no other is tried, and what was found before is kept', async () => {
    const search = start(BOMB, { mostSlow: 2 });
    const quick = Buffer.from('a');
    const started = performance.now();
    const found = await search.run([quick, BAIT, quick, BAIT, quick, BAIT]);
    const tried = [1, 'too_slow', 1, 'too_slow'];
    expect(found.map(countOf)).toEqual([...tried, 'not_tried', 'not_tried']);
    expect(search.hasGivenUp()).toBe(true);
    expect(await search.run([quick])).toEqual(['not_tried']);
    expect(performance.now() - started).toBeLessThan(8000);
  });

  test('the time for all files together has an end', async () => {
    const search = start(BOMB, { fileMs: 20_000, totalMs: 2000 });
    const found = await search.run([Buffer.from('a'), BAIT, Buffer.from('a')]);
    expect(found.map(countOf)).toEqual([1, 'not_tried', 'not_tried']);
    expect(search.hasGivenUp()).toBe(true);
  });

  test('what is closed while it works gives up', async () => {
    const own = start(BOMB, { fileMs: 60_000, totalMs: 60_000 });
    const work = own.run([BAIT, BAIT]);
    setTimeout(() => void own.close(), 200);
    expect(await work).toEqual(['not_tried', 'not_tried']);
  });
});
