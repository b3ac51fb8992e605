import { describe, expect, jest, test } from '@jest/globals';
import { EMPTY_HASH, hashOf } from '../../src/core/hash.js';
import { inclusive } from '../../src/core/range.js';
import type { LineRange } from '../../src/core/range.js';
import { createMemoryStore } from '../../src/store/memory.js';
import type { WorkspaceStore } from '../../src/store/store.js';
import { readFiles } from '../../src/workspace/read.js';
import type { FileRead, FileRequest } from '../../src/workspace/workspace.js';
import { patient } from '../contract/steps.js';

const patience = { signal: patient.signal, now: Date.now };

const store = createMemoryStore({
  'a.txt': 'one\ntwo\nthree\n',
  'empty.txt': '',
  'logo.png': 'PNG\0',
});

function ask(path: string, ...ranges: readonly LineRange[]): FileRequest {
  return { path, ranges, encoding: 'auto' };
}

/** What was found of each file: the ranges, as `start-end`, or the code of the error. */
async function read(...files: readonly FileRequest[]): Promise<readonly string[]> {
  return (await readFiles(store, files, patience)).map(told);
}

function told(file: FileRead): string {
  if ('error' in file) return `${file.shown} ${file.error.code}`;
  const ranges = file.scan.ranges.map(({ range: { start, end } }) => `${start}-${end - 1}`);
  return [file.shown, ...ranges].join(' ');
}

async function errorOf(file: FileRequest) {
  const [answer] = await readFiles(store, [file], patience);
  return answer !== undefined && 'error' in answer ? answer.error : undefined;
}

describe('readFiles', () => {
  test('without ranges reads the whole file, with an empty list only its facts', async () => {
    expect(await read({ path: 'a.txt', encoding: 'auto' }, ask('a.txt'))).toEqual([
      'a.txt 1-3',
      'a.txt',
    ]);
  });

  test('reads ranges in the order asked, clamped to the last line', async () => {
    expect(await read(ask('./a.txt', inclusive(3, 9), inclusive(1, 2), inclusive(2)))).toEqual([
      'a.txt 3-3 1-2 2-3',
    ]);
  });

  test('one bad file does not spoil the others', async () => {
    const files = ['a.txt', '../a.txt', 'gone.txt', 'a.txt/b', 'logo.png', '', 'a.txt'];
    expect(await read(...files.map((path) => ask(path, inclusive(1, 1))))).toEqual([
      'a.txt 1-1',
      '../a.txt OUTSIDE_ROOTS',
      'gone.txt FILE_NOT_FOUND',
      'a.txt/b NOT_A_FILE',
      'logo.png BINARY_FILE',
      ' INVALID_ARGUMENT',
      'a.txt 1-1',
    ]);
  });

  test('an encoding that is not known is told in the place of its file', async () => {
    const odd = { ...ask('a.txt'), encoding: 'base64' };
    expect(await read(odd, ask('a.txt'))).toEqual(['a.txt UNSUPPORTED_ENCODING', 'a.txt']);
  });

  test('a binary file is told by its NUL', async () => {
    expect((await errorOf(ask('logo.png')))?.details).toEqual({ path: 'logo.png', offset: 3 });
  });

  test.each([
    ['a start past the end', inclusive(4, 5), { start: 4, end: 5 }],
    ['an open start past the end', inclusive(4), { start: 4 }],
    ['line 0', inclusive(0, 2), { start: 0, end: 2 }],
    ['an end before the start', inclusive(3, 1), { start: 3, end: 1 }],
    ['an end just before the start', inclusive(3, 2), { start: 3, end: 2 }],
  ])('%s is out of bounds', async (_, range, details) => {
    const error = await errorOf(ask('a.txt', inclusive(1, 1), range));
    expect(error?.code).toBe('RANGE_OUT_OF_BOUNDS');
    expect(error?.details).toEqual({ path: 'a.txt', totalLines: 3, ...details });
  });

  test('an empty file has the range 1..0 with the hash of nothing', async () => {
    const ranges = [inclusive(1), inclusive(1, 10), inclusive(1, 0)];
    const [answer] = await readFiles(store, [ask('empty.txt', ...ranges)], patience);
    if (answer === undefined || 'error' in answer) throw new Error('not read');
    expect(told(answer)).toBe('empty.txt 1-0 1-0 1-0');
    expect(answer.scan.ranges.map((range) => range.hashThrough(0))).toEqual([
      EMPTY_HASH,
      EMPTY_HASH,
      EMPTY_HASH,
    ]);
    expect(await read(ask('empty.txt', inclusive(2)))).toEqual(['empty.txt RANGE_OUT_OF_BOUNDS']);
  });

  test('gives the hashes that a write takes', async () => {
    const [answer] = await readFiles(store, [ask('a.txt', inclusive(2, 3))], patience);
    if (answer === undefined || 'error' in answer) throw new Error('not read');
    expect(answer.scan.hash).toBe(hashOf(Buffer.from('one\ntwo\nthree\n')));
    expect(answer.scan.ranges[0]?.hashThrough(2)).toBe(hashOf(Buffer.from('two\nthree\n')));
  });

  test('asks the store for no range that no file can hold', async () => {
    const read = jest.fn<WorkspaceStore['read']>((...call) => store.read(...call));
    const ranges = [inclusive(0, 2), inclusive(2, 3), inclusive(3, 1)];
    await readFiles({ ...store, read }, [ask('a.txt', ...ranges)], patience);
    expect(read.mock.calls[0]?.[0]).toMatchObject([{ ranges: [inclusive(2, 3)] }]);
  });

  test('a bug in a store is no answer', async () => {
    const bug = new Error('planted');
    const broken = { ...store, resolve: () => Promise.reject(bug) };
    await expect(readFiles(broken, [ask('a.txt')], patience)).rejects.toBe(bug);
    const silent = { ...store, read: async () => [] };
    await expect(readFiles(silent, [ask('a.txt')], patience)).rejects.toThrow('answers every');
  });
});
