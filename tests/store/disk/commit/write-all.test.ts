import { constants } from 'node:fs';
import { expect, test } from '@jest/globals';
import { fc } from '../../../support/fast-check.js';
import { writeAll } from '../../../../src/store/disk/commit/write-all.js';
import { createFakeClock } from '../../../support/fake-clock.js';
import { faulty } from '../../../support/faulty-fs.js';
import { createSimFs } from '../../../support/sim-fs.js';

test('all slices are written in order, however short each write is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string()), fc.boolean(), async (texts, isShort) => {
      const sim = createSimFs({ clock: createFakeClock() });
      const { fs } = faulty(sim.process().fs, () => (isShort ? { kind: 'short' } : undefined));
      const fd = fs.open('/a', constants.O_WRONLY | constants.O_CREAT);
      await writeAll(
        fs,
        fd,
        texts.map((text) => Buffer.from(text)),
      );
      expect(sim.tree('/')['a']).toBe(texts.join(''));
    }),
  );
});
