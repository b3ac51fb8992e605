import { expect, test } from '@jest/globals';
import { createProgress } from '../../src/mcp/progress.js';

/** What is sent for calls at these times with these numbers. */
function sent(calls: readonly (readonly [ms: number, done: number])[]): readonly number[] {
  const told: number[] = [];
  let time = 0;
  const send = ({ params }: { readonly params: { readonly progress: number } }) => {
    told.push(params.progress);
    return Promise.resolve();
  };
  const progress = createProgress('token', send, () => time);
  for (const [ms, done] of calls) {
    time = ms;
    progress?.(done);
  }
  return told;
}

test('tells now and then, and only what is more', () => {
  const calls = [
    [100, 1],
    [500, 2],
    [700, 3],
    [1000, 3],
    [1200, 2],
    [1600, 3],
    [1700, 4],
  ] as const;
  expect(sent(calls)).toEqual([2, 3, 4]);
});

test('tells nobody who did not ask', () => {
  expect(createProgress(undefined, () => Promise.resolve())).toBeUndefined();
});

test('a client that is gone does no harm', async () => {
  let time = 0;
  const progress = createProgress(
    1,
    () => Promise.reject(new Error('gone')),
    () => time,
  );
  time = 1000;
  progress?.(1);
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(progress).toBeDefined();
});
