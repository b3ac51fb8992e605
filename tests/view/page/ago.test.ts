import { expect, test } from '@jest/globals';
import { agoText, spanText } from '../../../src/view/page/ago.js';

test.each([
  [-5000, 'now', '0 s'],
  [0, 'now', '0 s'],
  [1999, 'now', '1 s'],
  [2000, '2 s ago', '2 s'],
  [59_999, '59 s ago', '59 s'],
  [60_000, '1 min ago', '1 min'],
  [3_599_999, '59 min ago', '59 min'],
  [7_200_000, '2 h ago', '2 h'],
  [3 * 86_400_000, '3 d ago', '3 d'],
])('%d ms', (ms, ago, span) => {
  expect([agoText(ms), spanText(ms)]).toEqual([ago, span]);
});
