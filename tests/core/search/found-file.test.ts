import { describe, expect, test } from '@jest/globals';
import { foundFile } from '../../../src/core/search/found-file.js';
import { hashOf } from '../../../src/core/hash.js';
import { searchableLines } from '../../../src/core/search/searchable.js';
import { searchLines } from '../../../src/core/search/search-hit.js';
import { textPattern } from '../../../src/core/search/search-pattern.js';

function find(text: string | Buffer, sought: string, context = 0, lineChars = 100) {
  const bytes = Buffer.from(text);
  const pattern = textPattern(sought, { ignoreCase: false, wholeWord: false });
  const hits = searchLines(searchableLines(bytes).lines, pattern, 100).first;
  return foundFile({ shown: 'a.txt', bytes, hits }, { context, lineChars });
}

describe('foundFile', () => {
  test('tells the file and each range with the hashes of their bytes', () => {
    const text = 'one\r\ntwo\r\nthree\r\nfour\r\nfive\r\nsix';
    const found = find(text, 'four', 1);
    expect(found.scan).toMatchObject({ hash: hashOf(Buffer.from(text)), totalLines: 6 });
    expect(found.ranges).toEqual([
      {
        range: { start: 3, end: 6 },
        hash: hashOf(Buffer.from('three\r\nfour\r\nfive\r\n')),
        lines: ['three', 'four', 'five'].map((line, index) => ({
          number: index + 3,
          text: line,
          terminator: '\r\n',
          isCropped: false,
        })),
        matches: [{ line: 4, column: 1 }],
      },
    ]);
  });

  test('the hash of a cropped line is of all of it', () => {
    const [range] = find(`${'x'.repeat(500)}here${'y'.repeat(500)}\n`, 'here', 0, 40).ranges;
    expect(range?.hash).toBe(find(`${'x'.repeat(500)}here${'y'.repeat(500)}\n`, 'here').scan.hash);
    expect(range?.lines[0]).toMatchObject({ isCropped: true });
    expect(range?.lines[0]?.text).toContain('here');
    expect(range?.matches).toEqual([{ line: 1, column: 501 }]);
  });

  test('a file that is not all text says so', () => {
    const found = find(Buffer.from('caf\xe9 x\n', 'latin1'), 'x');
    expect(found.isLegible).toBe(false);
    expect(found.ranges[0]?.lines[0]?.text).toBe('caf\uFFFD x');
    expect(found.ranges[0]?.hash).toBe(hashOf(Buffer.from('caf\xe9 x\n', 'latin1')));
  });
});
