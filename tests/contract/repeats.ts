import { describe, expect, test } from '@jest/globals';
import type { Meaning } from '../../src/core/change.js';
import { give, hashText, move, pathOf } from './history-steps.js';
import type { Current, OpenStore } from './open-store.js';
import { contentOf, patient } from './steps.js';

/** The step from one text to another, as it is meant. */
function step(base: string, result: string): Meaning {
  return { base: hashText(base), result: hashText(result) };
}

async function repeated(open: OpenStore, name: string, meant: Meaning) {
  return open.store.history.repeated(await pathOf(open, name), meant);
}

/** Gives a file a text that comes of a change which meant another version. */
async function rebase(open: OpenStore, name: string, text: string, meant: Meaning) {
  const path = await pathOf(open, name);
  const next = { path, content: contentOf(text), action: 'patch', meant } as const;
  return open.store.transact([path], () => [next], patient);
}

export function describeRepeats(current: Current): void {
  describe('a change that means the same as another', () => {
    test('is known since the file was last the version meant', async () => {
      const open = current();
      await give(open, { 'a.txt': '0' });
      const id = await give(open, { 'a.txt': '1' });
      expect(id).toBeDefined();
      expect(await repeated(open, 'a.txt', step('0', '1'))).toBe(id);
      await give(open, { 'a.txt': '2' });
      expect(await repeated(open, 'a.txt', step('0', '1'))).toBe(id);
      await give(open, { 'a.txt': '0' });
      await give(open, { 'a.txt': '3' });
      expect(await repeated(open, 'a.txt', step('0', '1'))).toBeUndefined();
    });

    test('is unknown once the version meant is there again', async () => {
      const open = current();
      for (const text of ['0', '1', '0']) await give(open, { 'a.txt': text });
      expect(await repeated(open, 'a.txt', step('0', '1'))).toBeUndefined();
      for (const text of ['1', '1 tail']) await give(open, { 'a.txt': text });
      expect(await repeated(open, 'a.txt', step('1', '0'))).toBeUndefined();
    });

    test('is known by what was meant, where it was rebased', async () => {
      const open = current();
      await give(open, { 'a.txt': '0' });
      await give(open, { 'a.txt': '0 theirs' });
      const id = await rebase(open, 'a.txt', '1 theirs', step('0', '1'));
      expect(await repeated(open, 'a.txt', step('0', '1'))).toBe(id);
      expect(await repeated(open, 'a.txt', step('0 theirs', '1 theirs'))).toBeUndefined();
      const [change] = await open.store.history.changes({ limit: 1 });
      expect(change?.files[0]?.meant).toEqual(step('0', '1'));
    });

    test('is one of the same file, under the name that it has or had', async () => {
      const open = current();
      await give(open, { 'a.txt': '0', 'b.txt': '0' });
      await give(open, { 'b.txt': '1' });
      expect(await repeated(open, 'a.txt', step('0', '1'))).toBeUndefined();
      const moved = await move(open, 'a.txt', 'c.txt', '1');
      expect(await repeated(open, 'a.txt', step('0', '1'))).toBe(moved);
      expect(await repeated(open, 'c.txt', step('0', '1'))).toBe(moved);
    });

    test('is unknown where there is no history, or another was made', async () => {
      const open = current();
      expect(await repeated(open, 'a.txt', step('0', '1'))).toBeUndefined();
      await give(open, { 'a.txt': '0' });
      await give(open, { 'a.txt': '2' });
      expect(await repeated(open, 'a.txt', step('0', '1'))).toBeUndefined();
    });
  });
}
