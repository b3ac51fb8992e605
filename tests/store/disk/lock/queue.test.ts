import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../support/fast-check.js';
import { createQueue } from '../../../../src/store/disk/lock/queue.js';

const patient = new AbortController().signal;
/** Lets all that waits for promises only go on. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the first comes in at once, the next when he has left', async () => {
  const queue = createQueue();
  const leave = await queue.enter('a', patient);
  let isIn = false;
  const next = queue.enter('a', patient).then((leaveNext) => {
    isIn = true;
    leaveNext?.();
  });
  await settle();
  expect(isIn).toBe(false);
  leave?.();
  await next;
  expect(isIn).toBe(true);
});

test('whoever does not wait comes in only where nobody is', async () => {
  const queue = createQueue();
  const leave = queue.enterFree('a');
  expect(leave).toBeDefined();
  expect(queue.enterFree('a')).toBeUndefined();
  const next = queue.enter('a', patient);
  leave?.();
  expect(queue.enterFree('a')).toBeUndefined();
  (await next)?.();
  await settle();
  expect(queue.enterFree('a')).toBeDefined();
});

test('different keys do not wait for one another', async () => {
  const queue = createQueue();
  await queue.enter('a', patient);
  expect(await queue.enter('b', patient)).toBeDefined();
});

describe('a caller that gives up', () => {
  test('does not come in, and does not hold up those behind him', async () => {
    const queue = createQueue();
    const leave = await queue.enter('a', patient);
    const impatient = new AbortController();
    const second = queue.enter('a', impatient.signal);
    const third = queue.enter('a', patient);
    impatient.abort();
    expect(await second).toBeUndefined();
    leave?.();
    expect(await third).toBeDefined();
  });

  test('before he came is not let in, even where nobody is', async () => {
    expect(await createQueue().enter('a', AbortSignal.abort())).toBeUndefined();
  });

  test('does not let those behind him pass the one before him', async () => {
    const queue = createQueue();
    const leave = await queue.enter('a', patient);
    const impatient = new AbortController();
    void queue.enter('a', impatient.signal);
    let isIn = false;
    const third = queue.enter('a', patient).then(() => {
      isIn = true;
    });
    impatient.abort();
    await settle();
    expect(isIn).toBe(false);
    leave?.();
    await third;
  });
});

test('for each key all come in one at a time, in the order in which they came', async () => {
  const caller = fc.record({
    key: fc.constantFrom('a', 'b'),
    stays: fc.nat(3),
    givesUp: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(caller, { maxLength: 12 }), async (callers) => {
      const queue = createQueue();
      const inside = new Map<string, number>();
      const entered: number[] = [];
      const abort = new AbortController();
      await Promise.all(
        callers.map(async ({ key, stays, givesUp }, index) => {
          const leave = await queue.enter(key, givesUp ? abort.signal : patient);
          if (leave === undefined) return;
          inside.set(key, (inside.get(key) ?? 0) + 1);
          expect(inside.get(key)).toBe(1);
          entered.push(index);
          for (let turn = 0; turn < stays; turn += 1) await settle();
          if (index === 0) abort.abort();
          inside.set(key, 0);
          leave();
        }),
      );
      for (const wanted of ['a', 'b']) {
        const order = entered.filter((index) => callers[index]?.key === wanted);
        expect(order).toEqual(order.toSorted((one, other) => one - other));
      }
      const patientOnes = callers.flatMap(({ givesUp }, index) => (givesUp ? [] : [index]));
      expect(entered).toEqual(expect.arrayContaining(patientOnes));
    }),
    { numRuns: 100 },
  );
});
