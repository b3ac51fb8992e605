import { describe, expect, test } from '@jest/globals';
import { everyChoice, seeded } from './choose.js';

describe('everyChoice', () => {
  test('goes through all sequences, also where one choice depends on another', () => {
    const all = everyChoice((choose) => {
      const first = choose(3);
      return first === 1 ? [first, choose(2)] : [first];
    });
    expect([...all]).toEqual([[0], [1, 0], [1, 1], [2]]);
  });

  test('runs once where there is nothing to choose', () => {
    expect([...everyChoice(() => 'only')]).toEqual(['only']);
    expect([...everyChoice((choose) => choose(1))]).toEqual([0]);
  });

  test('takes the first, the middle and the last of many', () => {
    expect([...everyChoice((choose) => choose(101))]).toEqual([0, 50, 100]);
  });
});

describe('seeded', () => {
  test('repeats itself', () => {
    const draws = (seed: number): readonly number[] => {
      const choose = seeded(seed);
      return Array.from({ length: 50 }, () => choose(10));
    };
    expect(draws(7)).toEqual(draws(7));
    expect(draws(7)).not.toEqual(draws(8));
  });

  test('gives every possibility, and of one none but the first', () => {
    const seen = Array.from({ length: 300 }, (_, seed) => {
      const choose = seeded(seed);
      return [choose(4), choose(4), choose(4)];
    });
    expect(new Set(seen.flat())).toEqual(new Set([0, 1, 2, 3]));
    expect(Array.from({ length: 50 }, (_, seed) => seeded(seed)(1))).toEqual(Array(50).fill(0));
  });
});
