import type { Scenario, Steps } from '../support/scenarios.js';
import type { SimFs } from '../support/sim-fs.js';
import { clock, crashesOf, select, type Selection } from './crashes.js';
import { diskOf } from './disk.js';

/** A disk that processes meet. */
export interface Start {
  readonly scenario: Scenario;
  /** A copy of its own for each who asks. */
  readonly disk: () => SimFs;
  /** How the files came to be so, as far as one can know: one of these is true. */
  readonly histories: readonly (readonly Steps[])[];
  /** Processes that have died. */
  readonly dead: readonly number[];
  readonly label: string;
}

/** Old enough for a change to show in the time stamps. */
const SETTLED_MS = 1000;

/** The files as a scenario has them, just written or long since. */
export function untouched(scenario: Scenario, age: 'fresh' | 'settled'): Start {
  const sim = diskOf(scenario, clock);
  clock.advance(SETTLED_MS);
  return {
    scenario,
    disk: () => (age === 'fresh' ? diskOf(scenario, clock) : sim.fork()),
    histories: [[]],
    dead: [],
    label: `${scenario.name}, ${age}`,
  };
}

/** The files as they are when a process has died making the change set. */
export async function afterCrashes(
  scenario: Scenario,
  selection: Selection,
): Promise<readonly Start[]> {
  const { before, changes } = scenario;
  const steps: Steps = Object.fromEntries(
    Object.keys(changes).map((name) => [name, { before: before[name], after: changes[name] }]),
  );
  const crashes = await crashesOf(scenario);
  return select(crashes, selection).map(({ sim, told, label }) => ({
    scenario,
    disk: () => sim.fork(),
    histories: Object.keys(told).length > 0 ? [[steps]] : [[], [steps]],
    dead: [1],
    label: `${scenario.name}: ${label}`,
  }));
}
