import { describe, expect, test } from '@jest/globals';
import { asFilePath } from '../../src/core/path.js';
import type { History, LoggedChange } from '../../src/store/history.js';
import { noHistory } from '../../src/store/history.js';
import { findMaker } from '../../src/workspace/maker.js';
import { named, snapshot } from '../support/versions.js';

const PATH = asFilePath('/root/a.txt');
const hash = (text: string) => snapshot(text).hash;

/** A log in which each agent in turn, the oldest first, made a text of the one before. */
function logOf(...steps: readonly (readonly [agent: string, from: string, to: string])[]): History {
  const changes = steps.map(([agent, from, to], index): LoggedChange => {
    const file = { path: PATH, shown: 'a.txt', action: 'patch' as const };
    const files = [{ ...file, before: hash(from), after: hash(to) }];
    return { id: `c${index}`, time: 1000 * index, agent, tool: 'tester', files };
  });
  return { ...noHistory, changes: async () => changes.toReversed() };
}

/** Who made the current text, as an agent asks at second 10 that took it for another. */
function find(history: History, meant: string, current: string) {
  const version = { path: PATH, hash: hash(current), meant: named(meant) };
  return findMaker(history, version, { author: 'me', now: 10_000 });
}

describe('who made a version', () => {
  test('is told with when, and how many changes lead to it', async () => {
    const log = logOf(['me', 'a', 'b'], ['codex', 'b', 'c'], ['ada', 'c', 'd']);
    expect(await find(log, 'b', 'd')).toEqual({
      isForgotten: true,
      maker: { agent: 'ada', isCaller: false, time: 2000, ageMs: 8000, changes: 2 },
    });
    expect(await find(log, 'a', 'b')).toMatchObject({ maker: { isCaller: true, changes: 1 } });
  });

  test('is told without the way to it where a program beside Lockline was on that', async () => {
    const log = logOf(['ada', 'a', 'b'], ['ada', 'other', 'd']);
    const { maker } = await find(log, 'a', 'd');
    expect(maker).toEqual({ agent: 'ada', isCaller: false, time: 1000, ageMs: 9000 });
  });

  test('is nobody that is known where such a program made it', async () => {
    expect(await find(logOf(['ada', 'a', 'b']), 'a', 'other')).toEqual({ isForgotten: true });
  });

  test('is nobody without a history', async () => {
    expect(await find(noHistory, 'a', 'b')).toEqual({ isForgotten: false });
  });

  test('is not from the time to come', async () => {
    const late = { path: PATH, hash: hash('b'), meant: named('a') };
    const { maker } = await findMaker(logOf(['ada', 'a', 'b']), late, { author: 'me', now: -5 });
    expect(maker?.ageMs).toBe(0);
  });
});
