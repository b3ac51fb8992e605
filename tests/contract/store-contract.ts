import { afterEach, beforeEach, describe } from '@jest/globals';
import { describeLaws } from './laws.js';
import type { Current, OpenStore } from './open-store.js';
import { describePreview } from './preview.js';
import { describeRead } from './read.js';
import { describeResolve } from './resolve.js';
import { describeTransact } from './transact.js';

/** What every store promises, whatever it keeps files in. `runs` is how many random histories are tried. */
export function describeStore(
  name: string,
  make: () => Promise<OpenStore>,
  { runs = 50 }: { readonly runs?: number } = {},
): void {
  describe(`contract: ${name}`, () => {
    let open: OpenStore | undefined;
    beforeEach(async () => {
      open = await make();
    });
    afterEach(async () => {
      await open?.close();
    });
    const current: Current = () => {
      if (open === undefined) throw new Error('no store is open');
      return open;
    };
    describeResolve(current);
    describeRead(current);
    describeTransact(current);
    describePreview(current);
    describeLaws(make, runs);
  });
}
