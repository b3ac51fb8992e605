import { describe, expect, test } from '@jest/globals';
import { terminatorNear } from '../../../src/core/edit/contents.js';
import { finishEdits, finishTexts } from '../../../src/core/edit/draft.js';
import { refusalFrom } from '../../support/thrown.js';
import { linesOf } from '../../support/versions.js';
import { range } from '../fixture.js';

describe('after a file that ends inside of a character', () => {
  const ragged = Buffer.concat([Buffer.from('\uFEFFa\nb', 'utf16le'), Buffer.of(0x41)]);
  const finish = (at: string, texts: readonly string[], finalNewline?: boolean) => {
    const edits = [{ range: range(at), texts }];
    const draft = { lines: linesOf(ragged), edits, choose: terminatorNear, shown: 'a.txt' };
    return finishTexts(draft, { finalNewline });
  };

  test.each<[string, string, boolean | undefined]>([
    ['new lines', '<3', undefined],
    ['an end', '1', true],
  ])('%s would be other characters, so they are refused', (_, at, finalNewline) => {
    const refused = refusalFrom(() => finish(at, ['x'], finalNewline));
    expect(refused).toMatchObject({ code: 'UNDECODABLE', details: { line: 2, offset: 8 } });
  });

  test.each<[string, string, readonly string[]]>([
    ['other lines change', '1', ['x']],
    ['the last line goes', '2', []],
  ])('%s all the same', (_, at, texts) => {
    const bytes = Buffer.concat(finish(at, texts).content.slices);
    expect(bytes.equals(texts.length === 0 ? ragged.subarray(0, 6) : withX)).toBe(true);
  });

  const withX = Buffer.concat([Buffer.from('\uFEFFx\nb', 'utf16le'), Buffer.of(0x41)]);
});

describe('finishTexts', () => {
  test('gives the places of the edits and not that of an end that it adds', () => {
    const lines = linesOf('a\nb');
    const draft = {
      lines,
      edits: [{ range: range('1'), texts: ['x', 'y'] }],
      choose: terminatorNear,
      shown: 'a.txt',
    };
    const revision = finishTexts(draft, { finalNewline: true, newline: 'crlf' });
    expect(Buffer.concat(revision.content.slices).toString()).toBe('x\r\ny\r\nb\r\n');
    expect(revision).toMatchObject({
      placed: [range('1-2')],
      totalLines: 3,
      shifted: [],
      diff: '@@ -1,2 +1,3 @@\n-a\n-b\n\\ No newline at end of file\n+x\n+y\n+b',
      notes: ['3 line terminators converted to crlf.'],
    });
  });

  test('takes the new bytes of an edit as they are', () => {
    const edits = [{ range: range('2'), bytes: Buffer.from('\xe9\n', 'latin1') }];
    const draft = { lines: linesOf('a\nb\n'), edits, choose: terminatorNear, shown: 'a.txt' };
    expect(Buffer.concat(finishEdits(draft, {}).content.slices).toString('latin1')).toBe(
      'a\n\xe9\n',
    );
  });

  test('makes ten thousand edits of a file of many lines, and as many of all its lines', () => {
    const lines = linesOf('line\n'.repeat(100_000));
    const edits = Array.from({ length: 10_000 }, (_, index) => ({
      range: { start: index * 10 + 1, end: index * 10 + 2 },
      texts: ['LINE', 'more'],
    }));
    const revision = finishTexts({ lines, edits, choose: terminatorNear, shown: 'a.txt' }, {});
    expect(revision.totalLines).toBe(110_000);
    expect(revision.placed.at(-1)).toEqual({ start: 109_990, end: 109_992 });
  });
});
