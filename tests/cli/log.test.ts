import { expect, test } from '@jest/globals';
import { createLog, type Level } from '../../src/cli/log.js';

function logged(threshold: Level): readonly Record<string, unknown>[] {
  const lines: string[] = [];
  const log = createLog(threshold, (line) => lines.push(line));
  for (const level of ['debug', 'info', 'warn', 'error'] as const) log(level, 'a\nb', { n: 1 });
  expect(lines.every((line) => /^[^\n]+\n$/.test(line))).toBe(true);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test.each([
  ['debug', ['debug', 'info', 'warn', 'error']],
  ['warn', ['warn', 'error']],
  ['error', ['error']],
] as const)('from %s on', (threshold, levels) => {
  expect(logged(threshold).map(({ level }) => level)).toEqual(levels);
});

test('an entry is one line of JSON with its time and facts', () => {
  expect(logged('error')).toEqual([
    { time: expect.stringMatching(/^\d{4}-.*Z$/), level: 'error', message: 'a\nb', n: 1 },
  ]);
});
