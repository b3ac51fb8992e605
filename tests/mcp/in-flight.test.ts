import { expect, test } from '@jest/globals';
import { createInFlight } from '../../src/mcp/in-flight.js';

const never = new AbortController().signal;

/** A call that ends when told to give up, or when `end` is called. */
function call() {
  const events: string[] = [];
  let end: () => void = () => undefined;
  const work = (signal: AbortSignal) =>
    new Promise<string>((resolve) => {
      end = () => {
        resolve('done');
      };
      const giveUp = () => {
        events.push('told');
        resolve('given up');
      };
      if (signal.aborted) giveUp();
      signal.addEventListener('abort', giveUp);
    });
  return {
    work,
    events,
    end: () => {
      end();
    },
  };
}

test('a call gives what it resolves to', async () => {
  const calls = createInFlight();
  expect(await calls.run(never, () => Promise.resolve(7))).toBe(7);
});

test('a call that fails fails for its caller only', async () => {
  const calls = createInFlight();
  await expect(calls.run(never, () => Promise.reject(new RangeError('no')))).rejects.toThrow('no');
  await calls.drain(0);
});

test('the caller can give up, also before the call begins', async () => {
  const calls = createInFlight();
  const caller = new AbortController();
  const running = calls.run(caller.signal, call().work);
  caller.abort();
  expect(await running).toBe('given up');
  expect(await calls.run(caller.signal, call().work)).toBe('given up');
});

test('draining waits for a call that ends in time, without a word', async () => {
  const calls = createInFlight();
  const { work, events, end } = call();
  const running = calls.run(never, work);
  const drained = calls.drain(10_000);
  end();
  await drained;
  expect([await running, events]).toEqual(['done', []]);
});

test('a call that does not end is told to give up after the grace, and waited for', async () => {
  const calls = createInFlight();
  const { work, events } = call();
  const running = calls.run(never, work);
  await calls.drain(5);
  expect([await running, events]).toEqual(['given up', ['told']]);
});
