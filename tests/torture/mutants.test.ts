import { describe, expect, test } from '@jest/globals';
import { runSlice } from './mutants/mutant.js';
import { mutants } from './mutants/mutants.js';

/*
 * The campaigns have teeth: with a fault in the protocol each finds something, and without one nothing.
 */

const isLong = process.env['LOCKLINE_TORTURE'] === 'long';
const TIMEOUT_MS = 600_000;
const slices = Array.from(new Set(mutants.map(({ slice }) => slice)));

// Minutes of work: `npm run torture` does it, `npm test` says that it is left out.
const describeLong = isLong ? describe : describe.skip;

describeLong('without a fault', () => {
  test.concurrent.each(slices)(
    'the slice %s finds nothing',
    async (slice) => {
      const { points, violations } = await runSlice({ slice }, isLong);
      expect(violations).toEqual([]);
      expect(points).toBeGreaterThan(10);
    },
    TIMEOUT_MS,
  );
});

describeLong('it is found that', () => {
  test.concurrent.each(mutants)(
    '$name',
    async (mutant) => {
      const { violations } = await runSlice({ slice: mutant.slice, mutant }, isLong);
      expect(violations).not.toEqual([]);
    },
    TIMEOUT_MS,
  );
});
