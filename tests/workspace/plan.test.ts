import { describe, expect, jest, test } from '@jest/globals';
import type { FileChange, Snapshot } from '../../src/core/change.js';
import { asFilePath } from '../../src/core/path.js';
import type { FilePath } from '../../src/core/path.js';
import { planFiles } from '../../src/workspace/plan.js';
import type { Target } from '../../src/workspace/plan.js';
import { move, replace } from '../support/changes.js';
import { refusalOf } from '../support/thrown.js';
import { snapshot } from '../support/versions.js';

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
