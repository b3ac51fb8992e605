import { describe, expect, test } from '@jest/globals';
import { createMemoryStore } from '../../src/store/memory.js';
import type { WorkspaceStore } from '../../src/store/store.js';
import { filesBelow } from '../../src/workspace/files-below.js';
import type { FilesRequest } from '../../src/workspace/files-below.js';
import { codeOf, patient } from '../contract/steps.js';

const store = createMemoryStore({
  'a.ts': '',
  'a.test.ts': '',
  'src/b.ts': '',
  'src/c.js': '',
  'src/deep/d.ts': '',
  'out/e.ts': '',
  '.gitignore': 'out\n',
});

/** The files, and what was refused as a code behind the path. */
async function files(
  request: FilesRequest,
  of: Pick<WorkspaceStore, 'roots' | 'resolve' | 'list'> = store,
): Promise<readonly string[]> {
  const found: string[] = [];
  const refused: string[] = [];
  const batches = filesBelow(of, request, {
    signal: patient.signal,
    refused: ({ code }, named) => refused.push(`${named} ${code}`),
    unreadable: () => refused.push('unreadable'),
  });
  for await (const batch of batches) found.push(...batch.map(({ shown }) => shown));
  return [...found, ...refused];
}

describe('filesBelow', () => {
  test('without paths gives all files that are not ignored', async () => {
    expect(await files({ paths: [] })).toEqual([
      '.gitignore',
      'a.test.ts',
      'a.ts',
      'src/b.ts',
      'src/c.js',
      'src/deep/d.ts',
    ]);
  });

  test('gives a file once, however often it is named', async () => {
    expect(await files({ paths: ['src/deep', 'src/c.js', 'src', 'src/c.js'] })).toEqual([
      'src/deep/d.ts',
      'src/c.js',
      'src/b.ts',
    ]);
  });

  test('what is ignored can be named', async () => {
    expect(await files({ paths: ['out'] })).toEqual(['out/e.ts']);
  });

  test.each([
    ['*.js', [], ['src/c.js']],
    ['!*.ts', [], ['.gitignore', 'src/c.js']],
    ['src/*.ts', [], ['src/b.ts']],
    ['src/*.ts', ['src'], ['src/b.ts']],
    ['*.ts', ['src'], ['src/b.ts', 'src/deep/d.ts']],
    ['deep/*', ['src'], ['src/deep/d.ts']],
    ['*.js', ['a.ts', 'src'], ['a.ts', 'src/c.js']],
  ])('the glob %s in %j is about %j', async (glob, paths, expected) => {
    expect(await files({ paths, glob })).toEqual(expected);
  });

  test('a test in code does not hold back what is named', async () => {
    const accepts = (shown: string) => shown.endsWith('.js');
    expect(await files({ paths: ['a.ts', 'src'], accepts })).toEqual(['a.ts', 'src/c.js']);
  });

  test('a path that is not there is told, and the others are searched', async () => {
    expect(await files({ paths: ['gone', '../x', 'a.ts'] })).toEqual([
      'a.ts',
      'gone FILE_NOT_FOUND',
      '../x OUTSIDE_ROOTS',
    ]);
  });

  test('what is no file is told if it is named, and passed over below a directory', async () => {
    const withPipe: Pick<WorkspaceStore, 'roots' | 'resolve' | 'list'> = {
      ...store,
      list: async function* (start, options) {
        for await (const page of store.list(start, options)) {
          const entries = page.entries.map((entry) =>
            entry.shown === 'src/b.ts' ? { ...entry, kind: 'other' as const } : entry,
          );
          yield { ...page, entries };
        }
      },
    };
    expect(await files({ paths: ['src/b.ts', 'a.ts'] }, withPipe)).toEqual([
      'a.ts',
      'src/b.ts NOT_A_FILE',
    ]);
    expect(await files({ paths: ['src'] }, withPipe)).toEqual(['src/c.js', 'src/deep/d.ts']);
  });

  test('a glob that cannot be read is refused', async () => {
    expect(await codeOf(files({ paths: [], glob: '[' }))).toBe('INVALID_ARGUMENT');
  });
});
