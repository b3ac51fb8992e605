import { describe, expect, test } from '@jest/globals';
import type { ViewChange } from '../../../src/view/event.js';
import { createChanges } from '../../../src/view/page/changes.js';

const change = (change_id: string, about: Partial<ViewChange> = {}): ViewChange => ({
  change_id,
  time: 1,
  agent: 'ada',
  tool: 'replace_text',
  files: [{ file_path: `${change_id}.txt`, action: 'patch' }],
  ...about,
});
const ids = (changes: readonly ViewChange[]) => changes.map(({ change_id }) => change_id);

test('changes are known once, the newest first', () => {
  const changes = createChanges();
  expect(ids(changes.add([change('a'), change('b')]))).toEqual(['a', 'b']);
  expect(ids(changes.add([change('b'), change('c')]))).toEqual(['c']);
  expect(ids(changes.all())).toEqual(['c', 'b', 'a']);
  expect(changes.get('b')?.change_id).toBe('b');
  expect(changes.get('z')).toBeUndefined();
});

test('the oldest are forgotten', () => {
  const changes = createChanges(3);
  changes.add(['a', 'b', 'c', 'd', 'e'].map((id) => change(id)));
  expect(ids(changes.all())).toEqual(['e', 'd', 'c']);
});

test('a change that was taken back is marked, also in the list', () => {
  const changes = createChanges();
  changes.add([change('a'), change('b')]);
  changes.add([change('u', { undoes: 'a' })]);
  expect(changes.get('a')?.undone_by).toBe('u');
  expect(changes.all().map(({ undone_by }) => undone_by)).toEqual([undefined, undefined, 'u']);
  changes.add([change('v', { undoes: 'long-gone' })]);
});

test('an undo that is taken back leaves what it took back in force', () => {
  const changes = createChanges();
  changes.add([
    change('a', { undone_by: 'u' }),
    change('u', { undoes: 'a', undone_by: 'v' }),
    change('v', { undoes: 'u' }),
  ]);
  const undoneBy = () => ['a', 'u', 'v'].map((id) => changes.get(id)?.undone_by);
  expect(undoneBy()).toEqual([undefined, 'v', undefined]);
  changes.add([change('w', { undoes: 'v' })]);
  expect(undoneBy()).toEqual(['u', undefined, 'w']);
});

describe('a filter', () => {
  const changes = createChanges();
  changes.add([
    change('a', { agent: 'Ben' }),
    change('b', { files: [{ file_path: 'src/Main.py', action: 'patch' }] }),
    change('c', { files: [{ file_path: 'x', action: 'move', previous_path: 'src/old.py' }] }),
  ]);
  test.each([
    ['', ['c', 'b', 'a']],
    ['  ', ['c', 'b', 'a']],
    ['ben', ['a']],
    ['.PY', ['c', 'b']],
    ['old', ['c']],
    ['nothing', []],
  ])('%j', (text, expected) => {
    expect(ids(changes.matching(text))).toEqual(expected);
  });
});
