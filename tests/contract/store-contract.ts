import { afterEach, beforeEach, describe } from '@jest/globals';
import { describeChanges } from './changes.js';
import { describeLaws } from './laws.js';
import { describeList } from './list.js';
import type { Current, OpenStore } from './open-store.js';
import { describePreview } from './preview.js';
import { describeRead } from './read.js';
import { describeRepeats } from './repeats.js';
import { describeResolve } from './resolve.js';
import { describeTransact } from './transact.js';
import { describeVersions } from './versions.js';
import { describeVisit } from './visit.js';

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
    describeList(current);
    describeVisit(current);
    describeTransact(current);
    describePreview(current);
    describeVersions(current);
    describeChanges(current);
    describeRepeats(current);
    describeLaws(make, runs);
  });
}
