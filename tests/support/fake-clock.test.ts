import { describe, expect, test } from '@jest/globals';
import { createFakeClock } from './fake-clock.js';

const never = new AbortController().signal;

test('stands still by itself', async () => {
  const clock = createFakeClock();
  await new Promise(setImmediate);
  expect(clock.now()).toBe(0);
});

test('is moved by hand, the wall clock with it', () => {
  const clock = createFakeClock();
  const wall = clock.wall();
  clock.advance(250);
  clock.advance(0.5);
  expect(clock.now()).toBe(250.5);
  expect(clock.wall() - wall).toBe(250.5);
});

describe('sleep', () => {
  test('takes virtual time only', async () => {
    const clock = createFakeClock();
    const started = performance.now();
    await clock.sleep(3_600_000, never);
    expect(clock.now()).toBe(3_600_000);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test('ends in the order of time', async () => {
    const clock = createFakeClock();
    const ended: string[] = [];
    const sleeper = async (name: string, ...naps: readonly number[]): Promise<void> => {
      for (const nap of naps) {
        await clock.sleep(nap, never);
        ended.push(`${name} ${String(clock.now())}`);
      }
    };
    await Promise.all([sleeper('a', 30, 30), sleeper('b', 20, 20, 5), sleeper('c', 0)]);
    expect(ended).toEqual(['c 0', 'b 20', 'a 30', 'b 40', 'b 45', 'a 60']);
  });

  test('lets work be done that waits for promises only', async () => {
    const clock = createFakeClock();
    const nap = clock.sleep(1000, never);
    for (let turn = 0; turn < 1000; turn += 1) await Promise.resolve();
    expect(clock.now()).toBe(0);
    await nap;
  });

  test('ends when the clock is moved past its end', async () => {
    const clock = createFakeClock();
    const naps = [clock.sleep(10, never), clock.sleep(20, never)];
    clock.advance(25);
    await Promise.all(naps);
    expect(clock.now()).toBe(25);
  });

  test('ends at once, without an error, when the signal fires', async () => {
    const clock = createFakeClock();
    const controller = new AbortController();
    const nap = clock.sleep(1000, controller.signal);
    controller.abort();
    await nap;
    await clock.sleep(1000, controller.signal);
    expect(clock.now()).toBe(0);
  });
});

test('two clocks over one memory show one time', async () => {
  const clock = createFakeClock();
  const other = createFakeClock(clock.memory);
  clock.advance(5);
  await other.sleep(10, never);
  expect([clock.now(), other.now()]).toEqual([15, 15]);
});
