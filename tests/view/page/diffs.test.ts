import { expect, test } from '@jest/globals';
import type { ViewDiff } from '../../../src/view/event.js';
import { createDiffs } from '../../../src/view/page/diffs.js';

/** Diffs whose answers come when they are given. */
function asking() {
  const open = new Map<string, (answer: readonly ViewDiff[] | undefined | Error) => void>();
  const asked: string[] = [];
  const told: string[] = [];
  const load = (id: string): Promise<readonly ViewDiff[] | undefined> => {
    asked.push(id);
    return new Promise((resolve, reject) => {
      open.set(id, (answer) => {
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      });
    });
  };
  const diffs = createDiffs(load, (id) => told.push(id));
  return {
    diffs,
    asked,
    told,
    answer: async (id: string, answer: readonly ViewDiff[] | undefined | Error) => {
      open.get(id)?.(answer);
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
  };
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `c${String(index)}`);

test('what is in sight is asked for, four at a time and each once', async () => {
  const { diffs, asked, told, answer } = asking();
  diffs.want(names(6));
  diffs.want(names(6));
  expect(asked).toEqual(['c0', 'c1', 'c2', 'c3']);
  await answer('c1', [{ file_path: 'a', diff: '+x' }]);
  expect([told, asked]).toEqual([['c1'], ['c0', 'c1', 'c2', 'c3', 'c4']]);
  expect(diffs.get('c1')).toEqual([{ file_path: 'a', diff: '+x' }]);
  expect(diffs.get('c0')).toBeUndefined();
});

test('what has gone out of sight before it was asked for is not', async () => {
  const { diffs, asked, answer } = asking();
  diffs.want(names(9));
  diffs.want(['other']);
  await answer('c0', []);
  await answer('c1', []);
  expect(asked).toEqual(['c0', 'c1', 'c2', 'c3', 'other']);
});

test('what the server does not know is not asked again, what it could not answer is', async () => {
  const { diffs, asked, told, answer } = asking();
  diffs.want(['a', 'b']);
  await answer('a', undefined);
  await answer('b', new Error('gone'));
  expect([diffs.get('a'), diffs.get('b'), told]).toEqual(['unknown', undefined, ['a']]);
  diffs.want(['a', 'b']);
  expect(asked).toEqual(['a', 'b', 'b']);
});

test('only so many are kept', async () => {
  const { diffs, answer } = asking();
  for (const id of names(401)) {
    diffs.want([id]);
    await answer(id, []);
  }
  expect([diffs.get('c0'), diffs.get('c1')]).toEqual([undefined, []]);
});
