import { expect, test } from '@jest/globals';
import { createFakeClock } from '../../../support/fake-clock.js';
import { faulty } from '../../../support/faulty-fs.js';
import { createMachines, openStore } from '../../../support/machines.js';
import { change, ROOT } from '../../../support/scenarios.js';
import { createSimFs } from '../../../support/sim-fs.js';

// Some file systems (btrfs, overlayfs) give a device another number at each start of the machine or of the
// container. What a crash left half done is undone all the same.

test.each(['a', 's/b'])('with other device numbers %s is recovered all the same', async (next) => {
  const clock = createFakeClock();
  const machines = createMachines(clock);
  const sim = createSimFs({ clock });
  sim.put({ '/w/a': 'old\n', '/w/s/b': 'old\n' });
  const dying = machines.start(
    faulty(sim.process().fs, ({ name, args }) =>
      name === 'rename' && String(args[1]).endsWith('/b')
        ? { kind: 'crash', when: 'before' }
        : undefined,
    ).fs,
  );
  await change(openStore(ROOT, dying), { a: 'new\n', 's/b': 'new\n' }).catch(() => undefined);
  dying.die();
  expect(sim.tree('/w')).toMatchObject({ a: 'new\n', 's/b': 'old\n' });

  const records = Object.entries(sim.tree('/w')).filter(([path]) => path.includes('/part-'));
  expect(records).toHaveLength(2);
  for (const [path, text] of records)
    sim.put({ [`/w/${path}`]: text.replaceAll(/"dev":"\d+"/g, '"dev":"4711"') });

  await change(openStore(ROOT, machines.start(sim.process().fs)), { [next]: 'newer\n' });
  expect(sim.tree('/w')).toMatchObject({ a: 'old\n', 's/b': 'old\n', [next]: 'newer\n' });
  expect(Object.keys(sim.tree('/w')).filter((path) => path.includes('part-'))).toEqual([]);
});
