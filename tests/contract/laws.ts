import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { fc } from '../support/fast-check.js';
import { hashOf } from '../../src/core/hash.js';
import { isLocklineError } from '../../src/core/errors.js';
import type { OpenStore } from './open-store.js';
import { change, patient, readOne } from './steps.js';
import type { Texts } from './steps.js';

const NAMES = ['a.txt', 'b.txt', 'sub/c.txt', 'sub/deep/d.txt'];

/** A transaction: what is to become of some files, and whether its plan changes its mind at the end. */
interface Step {
  readonly next: Texts;
  readonly fails: boolean;
}

const text = fc.array(fc.constantFrom('x\n', 'é\r\n', '\0', ''), { maxLength: 3 });
const step: fc.Arbitrary<Step> = fc.record({
  next: fc
    .subarray(NAMES, { minLength: 1 })
    .chain((names) =>
      fc.tuple(
        ...names.map((name) => fc.option(text).map((parts) => [name, parts?.join('')] as const)),
      ),
    )
    .map((entries) => Object.fromEntries(entries)),
  fails: fc.boolean(),
});

/** Runs each check on a store of its own. */
async function inStore(
  make: () => Promise<OpenStore>,
  check: (open: OpenStore) => Promise<void>,
): Promise<void> {
  const open = await make();
  try {
    await check(open);
  } finally {
    await open.close();
  }
}

export function describeLaws(make: () => Promise<OpenStore>, runs: number): void {
  describe('laws', () => {
    test('a history of transactions is that of a plain map', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 8 }), (steps) =>
          inStore(make, async (open) => {
            const model = new Map<string, string>();
            for (const one of steps) {
              await runBoth(open, model, one);
              await expectSame(open, model);
            }
          }),
        ),
        { numRuns: runs },
      );
    });

    test('transactions at the same time happen one after the other', async () => {
      const touched = fc.subarray(NAMES, { minLength: 1 });
      await fc.assert(
        fc.asyncProperty(fc.array(touched, { minLength: 2, maxLength: 8 }), (all) =>
          inStore(make, async (open) => {
            await Promise.all(all.map((names, id) => sign(open, names, id)));
            const signatures = await Promise.all(NAMES.map((name) => signed(open, name)));
            for (const [index, ids] of signatures.entries()) {
              const expected = all.flatMap((names, id) =>
                names.includes(NAMES[index] ?? '') ? [id] : [],
              );
              expect(ids.toSorted((a, b) => a - b)).toEqual(expected);
            }
            expect(haveOneOrder(signatures)).toBe(true);
          }),
        ),
        { numRuns: runs },
      );
    });

    test('as many increments at the same time as are asked for are counted', async () => {
      await inStore(make, async (open) => {
        await Promise.all(Array.from({ length: 25 }, () => addOne(open)));
        expect((await open.readBytes('count.txt'))?.toString()).toBe('25');
      });
    });

    test('a read of several files never sees half of a transaction', async () => {
      await inStore(make, async (open) => {
        const names = ['a.txt', 'b.txt'];
        await change(open.store, names, () => ({ 'a.txt': '0', 'b.txt': '0' }));
        const write = async () => {
          for (let turn = 1; turn <= 20; turn += 1) {
            await change(open.store, names, () => ({ 'a.txt': `${turn}`, 'b.txt': `${turn}` }));
          }
        };
        const read = async () => {
          for (let turn = 1; turn <= 100; turn += 1) {
            expect(new Set(await hashesOf(open, names)).size).toBe(1);
            // A read may end without waiting for anything, and then nobody else would get a turn.
            await nextTurn();
          }
        };
        await Promise.all([write(), read()]);
      });
    });
  });
}

async function runBoth(
  { store }: OpenStore,
  model: Map<string, string>,
  { next, fails }: Step,
): Promise<void> {
  const names = Object.keys(next);
  const bug = new Error('planted');
  const work = change(store, names, (before) => {
    expect(before).toEqual(Object.fromEntries(names.map((name) => [name, model.get(name)])));
    if (fails) throw bug;
    return next;
  });
  if (fails) return expect(work).rejects.toBe(bug);
  await work;
  for (const [name, content] of Object.entries(next)) {
    if (content === undefined) model.delete(name);
    else model.set(name, content);
  }
}

async function expectSame(open: OpenStore, model: ReadonlyMap<string, string>): Promise<void> {
  for (const name of NAMES) {
    const expected = model.get(name);
    expect((await open.readBytes(name))?.toString()).toBe(expected);
    if (expected === undefined) continue;
    expect((await readOne(open.store, name)).hash).toBe(hashOf(Buffer.from(expected)));
  }
}

async function addOne({ store }: OpenStore): Promise<void> {
  await change(store, ['count.txt'], (before) => ({
    'count.txt': `${Number(before['count.txt'] ?? 0) + 1}`,
  }));
}

/** Adds a transaction's id to each of its files. */
async function sign({ store }: OpenStore, names: readonly string[], id: number): Promise<void> {
  await change(store, names, (before) =>
    Object.fromEntries(names.map((name) => [name, `${before[name] ?? ''}${id}\n`])),
  );
}

async function signed({ readBytes }: OpenStore, name: string): Promise<readonly number[]> {
  const lines = (await readBytes(name))?.toString().split('\n').slice(0, -1) ?? [];
  return lines.map(Number);
}

/** Whether one order of all transactions explains every file: no circle of before and after. */
function haveOneOrder(signatures: readonly (readonly number[])[]): boolean {
  let left = signatures.filter((ids) => ids.length > 0);
  while (left.length > 0) {
    const first = left
      .map(([id]) => id)
      .find((id) => left.every((ids) => ids.indexOf(id ?? -1) <= 0));
    if (first === undefined) return false;
    left = left.map((ids) => ids.filter((id) => id !== first)).filter((ids) => ids.length > 0);
  }
  return true;
}

async function hashesOf({ store }: OpenStore, names: readonly string[]) {
  const requests = await Promise.all(
    names.map(async (name) => {
      const { path } = await store.resolve(name, 'read');
      return { path, ranges: [], encoding: 'auto' };
    }),
  );
  const answers = await store.read(requests, patient.signal);
  return answers.map((answer) => (isLocklineError(answer) ? answer.code : answer.hash));
}
