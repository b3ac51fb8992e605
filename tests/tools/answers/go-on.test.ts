import { expect, test } from '@jest/globals';
import { inclusive } from '../../../src/core/range.js';
import { goOnLine } from '../../../src/tools/answers/go-on.js';

const rest = (shown: string, ...ranges: readonly (readonly [number, number?])[]) => ({
  shown,
  lines: [],
  object: {},
  rest: ranges.map(([start, end]) => inclusive(start, end)),
});

test('there is no such line if all is shown', () => {
  expect(goOnLine([rest('a.txt')], 600)).toBeUndefined();
});

test('it holds the arguments for the rest, by file', () => {
  const line = goOnLine([rest('a.txt', [5], [9, 12]), rest('b.txt'), rest('c.txt', [1, 3])], 600);
  expect(line).toBe(
    '… cut here; go on with {"files":[{"file_path":"a.txt","ranges":[{"start":5},{"start":9,"end":12}]},{"file_path":"c.txt","ranges":[{"start":1,"end":3}]}]}',
  );
});

test('it gives as many as fit and counts the others', () => {
  const many = Array.from({ length: 100 }, (_, index) => [index + 1, index + 1] as const);
  const line = goOnLine([rest('a.txt', ...many)], 600) ?? '';
  expect(line.length).toBeLessThanOrEqual(600);
  const ranges = line.match(/"start"/g)?.length ?? 0;
  expect(ranges).toBeGreaterThan(5);
  expect(line).toMatch(new RegExp(`, then ${100 - ranges} more ranges$`));
});

test('it does without them where a path alone is too long', () => {
  expect(goOnLine([rest('x'.repeat(700), [1])], 600)).toMatch(/^… cut here; 1 ranges? /);
});
