import { describe, expect, jest, test } from '@jest/globals';
import type { FileChange } from '../../src/core/change.js';
import { LocklineError } from '../../src/core/errors.js';
import { hashOf } from '../../src/core/hash.js';
import { inclusive } from '../../src/core/range.js';
import { createMemoryStore } from '../../src/store/memory.js';
import type { MemoryStore } from '../../src/store/memory.js';
import { runChanges } from '../../src/workspace/commit.js';
import type { Run } from '../../src/workspace/commit.js';
import { createOwnChanges } from '../../src/workspace/own-changes.js';
import { patient } from '../contract/steps.js';
import { create, move, remove, replace } from '../support/changes.js';
import { lines } from '../support/versions.js';

/** Two files that every test begins with. */
const A = 'one\ntwo\nthree\n';
const B = 'x\n';

function twoFiles(): MemoryStore {
  return createMemoryStore({ 'a.txt': A, 'b.txt': B });
}

const how = { ...patient, onStale: 'refuse' } as const;

function partsOf(store: MemoryStore) {
  return { store, own: createOwnChanges(), now: () => 0 };
}

function commit(store: MemoryStore, ...changes: readonly FileChange[]) {
  return runChanges(partsOf(store), changes, how, (paths, plan) =>
    store.transact(paths, plan, how),
  );
}

/** What a refused commit answers, once it is known to have changed nothing. */
async function refused(
  store: MemoryStore,
  ...changes: readonly FileChange[]
): Promise<LocklineError> {
  const before = [store.bytes('a.txt'), store.bytes('b.txt')];
  const caught: unknown = await commit(store, ...changes).catch((error: unknown) => error);
  expect([store.bytes('a.txt'), store.bytes('b.txt')]).toEqual(before);
  if (caught instanceof LocklineError) return caught;
  throw new Error('not refused', { cause: caught });
}

describe('a change set', () => {
  test('changes all its files and tells of each in the order asked', async () => {
    const store = twoFiles();
    const { files, changeId } = await commit(
      store,
      remove('b.txt', B),
      replace('a.txt', A, 'new\n'),
      create('sub/c.txt', 'c\n'),
    );
    expect(changeId).toMatch(/^[0-9a-z]+$/);
    expect(files).toMatchObject([
      { shown: 'b.txt', action: 'delete', changed: true },
      { shown: 'a.txt', action: 'replace', changed: true },
      { shown: 'sub/c.txt', action: 'create', changed: true },
    ]);
    expect(store.bytes('a.txt')?.toString()).toBe('new\n');
    expect(store.bytes('b.txt')).toBeUndefined();
    expect(store.bytes('sub/c.txt')?.toString()).toBe('c\n');
  });

  test('tells the versions before and after', async () => {
    const { files } = await commit(twoFiles(), replace('a.txt', A, 'new\n'));
    expect(files[0]).toMatchObject({
      previous: { hash: hashOf(Buffer.from(A)), totalLines: 3 },
      revision: { content: { hash: hashOf(Buffer.from('new\n')) } },
      ranges: [{ range: inclusive(1, 1), hash: hashOf(Buffer.from('new\n')) }],
    });
  });

  test('that leaves the bytes as they are is no change', async () => {
    const store = twoFiles();
    const before = store.bytes('a.txt');
    const { files, changeId } = await commit(store, replace('a.txt', A, A));
    expect(files).toMatchObject([{ changed: false, ranges: [{ range: inclusive(1, 1) }] }]);
    expect(changeId).toBeUndefined();
    expect(store.bytes('a.txt')).toBe(before);
  });

  test('is told once, even if the store had to plan it again', async () => {
    const store = twoFiles();
    const { files } = await runChanges(
      partsOf(store),
      [replace('a.txt', A, 'new\n')],
      how,
      (paths, plan) => store.transact(paths, (before) => [...plan(before), ...plan(before)], how),
    );
    expect(files).toHaveLength(1);
  });
});

describe('all or nothing', () => {
  test('three bad hashes in two files give three conflicts', async () => {
    const stale = replace('b.txt', 'old\n', 'new\n');
    const wrong = {
      ...replace('a.txt', A, 'new\n').expect,
      ranges: [lines(1, 1, '1\n'), lines(3, 3, '3\n')],
    };
    const { code, details } = await refused(
      twoFiles(),
      { ...replace('a.txt', A, 'new\n'), expect: wrong },
      stale,
    );
    expect(code).toBe('CONFLICT');
    expect(details).toMatchObject({
      conflicts: [
        { path: 'a.txt', kind: 'range_hash', range: inclusive(1, 1) },
        { path: 'a.txt', kind: 'range_hash', range: inclusive(3, 3) },
        { path: 'b.txt', kind: 'file_hash' },
      ],
    });
  });

  test('a file that is not there refuses the others too', async () => {
    const { code, details } = await refused(
      twoFiles(),
      replace('a.txt', A, 'new\n'),
      replace('gone.txt', 'x\n', 'new\n'),
    );
    expect(code).toBe('FILE_NOT_FOUND');
    expect(details).toEqual({ path: 'gone.txt' });
  });

  test('a revision that is refused refuses the others too', async () => {
    const refusal = new LocklineError('EMPTY_CONTENTS', { path: 'b.txt' });
    const refusing: FileChange = {
      ...replace('b.txt', B, ''),
      revise: () => {
        throw refusal;
      },
    };
    expect(await refused(twoFiles(), replace('a.txt', A, 'new\n'), refusing)).toBe(refusal);
  });
});

