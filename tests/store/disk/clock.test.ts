import { expect, test } from '@jest/globals';
import { systemClock } from '../../../src/store/disk/clock.js';

const never = new AbortController().signal;

test('a sleep lasts as long as it should', async () => {
  const started = systemClock.now();
  await systemClock.sleep(20, never);
  expect(systemClock.now() - started).toBeGreaterThanOrEqual(19);
});

test('a sleep ends at once, without an error, when the signal fires', async () => {
  const started = systemClock.now();
  const controller = new AbortController();
  const nap = systemClock.sleep(60_000, controller.signal);
  controller.abort();
  await nap;
  await systemClock.sleep(60_000, controller.signal);
  expect(systemClock.now() - started).toBeLessThan(10_000);
});

test('the wall clock is that of people', () => {
  expect(Math.abs(systemClock.wall() - Date.now())).toBeLessThan(1000);
});
