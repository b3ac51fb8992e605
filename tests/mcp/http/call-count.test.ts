import { expect, test } from '@jest/globals';
import { createCallCount } from '../../../src/mcp/http/call-count.js';

test('one agent has a bound of its own, and a place is free again when a call ends', () => {
  const calls = createCallCount();
  const leavers = Array.from({ length: 64 }, () => calls.enter('ada'));
  expect(leavers.every((leave) => leave !== undefined)).toBe(true);
  expect(calls.enter('ada')).toBeUndefined();
  expect(calls.enter('ben')).toBeDefined();
  leavers[0]?.();
  expect(calls.enter('ada')).toBeDefined();
  expect(calls.enter('ada')).toBeUndefined();
});

test('all agents together have one too', () => {
  const calls = createCallCount();
  const places = Array.from({ length: 600 }, (_, n) => calls.enter(`agent ${String(n)}`));
  expect(places.filter((place) => place !== undefined)).toHaveLength(512);
});
