import { describe, expect, test } from '@jest/globals';
import { fc } from '../support/fast-check.js';
import { isLocklineError } from '../../src/core/errors.js';
import { EMPTY_HASH, hashOf } from '../../src/core/hash.js';
import { inclusive } from '../../src/core/range.js';
import type { Current } from './open-store.js';
import { patient, readOne } from './steps.js';

const LINES = ['one\n', 'two\r\n', 'three\n', 'four'];
const TEXT = LINES.join('');

export function describeRead(current: Current): void {
  describe('read', () => {
    test('tells the facts of a file', async () => {
      const { store, writeBytes } = current();
      await writeBytes('a.txt', Buffer.from(TEXT));
      expect(await readOne(store, 'a.txt')).toMatchObject({
        hash: hashOf(Buffer.from(TEXT)),
        size: TEXT.length,
        totalLines: 4,
        encoding: 'utf-8',
        bom: false,
        newline: 'mixed',
        finalNewline: false,
        ranges: [],
      });
    });

    test('gives the lines of each range, as asked, with their hashes', async () => {
      const { store, writeBytes } = current();
      await writeBytes('a.txt', Buffer.from(TEXT));
      const asked = [inclusive(2, 3), inclusive(1, 2), inclusive(3), inclusive(4, 99)];
      const { ranges } = await readOne(store, 'a.txt', asked);
      expect(ranges.map(({ range }) => range)).toEqual([
        inclusive(2, 3),
        inclusive(1, 2),
        inclusive(3, 4),
        inclusive(4, 4),
      ]);
      for (const found of ranges) {
        const { range, lines, complete } = found;
        const text = LINES.slice(range.start - 1, range.end - 1).join('');
        expect(complete).toBe(true);
        expect(Buffer.concat(lines.map(({ bytes }) => bytes)).toString()).toBe(text);
        expect(found.hashThrough(lines.length)).toBe(hashOf(Buffer.from(text)));
      }
    });

    test('the range of the whole file has the hash of the file', async () => {
      const { store, writeBytes } = current();
      const text = fc.array(fc.constantFrom('a', 'é', '\n', '\r\n', '\r', '\uFEFF'));
      await fc.assert(
        fc.asyncProperty(text, async (parts) => {
          await writeBytes('a.txt', Buffer.from(parts.join('')));
          const { hash, totalLines, ranges } = await readOne(store, 'a.txt', [inclusive(1)]);
          // A lone byte order mark is a file of no lines, though not of no bytes.
          fc.pre(totalLines > 0);
          expect(ranges[0]?.hashThrough(totalLines)).toBe(hash);
        }),
        { numRuns: 50 },
      );
    });

    test('an empty file has no lines and the hash of nothing', async () => {
      const { store, writeBytes } = current();
      await writeBytes('empty.txt', new Uint8Array());
      const scan = await readOne(store, 'empty.txt', [inclusive(1)]);
      expect(scan).toMatchObject({ hash: EMPTY_HASH, totalLines: 0, newline: 'none' });
      expect(scan.ranges[0]).toMatchObject({ range: inclusive(1, 0), lines: [], complete: true });
      expect(scan.ranges[0]?.hashThrough(0)).toBe(EMPTY_HASH);
    });

    test('finds lines in the encoding that is named', async () => {
      const { store, writeBytes } = current();
      await writeBytes('wide.txt', Buffer.from('a\nb\n', 'utf16le'));
      const scan = await readOne(store, 'wide.txt', [inclusive(2, 2)], 'utf-16le');
      expect(scan).toMatchObject({ encoding: 'utf-16le', totalLines: 2 });
      expect(scan.ranges[0]?.lines[0]?.bytes).toEqual(Buffer.from('b\n', 'utf16le'));
    });

    test('answers for each file in its place, whatever becomes of the others', async () => {
      const { store, writeBytes } = current();
      await writeBytes('src/a.txt', Buffer.from('a\n'));
      const asked = [
        { name: 'src/a.txt', encoding: 'auto' },
        { name: 'gone.txt', encoding: 'auto' },
        { name: 'src/a.txt', encoding: 'base64' },
        { name: 'src/gone/gone.txt', encoding: 'auto' },
        { name: 'src/a.txt', encoding: 'auto' },
      ];
      const requests = await Promise.all(
        asked.map(async ({ name, encoding }) => {
          const { path } = await store.resolve(name, 'read');
          return { path, ranges: [], encoding };
        }),
      );
      const answers = await store.read(requests, patient.signal);
      expect(
        answers.map((answer) => (isLocklineError(answer) ? answer.code : answer.size)),
      ).toEqual([2, 'FILE_NOT_FOUND', 'UNSUPPORTED_ENCODING', 'FILE_NOT_FOUND', 2]);
    });

    test('names an absent file as it is shown', async () => {
      const { store } = current();
      await expect(readOne(store, './gone.txt')).rejects.toMatchObject({
        details: { path: 'gone.txt' },
      });
    });
  });
}
