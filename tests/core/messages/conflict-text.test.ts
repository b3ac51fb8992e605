import { describe, expect, test } from '@jest/globals';
import { conflictsText, isAllDone } from '../../../src/core/messages/conflict-text.js';
import type { Conflict } from '../../../src/core/conflict.js';
import { hashOf } from '../../../src/core/hash.js';
import { inclusive } from '../../../src/core/range.js';

const now = hashOf(Buffer.from('now'));
const then = hashOf(Buffer.from('then'));

const conflict = (path: string, rest: Partial<Conflict>): Conflict => ({
  path,
  kind: 'file_hash',
  expected: then,
  actual: now,
  file: { hash: now, totalLines: 12 },
  ...rest,
});

describe('conflictsText', () => {
  const message = (...conflicts: readonly Conflict[]) => conflictsText(conflicts);

  test('each kind has its words', () => {
    const range = inclusive(3, 4);
    const [old, current] = [then.slice(0, 16), now.slice(0, 16)];
    expect(message(conflict('a.txt', { kind: 'range_hash', range }))).toBe(
      `lines 3-4 of a.txt are not those with range_hash ${old} (now ${current}).`,
    );
    expect(message(conflict('a.txt', { kind: 'lines', range, expected: 'x\ny' }))).toContain(
      String.raw`"x\ny"`,
    );
    const one = { kind: 'lines', range: inclusive(3, 3), expected: 'x' } as const;
    expect(message(conflict('a.txt', one))).toBe(
      `line 3 of a.txt is none of those that begin and end as given, "x" (now ${current}).`,
    );
    expect(message(conflict('a.txt', { kind: 'absent' }))).toBe('a.txt exists again.');
    expect(message(conflict('a.txt', { kind: 'missing' }))).toContain('is gone');
  });

  test('who made the version that is there is told, if that is known', () => {
    const by = { agent: 'codex-x2k1', isCaller: false, time: 0, ageMs: 3000 };
    expect(message(conflict('a.txt', { by }))).toBe(
      `a.txt changed since file_hash ${then.slice(0, 16)} (codex-x2k1, 3 s ago).`,
    );
    expect(message(conflict('a.txt', { by: { ...by, changes: 1 } }))).toContain('(codex-x2k1, 3');
    expect(message(conflict('a.txt', { by: { ...by, changes: 4, isCaller: true } }))).toContain(
      '(4 changes, the last by you, 3 s ago)',
    );
  });

  test('lines past the end are told by the length of the file', () => {
    const { actual: _, ...past } = conflict('a.txt', { kind: 'range_hash', range: inclusive(20) });
    expect(message(past)).toContain('it has 12 lines');
  });

  test('several files are named once each, and no more than three', () => {
    const many = ['a.txt', 'b.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'];
    const text = message(...many.map((path) => conflict(path, {})));
    expect(text.match(/\w\.txt/g)).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(text).toContain('and 2 more.');
  });
});

describe('isAllDone', () => {
  const since = { diff: '', moves: [], fits: false };
  const made = conflict('a.txt', { since: { ...since, made: { changeId: 'k1' } } });

  test.each<[string, readonly Conflict[], boolean]>([
    ['all were made', [made, conflict('a.txt', { kind: 'range_hash' })], true],
    ['one was not', [made, conflict('b.txt', { since })], false],
    ['of one it is not known', [made, conflict('b.txt', { since: 'forgotten' })], false],
    [
      'one was taken back',
      [conflict('a.txt', { since: { ...since, made: { undoneBy: 'k2' } } })],
      false,
    ],
    ['no version is stale', [conflict('a.txt', { kind: 'range_hash' })], false],
  ])('%s', (_, conflicts, expected) => {
    expect(isAllDone(conflicts)).toBe(expected);
  });
});
