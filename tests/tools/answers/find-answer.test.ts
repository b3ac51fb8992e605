import { describe, expect, test } from '@jest/globals';
import { findAnswer } from '../../../src/tools/answers/find-answer.js';
import type { Limits } from '../../../src/tools/tool.js';
import type { SearchResult } from '../../../src/workspace/search.js';
import { at, createDesk, LIMITS } from '../../support/desk.js';

const tool = 'find_text';
const offer = { sets: ['lines', 'search'] as const, readOnly: false, structured: false };
const FILES = {
  'src/a.py': 'def connect():\n    connect()\n\nconnect()\n',
  'src/b.py': 'reconnect()\n',
  'c.txt': 'connect\n',
};

function desk(files: Readonly<Record<string, string>> = FILES, limits: Partial<Limits> = {}) {
  return createDesk(files, { limits, context: { offer } });
}

describe('the answer of find_text', () => {
  test('matches beyond max_results are counted, and it is said how to go on', async () => {
    const answer = await desk().call(tool, { text: 'connect', max_results: 2 });
    const last = answer.text.split('\n').at(-1);
    expect(last).toMatch(
      /^… 3 more matches not shown: src\/a\.py \(2\), src\/b\.py \(1\)\. Name .*max_results \(now 2\)$/,
    );
    expect(at(answer, 'next')).toBe(last);
    expect(at(answer, 'total_matches')).toBe(5);
  });

  test('matches of files that are not even named are counted too', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 90 }, (_, index) => [`f${index}.txt`, 'a match, a match\n']),
    );
    const { text } = await desk(files).call(tool, { text: 'match', max_results: 1 });
    expect(text).toMatch(/^180 matches in 90 files /);
    expect(text).toContain('\n… 179 more matches not shown: f0.txt (1), f1.txt (2), ');
    const two = await desk({ a: 'match match\n' }).call(tool, { text: 'match', max_results: 1 });
    expect(two.text).toContain('\n… 1 more match not shown: a (1). ');
  });

  test('the text is cut at whole ranges', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`f${index}.txt`, 'one match\n']),
    );
    const answer = await desk(files, { maxOutputChars: 4000 }).call(tool, {
      text: 'match',
      max_results: 1000,
    });
    expect(answer.text.length).toBeLessThanOrEqual(4000);
    const shown = answer.text.match(/^1\tone match$/gm)?.length ?? 0;
    expect(at(answer, 'files')).toHaveLength(shown);
    expect(answer.text).toContain(`${300 - shown} more matches not shown`);
  });
  /** Files of which some take for ever for this regex; the others match. */
  function baited(slow: number) {
    const files = ['a', 'b', 'c', 'd', 'e'].map((name, index) => {
      return [`${name}.txt`, index > 0 && index <= slow ? `${'a'.repeat(60)}!\n` : 'aa\n'];
    });
    return desk(Object.fromEntries(files)).call(tool, { regex: '^(a|aa)+$' });
  }

  test('a regex that was given up says where, and what was not searched', async () => {
    const answer = await baited(3);
    const lines = answer.text.split('\n');
    expect(lines[0]).toBe(
      '1 match in 1 file  1 file searched  skipped: 3 in which the regex takes too long  NOT searched: 1 file',
    );
    expect(lines[1]).toMatch(/^a\.txt {2}1 line/);
    expect(lines.at(-1)).toMatch(
      /^… the search was given up: the regex takes too long in b\.txt, c\.txt and d\.txt\. 1 file not searched, .*or send text$/,
    );
    expect(answer.result).toMatchObject({
      total_matches: 1,
      searched_files: 1,
      skipped: { too_slow: 3 },
      not_searched: 1,
      next: lines.at(-1),
    });
  });

  test('a regex that takes too long in few files leaves out only those', async () => {
    const answer = await baited(1);
    const lines = answer.text.split('\n');
    expect(lines[0]).toBe(
      '4 matches in 4 files  4 files searched  skipped: 1 in which the regex takes too long',
    );
    expect(lines.at(-1)).toMatch(/^… the regex takes too long in files that were skipped/);
    expect(answer.result).not.toHaveProperty('not_searched');
  });

  const NOTHING: SearchResult = {
    files: [],
    more: [],
    totalMatches: 0,
    matchedFiles: 0,
    searchedFiles: 7,
    skipped: { binary: 0, unreadable: 0, tooLarge: 0, tooSlow: 0 },
    slow: [],
    notTried: 0,
    errors: [],
  };

  test.each<[Partial<SearchResult>, RegExp, readonly RegExp[]]>([
    [{}, /searched$/, []],
    [
      { notTried: 1200 },
      /NOT searched: 1,200 files$/,
      [/^… the search was given up: the regex takes too long for so many files\. 1,200 files not/],
    ],
    [
      { endedBefore: 'x/y.ts' },
      /searched$/,
      [/^… ended early after 30 s, before x\/y\.ts: search fewer paths at once$/],
    ],
    [
      { notTried: 5, endedBefore: 'x/y.ts', searchedFiles: 0 },
      /NOT searched: more than 5 files$/,
      [/ more than 5 files not searched, /, /^… ended early after 30 s/],
    ],
  ])('tells why it is not all: %j', (part, first, others) => {
    const { text } = findAnswer({ ...NOTHING, ...part }, 50, LIMITS);
    const lines = text.split('\n');
    expect(lines).toHaveLength(1 + others.length);
    for (const [index, pattern] of [first, ...others].entries()) {
      expect(lines[index]).toMatch(pattern);
    }
  });
});
