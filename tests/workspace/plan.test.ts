import { describe, expect, jest, test } from '@jest/globals';
import type { FileChange, Snapshot } from '../../src/core/change.js';
import { asFilePath } from '../../src/core/path.js';
import type { FilePath } from '../../src/core/path.js';
import { planFiles } from '../../src/workspace/plan.js';
import type { KnownBases, Target } from '../../src/workspace/plan.js';
import { create, move, replace, revisionTo } from '../support/changes.js';
import { refusalOf } from '../support/thrown.js';
import { lines, named, snapshot } from '../support/versions.js';

function target(change: FileChange): Target {
  const place = resolved(change.path);
  return { change, place, source: change.from === undefined ? place : resolved(change.from) };
}

function resolved(shown: string) {
  return { path: asFilePath(`/root/${shown}`), shown, viaLink: false };
}

function files(texts: Readonly<Record<string, string>>): ReadonlyMap<FilePath, Snapshot> {
  return new Map(
    Object.entries(texts).map(([name, text]) => [asFilePath(`/root/${name}`), snapshot(text)]),
  );
}

const how = { bases: { find: () => undefined, isMade: () => false }, isUndo: false };

describe('planFiles', () => {
  test('revises nothing while anything conflicts', () => {
    const revise = jest.fn<FileChange['revise']>();
    const good = { ...replace('a.txt', 'a\n', ''), revise };
    const { code } = refusalOf(() =>
      planFiles(
        [target(good), target(replace('b.txt', 'old\n', ''))],
        files({ 'a.txt': 'a\n', 'b.txt': 'b\n' }),
        how,
      ),
    );
    expect(code).toBe('CONFLICT');
    expect(revise).not.toHaveBeenCalled();
  });

  test('revises the version there is, by the name that results show', () => {
    const revise = jest.fn<FileChange['revise']>();
    const before = files({ 'a.txt': 'a\n' });
    planFiles([target({ ...replace('a.txt', 'a\n', ''), revise })], before, how);
    expect(revise.mock.calls).toEqual([[before.get(asFilePath('/root/a.txt')), 'a.txt']]);
  });

  test('revises what moves by the name that the caller read it by', () => {
    const revise = jest.fn<FileChange['revise']>();
    const moved = { ...move('a.txt', 'b.txt', 'a\n'), revise };
    planFiles([target(moved)], files({ 'a.txt': 'a\n' }), how);
    expect(revise.mock.calls[0]?.[1]).toBe('a.txt');
  });

  test('asks the store for nothing where the bytes stay', () => {
    const [same, other] = planFiles(
      [target(replace('a.txt', 'a\n', 'a\n')), target(replace('b.txt', 'b\n', 'c\n'))],
      files({ 'a.txt': 'a\n', 'b.txt': 'b\n' }),
      how,
    );
    expect(same?.next).toEqual([]);
    expect(other?.next).toMatchObject([{ path: '/root/b.txt', content: { size: 2 } }]);
  });
});

describe('a stale change', () => {
  const base = snapshot('a\n');
  const current = files({ 'a.txt': 'b\n' });
  const bases = { ...how.bases, find: () => base };
  const made = { moves: [], meant: base.hash };
  const rebase = jest.fn<NonNullable<FileChange['rebase']>>(() => ({
    ...made,
    revision: revisionTo(['c\n']),
  }));
  const revise = jest.fn<FileChange['revise']>();
  const stale = { ...replace('a.txt', 'a\n', ''), revise, rebase };

  test('is rebased from the version that it means, if that is found', () => {
    const [file] = planFiles([target(stale)], current, { ...how, bases });
    const before = current.get(asFilePath('/root/a.txt'));
    expect(rebase.mock.calls).toEqual([[base, before, 'a.txt']]);
    expect(revise).not.toHaveBeenCalled();
    expect(file).toMatchObject({ before, next: [{ content: { size: 2 } }], rebased: { base } });
  });

  test.each<[string, FileChange, Partial<KnownBases>]>([
    ['that is not found', stale, how.bases],
    ['that cannot be', { ...stale, rebase: () => made }, {}],
    ['that was made already', stale, { isMade: () => true }],
    [
      'whose proof does not hold in that version',
      { ...stale, expect: { ...stale.expect, ranges: [lines(1, 1, 'b\n')] } },
      {},
    ],
  ])('is a conflict: %s', (_, change, rest) => {
    const options = { ...how, bases: { ...bases, ...rest } };
    const { code, details } = refusalOf(() => planFiles([target(change)], current, options));
    expect([code, details]).toMatchObject(['CONFLICT', { conflicts: [{ kind: 'file_hash' }] }]);
  });
});

describe('for an undo, of which nobody named the files', () => {
  const undoing = { ...how, isUndo: true };
  const conflicts = (change: FileChange, texts: Readonly<Record<string, string>>) =>
    refusalOf(() => planFiles([target(change)], files(texts), undoing)).details;

  test('one that is gone is a conflict', () => {
    expect(conflicts(replace('a.txt', 'a\n', ''), {})).toEqual({
      conflicts: [{ path: 'a.txt', kind: 'missing', expected: named('a\n') }],
    });
  });

  test('one that is there again is a conflict', () => {
    const file = { hash: snapshot('x\n').hash, totalLines: 1 };
    const expected = [{ path: 'a.txt', kind: 'absent', expected: '', actual: file.hash, file }];
    expect(conflicts(create('a.txt', 'a\n'), { 'a.txt': 'x\n' })).toEqual({ conflicts: expected });
    expect(conflicts(move('b.txt', 'a.txt', 'b\n'), { 'a.txt': 'x\n', 'b.txt': 'b\n' })).toEqual({
      conflicts: expected,
    });
  });
});

test.each<[string, FileChange, readonly object[]]>([
  ['a patch', replace('a.txt', 'a\n', 'b\n'), [{ encoding: 'latin1' }]],
  [
    'a deletion',
    { ...replace('a.txt', 'a\n', ''), revise: () => undefined },
    [{ encoding: 'latin1' }],
  ],
  ['a move, in its new place', move('a.txt', 'b.txt', 'a\n'), [{}, { encoding: 'latin1' }]],
])('the encoding named for %s is for the log', (_, change, told) => {
  const encodings = (encoding: string) => {
    const plan = planFiles([target({ ...change, encoding })], files({ 'a.txt': 'a\n' }), how);
    return plan.flatMap(({ next }) =>
      next.map((one) => ('encoding' in one ? { encoding: one.encoding } : {})),
    );
  };
  expect(encodings('latin1')).toEqual(told);
  expect(encodings('auto')).toEqual(told.map(() => ({})));
});
