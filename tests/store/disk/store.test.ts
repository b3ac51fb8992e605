import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { hashOf } from '../../../src/core/hash.js';
import type { FilePath } from '../../../src/core/path.js';
import { createDiskStore } from '../../../src/store/disk/store.js';
import type { NextVersion, WorkspaceStore } from '../../../src/store/store.js';

let root = '';
let store: WorkspaceStore;
const how = { author: 'tester', tool: 'test', signal: new AbortController().signal };

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lockline-store-'));
  store = createDiskStore({
    roots: [root],
    directory: root,
    readOnly: false,
    allowWrite: [],
    deny: [],
    pathAliases: [],
    maxFileSize: 1 << 26,
    lockTimeoutMs: 5000,
    staleMs: 10_000,
    durability: 'full',
    allowNetworkFs: false,
    breakHardLinks: false,
    history: undefined,
    maxLineChars: 2000,
    maxOutputChars: 24_000,
    log: () => undefined,
  });
});

afterEach(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

const put = (path: string, text: string): void => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
};
const get = (path: string): string => readFileSync(join(root, path), 'utf8');
const left = (): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('lockline'))
    .sort();
const next = (path: FilePath, text: string | undefined): NextVersion => {
  if (text === undefined) return { path, content: undefined, action: 'delete' };
  const bytes = Buffer.from(text);
  return {
    path,
    action: 'replace',
    content: { slices: [bytes], size: bytes.length, hash: hashOf(bytes) },
  };
};
const resolve = async (path: string): Promise<FilePath> =>
  (await store.resolve(path, 'write')).path;
const write = async (files: Record<string, string | undefined>): Promise<void> => {
  const paths = await Promise.all(Object.keys(files).map(resolve));
  await store.transact(
    paths,
    () => Object.values(files).map((text, i) => next(paths[i] as FilePath, text)),
    how,
  );
};

describe('a transaction on the disk', () => {
  test('edits one file, keeps its mode, and leaves nothing', async () => {
    put('a.sh', 'old\n');
    execFileSync('chmod', ['751', join(root, 'a.sh')]);
    await write({ 'a.sh': 'new\n' });
    expect(get('a.sh')).toBe('new\n');
    expect(statSync(join(root, 'a.sh')).mode & 0o7777).toBe(0o751);
    expect(left()).toEqual([]);
  });

  test('edits, creates and deletes several files at once', async () => {
    put('a', '1');
    put('sub/b', '2');
    await write({ a: 'A', 'sub/b': undefined, 'new/dir/c': 'C' });
    expect([get('a'), get('new/dir/c')]).toEqual(['A', 'C']);
    expect(
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((name) => !name.startsWith('.lockline'))
        .toSorted((a, b) => (a < b ? -1 : 1)),
    ).toEqual(['a', 'new', 'new/dir', 'new/dir/c', 'sub']);
  });

  test('100 concurrent increments of two files lose none', async () => {
    put('a', '0');
    put('b', '0');
    const paths = [await resolve('a'), await resolve('b')];
    await Promise.all(
      Array.from({ length: 100 }, () =>
        store.transact(
          paths,
          (before) =>
            paths.map((path) => next(path, String(Number(before.get(path)?.bytes.toString()) + 1))),
          how,
        ),
      ),
    );
    expect([get('a'), get('b')]).toEqual(['100', '100']);
    expect(left()).toEqual([]);
  });
});
