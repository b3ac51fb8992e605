import { describe, expect, test } from '@jest/globals';
import { conflictsText } from '../../../src/core/messages/conflict-text.js';
import type { Conflict } from '../../../src/core/conflict.js';
import { hashOf } from '../../../src/core/hash.js';
import { inclusive } from '../../../src/core/range.js';

const now = hashOf(Buffer.from('now'));
const then = hashOf(Buffer.from('then'));

describe('conflictsText', () => {
  const conflict = (path: string, rest: Partial<Conflict>): Conflict => ({
    path,
    kind: 'file_hash',
    expected: then,
    actual: now,
    file: { hash: now, totalLines: 12 },
    ...rest,
  });
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
