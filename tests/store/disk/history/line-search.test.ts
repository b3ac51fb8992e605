import { expect, test } from '@jest/globals';
import { fc } from '../../../support/fast-check.js';
import { nodeFs, type FsPort } from '../../../../src/store/disk/fs-port.js';
import {
  linesBackwards,
  linesBackwardsNow,
} from '../../../../src/store/disk/history/line-search.js';

/** A port of which one file is read. */
function reading(bytes: Buffer, read: (length: number) => void = () => undefined): FsPort {
  return {
    ...nodeFs,
    read: async (_, into, position) => {
      read(into.length);
      return bytes.copy(into, 0, Math.min(position, bytes.length));
    },
    readSync: (_, into, position) => bytes.copy(into, 0, Math.min(position, bytes.length)),
  };
}

async function search(bytes: Buffer, mark?: Buffer, size = bytes.length) {
  const found: string[] = [];
  for await (const line of linesBackwards(reading(bytes), { fd: 0, size }, mark)) found.push(line);
  expect([...linesBackwardsNow(reading(bytes), { fd: 0, size }, mark)]).toEqual(found);
  return found;
}

/** The same, the simple way. */
function expected(text: string, mark = ''): readonly string[] {
  const lines = text.split('\n').filter((line) => line !== '' && line.includes(mark));
  return lines.toReversed();
}

// Longer than a chunk is at first, so that lines lie on the edges of chunks.
const word = fc.constantFrom(
  '',
  'a',
  'mark',
  'éé',
  '-mark-',
  'x'.repeat(100_000),
  'y'.repeat(300_000),
);
const text = fc
  .array(
    fc.array(word, { maxLength: 4 }).map((words) => words.join(' ')),
    { maxLength: 12 },
  )
  .chain((lines) => fc.constantFrom(lines.join('\n'), `${lines.join('\n')}\n`));

test('gives all lines from the last to the first', async () => {
  await fc.assert(
    fc.asyncProperty(text, async (one) => {
      expect(await search(Buffer.from(one))).toEqual(expected(one));
    }),
  );
});

test('gives those that hold the mark', async () => {
  await fc.assert(
    fc.asyncProperty(text, async (one) => {
      const found = await search(Buffer.from(one), Buffer.from('mark'));
      expect(found).toEqual(expected(one, 'mark'));
    }),
  );
});

test('a line that is longer than all chunks is found', async () => {
  const long = `${'z'.repeat(9_000_000)} mark`;
  const found = await search(Buffer.from(`first mark\n${long}\nlast mark`), Buffer.from('mark'));
  expect(found).toEqual(['last mark', long, 'first mark']);
});

test('a file that has become shorter ends where it ends', async () => {
  const bytes = Buffer.from('one\ntwo\n');
  expect(await search(bytes, undefined, 100_000)).toEqual(['two', 'one']);
});

test('who needs the last lines only does not read the rest', async () => {
  const bytes = Buffer.from('line\n'.repeat(1_000_000));
  let total = 0;
  const fs = reading(bytes, (length) => (total += length));
  for await (const line of linesBackwards(fs, { fd: 0, size: bytes.length })) {
    expect(line).toBe('line');
    break;
  }
  expect(total).toBeLessThan(300_000);
});