describe('create', () => {
  test('never overwrites', async () => {
    const { code, details } = await refused(twoFiles(), create('a.txt', 'new\n'));
    expect(code).toBe('FILE_EXISTS');
    expect(details).toEqual({ path: 'a.txt' });
  });
});

describe('move', () => {
  test('takes the file away here and makes it there', async () => {
    const store = twoFiles();
    const { files } = await commit(store, move('a.txt', 'sub/moved.txt', A));
    expect(files[0]).toMatchObject({
      shown: 'sub/moved.txt',
      movedFrom: 'a.txt',
      action: 'move',
      changed: true,
      previous: { hash: hashOf(Buffer.from(A)) },
    });
    expect(store.bytes('a.txt')).toBeUndefined();
    expect(store.bytes('sub/moved.txt')?.toString()).toBe(A);
  });

  test('may carry new text', async () => {
    const store = twoFiles();
    await commit(store, move('a.txt', 'moved.txt', A, 'new\n'));
    expect(store.bytes('moved.txt')?.toString()).toBe('new\n');
  });

  test('keeps mode and owner: the store is told where the file came from', async () => {
    const store = twoFiles();
    const seen: (string | undefined)[] = [];
    await runChanges(partsOf(store), [move('a.txt', 'moved.txt', A)], how, (paths, plan) =>
      store.transact(
        paths,
        (before) => {
          const next = plan(before);
          seen.push(...next.map(({ from }) => from));
          return next;
        },
        how,
      ),
    );
    const { path } = await store.resolve('a.txt', 'read');
    expect(seen).toEqual([undefined, path]);
  });

  test('never overwrites', async () => {
    const { code, details } = await refused(twoFiles(), move('a.txt', 'b.txt', A));
    expect(code).toBe('FILE_EXISTS');
    expect(details).toEqual({ path: 'b.txt' });
  });

  test('holds its expectation against the file that moves', async () => {
    const stale = await refused(twoFiles(), move('a.txt', 'moved.txt', 'old\n'));
    expect(stale.details).toMatchObject({ conflicts: [{ path: 'a.txt', kind: 'file_hash' }] });
    const gone = await refused(twoFiles(), move('gone.txt', 'moved.txt', A));
    expect(gone.code).toBe('FILE_NOT_FOUND');
  });
});

describe('a file named twice', () => {
  test.each<[string, readonly FileChange[]]>([
    ['as it is', [replace('a.txt', A, '1\n'), replace('a.txt', A, '2\n')]],
    ['in another spelling', [replace('a.txt', A, '1\n'), replace('./a.txt', A, '2\n')]],
    ['as a new path', [move('a.txt', 'c.txt', A), create('c.txt', '2\n')]],
    ['as what is moved', [move('a.txt', 'c.txt', A), remove('a.txt', A)]],
    ['as what is moved onto itself', [move('a.txt', 'a.txt', A)]],
  ])('is refused before anything is locked: %s', async (_, changes) => {
    const run = jest.fn<Run>();
    const work = runChanges(partsOf(twoFiles()), changes, how, run);
    await expect(work).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(run).not.toHaveBeenCalled();
  });
});

describe('a path that is a symbolic link', () => {
  const linked = (store: MemoryStore): MemoryStore => ({
    ...store,
    resolve: async (path, access) => ({
      ...(await store.resolve(path.replace('link', 'a'), access)),
      viaLink: path === 'link.txt',
    }),
  });

  test.each([
    ['delete', remove('link.txt', A)],
    ['move', move('link.txt', 'moved.txt', A)],
  ])('cannot be named by a %s', async (_, change) => {
    const { code, details } = await refused(linked(twoFiles()), change);
    expect(code).toBe('NOT_A_FILE');
    expect(details).toEqual({ path: 'link.txt', found: 'a symbolic link' });
  });

  test('is edited through', async () => {
    const store = twoFiles();
    await commit(linked(store), replace('link.txt', A, 'new\n'));
    expect(store.bytes('a.txt')?.toString()).toBe('new\n');
  });
});
