import { createFakeClock } from '../support/fake-clock.js';
import { createMachines, openStore, type Machines } from '../support/machines.js';
import { change, ROOT, use, type Files, type Scenario } from '../support/scenarios.js';
import type { SimFs } from '../support/sim-fs.js';
import { everyNth, examine, Violation, type Report } from './campaign.js';
import { deathsOf, type Death, type Distinction } from './deaths.js';
import { assertTidy, diskOf, isSame, visible } from './disk.js';
import { assertLogged, stepsOf } from './past.js';

/** The disk that a dead process has left. */
export interface Crash extends Death {
  readonly scenario: Scenario;
  /** Where the next processes run. */
  readonly machines: Machines;
}

/** Which files are used together, in which order. */
export type Order = readonly (readonly string[])[];

export const clock = createFakeClock();

/** All files at once, one by one, and one by one from the last. */
export function usesOf({ changes }: Scenario): readonly Order[] {
  const names = Object.keys(changes);
  const single = names.map((name) => [name]);
  return names.length === 1 ? [single] : [[names], single, single.toReversed()];
}

/** How process A, which makes the change set, can die. */
export async function crashesOf(
  scenario: Scenario,
  distinction?: Distinction,
): Promise<readonly Crash[]> {
  const machines = createMachines(clock);
  const deaths = await deathsOf(
    { sim: diskOf(scenario, clock), machines },
    async (process, tell) => {
      await change(openStore(ROOT, process), scenario.changes);
      tell(scenario.changes);
    },
    distinction,
  );
  return deaths.map((death) => ({ ...death, scenario, machines, label: `A ${death.label}` }));
}

/** Which crashes are looked at. */
export interface Selection {
  /** Every how many of them; 1 = all. */
  readonly stride: number;
  /** How many are passed over at first. */
  readonly from?: number;
  /** Only those that left a change set which can be seen and was not acknowledged. */
  readonly isUnfinished?: boolean;
}

export function select(
  crashes: readonly Crash[],
  { stride, from = 0, isUnfinished = false }: Selection,
): readonly Crash[] {
  return everyNth(isUnfinished ? crashes.filter(leftUnfinished) : crashes, stride, from);
}

function leftUnfinished({ scenario, sim, told }: Crash): boolean {
  const names = Object.keys(scenario.changes);
  return Object.keys(told).length === 0 && !isSame(visible(sim, names), scenario.before, names);
}

/** How process B, which uses the files after the crash, can die. What it has seen must stay so. */
export async function recoveriesOf(
  crash: Crash,
  order: Order,
  distinction?: Distinction,
): Promise<readonly Crash[]> {
  const { label, machines, scenario } = crash;
  const deaths = await deathsOf(
    { sim: crash.sim.fork(), machines },
    async (process, tell) => {
      tell(crash.told);
      const store = openStore(ROOT, process);
      for (const names of order) tell(await use(store, names));
    },
    distinction,
  );
  return deaths.map((death) => ({
    ...death,
    scenario,
    machines,
    label: `${label}, B ${death.label}`,
  }));
}

/**
 * Lets the next process use all files. What it finds under its locks must be all old or all new and what the
 * dead had told; afterwards nothing of Lockline's may be left.
 */
export async function settle(crash: Crash, order: Order, report: Report): Promise<void> {
  const { scenario, machines, label, told } = crash;
  const names = Object.keys(scenario.changes);
  await examine(report, `${scenario.name}: ${label}, next ${JSON.stringify(order)}`, async () => {
    const sim = crash.sim.fork();
    const before = visible(sim, names);
    const store = openStore(ROOT, machines.start(sim.process().fs));
    const found: Record<string, string | undefined> = {};
    for (const together of order) Object.assign(found, await use(store, together));
    assertKept(told, found);
    assertStill(sim, found);
    await assertTidy(sim, clock);
    const ending = endingOf(scenario, before, found);
    assertLogged(sim, [ending === 'new' ? [stepsOf(scenario)] : []]);
    return ending;
  });
}

function assertKept(told: Files, found: Files): void {
  if (!isSame(told, found, Object.keys(told)))
    throw new Violation(`told was ${JSON.stringify(told)}, found is ${JSON.stringify(found)}`);
}

function assertStill(sim: SimFs, found: Files): void {
  const names = Object.keys(found);
  const seen = visible(sim, names);
  if (!isSame(found, seen, names))
    throw new Violation(`found was ${JSON.stringify(found)}, now is ${JSON.stringify(seen)}`);
}

function endingOf(scenario: Scenario, atCrash: Files, found: Files): 'old' | 'new' | 'undone' {
  const names = Object.keys(scenario.changes);
  if (isSame(found, scenario.changes, names)) return 'new';
  if (!isSame(found, scenario.before, names))
    throw new Violation(`half a change set: ${JSON.stringify(found)}`);
  return isSame(atCrash, scenario.before, names) ? 'old' : 'undone';
}
