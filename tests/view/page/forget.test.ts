import { expect, test } from '@jest/globals';
import { forgetOldest } from '../../../src/view/page/forget.js';

test('what was put in first goes first, and no more than must', () => {
  const map = new Map(['a', 'b', 'c', 'd'].map((key) => [key, 1]));
  forgetOldest(map, 4);
  expect(map.size).toBe(4);
  forgetOldest(map, 2);
  expect([...map.keys()]).toEqual(['c', 'd']);
  forgetOldest(map, 0);
  expect(map.size).toBe(0);
});
