import { describe, expect, test } from '@jest/globals';
import { withFile, withLines } from '../../../src/tools/retries/call-files.js';

const mark = (entry: object) => ({ ...entry, changed: true });

describe('withFile', () => {
  test('changes the arguments of a tool for one file', () => {
    expect(withFile({ file_path: './x/a.txt' }, 'x/a.txt', mark)).toEqual({
      file_path: './x/a.txt',
      changed: true,
    });
  });

  test('changes the entry that names the file, however it is spelt', () => {
    for (const named of ['x/a.txt', './x/a.txt', '/root/x/a.txt']) {
      const args = { files: [{ file_path: 'b.txt' }, { file_path: named }], dry_run: true };
      expect(withFile(args, 'x/a.txt', mark)).toEqual({
        files: [{ file_path: 'b.txt' }, { file_path: named, changed: true }],
        dry_run: true,
      });
    }
  });

  test('gives nothing where none or several may be meant, or where the change gives nothing', () => {
    const two = { files: [{ file_path: 'a.txt' }, { file_path: 'x/a.txt' }] };
    expect(withFile(two, 'a.txt', mark)).toBeUndefined();
    expect(withFile(two, 'c.txt', mark)).toBeUndefined();
    expect(withFile({ file_path: 'a.txt' }, 'a.txt', () => undefined)).toBeUndefined();
  });
});

describe('withLines', () => {
  test.each(['patches', 'ranges'])('changes every item of %s', (list) => {
    expect(withLines({ [list]: [{ start: 1 }, { start: 2 }] }, mark)).toEqual({
      [list]: [
        { start: 1, changed: true },
        { start: 2, changed: true },
      ],
    });
  });

  test('gives nothing if one item cannot be changed, or there is no list', () => {
    const odd = ({ start }: { readonly [key: string]: unknown }) => (start === 2 ? undefined : {});
    expect(withLines({ patches: [{ start: 1 }, { start: 2 }] }, odd)).toBeUndefined();
    expect(withLines({ contents: 'x' }, mark)).toBeUndefined();
  });
});
