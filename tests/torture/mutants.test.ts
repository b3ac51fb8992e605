import { describe, expect, test } from '@jest/globals';
import { createQueue } from '../../src/store/disk/lock/queue.js';
import { runSlice, type Mutant } from './mutants/mutant.js';
import { mutants } from './mutants/mutants.js';
import type { Finding } from './mutants/runner.js';
import type { SliceName } from './mutants/slices.js';

/*
 * The campaigns have teeth: with a fault in the protocol each finds something, and without one nothing.
 */

const isLong = process.env['LOCKLINE_TORTURE'] === 'long';
const TIMEOUT_MS = 1_200_000;
const patient = new AbortController().signal;

/** Two slices run at a time, each in threads of its own. */
const lanes = createQueue();
let runs = 0;

async function inLane(slice: SliceName, mutant?: Mutant): Promise<Finding> {
  runs += 1;
  const leave = await lanes.enter(String(runs % 2), patient);
  try {
    return await runSlice({ slice, ...(mutant && { mutant }) }, isLong);
  } finally {
    leave?.();
  }
}

describe('without a fault', () => {
  const slices = Array.from(new Set(mutants.map(({ slice }) => slice)));
  test.concurrent.each(slices)(
    'the slice %s finds nothing',
    async (slice) => {
      const { points, violations } = await inLane(slice);
      expect(violations).toEqual([]);
      expect(points).toBeGreaterThan(10);
    },
    TIMEOUT_MS,
  );
});

describe('it is noticed when', () => {
  test.concurrent.each(mutants)(
    '$name',
    async (mutant) => {
      const { violations } = await inLane(mutant.slice, mutant);
      expect(violations).not.toEqual([]);
    },
    TIMEOUT_MS,
  );
});
