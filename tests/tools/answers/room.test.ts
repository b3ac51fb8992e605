import { expect, test } from '@jest/globals';
import { createRoom } from '../../../src/tools/answers/room.js';

test('takes lines that fit with their line breaks, all or none', () => {
  const room = createRoom(10);
  expect(room.take(['abc', 'de'])).toBe(true);
  expect(room.take(['fg', 'h'])).toBe(false);
  expect(room.lines).toEqual(['abc', 'de']);
});

test('after something did not fit, nothing does: a text has no holes', () => {
  const room = createRoom(5);
  expect(room.take(['too long'])).toBe(false);
  expect(room.take(['a'])).toBe(false);
  expect(room.lines).toEqual([]);
});

test('what fits exactly fits', () => {
  expect(createRoom(4).take(['abc'])).toBe(true);
  expect(createRoom(3).take(['abc'])).toBe(false);
});
