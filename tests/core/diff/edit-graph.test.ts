import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { pairsAlong, searchGraph, UNPAIRED } from '../../../src/core/diff/edit-graph.js';
import type { Preference } from '../../../src/core/diff/edit-graph.js';
import { anyText, bestAlignments } from './aligning.js';
import type { Alignment } from './aligning.js';

function codes(text: string): Int32Array {
  return Int32Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
}

/** The pairs along one shortest way from a text to another. */
function pairs(from: string, to: string, preference: Preference): Alignment | undefined {
  const graph = searchGraph(codes(from), codes(to));
  if (graph === undefined) return undefined;
  return Array.from(pairsAlong(graph, preference), (index) =>
    index === UNPAIRED ? undefined : index,
  );
}

describe('pairsAlong', () => {
  test('is a best alignment by either preference', () => {
    fc.assert(
      fc.property(anyText(10), anyText(10), (from, to) => {
        const all = bestAlignments(from, to);
        expect(all).toContainEqual(pairs(from, to, 'insert'));
        expect(all).toContainEqual(pairs(from, to, 'delete'));
      }),
      { numRuns: 500 },
    );
  });

  test('makes the preferred edit as late as it can be', () => {
    expect(pairs('abb', 'abbb', 'insert')).toEqual([0, 1, 2]);
    expect(pairs('abbb', 'abb', 'delete')).toEqual([0, 1, 2, undefined]);
    expect(pairs('ab', 'ba', 'insert')).toEqual([undefined, 0]);
    expect(pairs('ab', 'ba', 'delete')).toEqual([1, undefined]);
  });
});

describe('searchGraph', () => {
  test('finds as many edits as a shortest way has', () => {
    const count = (from: string, to: string) =>
      (searchGraph(codes(from), codes(to))?.reach.length ?? 0) - 1;
    expect(count('', '')).toBe(0);
    expect(count('abc', 'abc')).toBe(0);
    expect(count('abcabba', 'cbabac')).toBe(5);
    expect(count('', 'abc')).toBe(3);
  });

  test('gives up a way of more than 4,000 edits', () => {
    const rising = Int32Array.from({ length: 4000 }, (_, index) => index);
    const isFound = (to: readonly number[]) =>
      searchGraph(rising, Int32Array.from(to)) !== undefined;
    expect(isFound([])).toBe(true);
    expect(isFound([-1])).toBe(false);
  });

  test('gives up fewer edits between long runs of equal items', () => {
    const marked = (every: number, length: number) =>
      Int32Array.from({ length }, (_, index) => (index % every === 0 ? 1 : 0));
    const isFound = (length: number) =>
      searchGraph(marked(600, length), marked(571, length)) !== undefined;
    expect(isFound(100_000)).toBe(true);
    expect(isFound(1_000_000)).toBe(false);
  });
});
