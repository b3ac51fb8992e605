import { expect, test } from '@jest/globals';
import { describeDeparture, departureText } from '../../../src/core/messages/departure-text.js';

const departure = { changeId: 'k7m2q', agent: 'codex', isCaller: false, ageMs: 3000 };

test('a file that was moved is told by its place', () => {
  const moved = { ...departure, movedTo: 'b.txt' };
  expect(departureText(moved)).toBe('codex moved it to b.txt 3 s ago, in change k7m2q');
  expect(describeDeparture('a.txt', moved)).toEqual({
    message: 'a.txt does not exist any more: codex moved it to b.txt 3 s ago, in change k7m2q.',
    hint: expect.stringContaining('b.txt'),
  });
});

test('a file that was deleted is told by the change that did it', () => {
  expect(departureText({ ...departure, isCaller: true })).toBe(
    'you deleted it 3 s ago, in change k7m2q',
  );
  expect(describeDeparture('a.txt', departure).hint).toContain('undo_edit with change_id "k7m2q"');
});
