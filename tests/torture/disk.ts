import type { Clock } from '../../src/store/disk/clock.js';
import type { FakeClock } from '../support/fake-clock.js';
import { onDisk, ROOT, type Files, type Scenario } from '../support/scenarios.js';
import { createSimFs, type SimFs } from '../support/sim-fs.js';
import { Violation } from './campaign.js';
import { assertSound, assertSweepable, isOfHistory } from './past.js';

/** A disk with the files that a scenario begins with. */
export function diskOf({ before }: Scenario, clock: FakeClock): SimFs {
  const sim = createSimFs({ clock });
  sim.put({ [`${ROOT}/`]: '', ...onDisk(before) });
  return sim;
}

/** The files as any program sees them now. */
export function visible(sim: SimFs, names: readonly string[]): Files {
  const tree = sim.tree(ROOT);
  return Object.fromEntries(names.map((name) => [name, tree[name]]));
}

export function isSame(one: Files, other: Files, names: readonly string[]): boolean {
  return names.every((name) => one[name] === other[name]);
}

/** Throws if anything of Lockline's is left beside the files but a history, which must be sound. */
export async function assertTidy(sim: SimFs, clock: Clock): Promise<void> {
  const left = Object.keys(sim.tree(ROOT)).filter(
    (path) => path.includes('lockline') && !isOfHistory(path),
  );
  if (left.length > 0) throw new Violation(`left behind: ${left.join(', ')}`);
  assertSound(sim);
  await assertSweepable(sim, clock);
}
