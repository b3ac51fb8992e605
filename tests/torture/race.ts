import { startRemote, type Run } from '../support/sim/remote.js';
import type { SimFs } from '../support/sim-fs.js';
import { examine, newReport, Violation, type CampaignOptions, type Report } from './campaign.js';
import { clock } from './crashes.js';
import { certain, stepsOf, wordOf, type Ending } from './ending.js';
import { endingOf, identity, judge, type Patience, type Racer } from './racer.js';
import { afterCrashes, untouched, type Start } from './starts.js';

/*
 * Two processes change the same files. A stops in one of its calls, B runs until it stops in one of its own, A
 * goes on to its end, then B. In a duel each waits long enough to take the other for dead. In a contest for
 * what a third process has left by dying nobody waits so long, so nobody who is alive may lose a lock.
 */

export interface RaceOptions extends CampaignOptions {
  /** The module `tasks.ts`, bundled. */
  readonly program: string;
  /** Every how many calls A and B stop; 1 = in each. */
  readonly stride: number;
  readonly secondStride: number;
}

export interface ContestOptions extends RaceOptions {
  /** Every how many of the states that a dead process can leave are taken. */
  readonly crashStride: number;
}

/** Both find the files untouched, and each may take over from the other. */
export async function duel(options: RaceOptions): Promise<Report> {
  const starts = options.scenarios.map((scenario, index) =>
    untouched(scenario, index % 2 === 0 ? 'fresh' : 'settled'),
  );
  return raceAll(starts, 'long', options);
}

/** Both find what a dead process has left, and neither may disturb the other. */
export async function contest(options: ContestOptions): Promise<Report> {
  const { scenarios, crashStride } = options;
  const starts = await Promise.all(scenarios.map((one) => afterCrashes(one, crashStride)));
  return raceAll(starts.flat(), 'short', options);
}

const [A, B] = [2, 3];

interface Race {
  readonly start: Start;
  readonly patience: Patience;
  readonly racers: readonly [Racer, Racer];
}

async function raceAll(
  starts: readonly Start[],
  patience: Patience,
  options: RaceOptions,
): Promise<Report> {
  const report = newReport(options);
  const racers = [startRemote(options.program), startRemote(options.program)] as const;
  try {
    for (const [salt, start] of starts.entries())
      await raceFrom({ start, patience, racers }, { ...options, salt }, report);
  } finally {
    await Promise.all(racers.map((racer) => racer.close()));
  }
  return report;
}

/** All stops of A and B, as far as they get. */
async function raceFrom(
  race: Race,
  { stride, secondStride, salt }: RaceOptions & { readonly salt: number },
  report: Report,
): Promise<void> {
  let hasStopped = { a: true, b: true };
  for (let k = 1 + (salt % stride); hasStopped.a; k += stride) {
    hasStopped.b = true;
    for (let j = 1 + ((k + salt) % secondStride); hasStopped.a && hasStopped.b; j += secondStride) {
      const label = `${race.start.label}, A stops in call ${String(k)}, B in ${String(j)}`;
      await examine(report, label, async () => {
        const sim = race.start.disk();
        const [a, b] = begin(race, sim);
        hasStopped = { a: a.freezeAt(k), b: b.freezeAt(j) };
        return settle(race, sim, [endingOf(a), endingOf(b)]);
      });
    }
  }
}

/** Both begin; neither has made a call. */
function begin({ start, patience, racers }: Race, sim: SimFs): readonly [Run, Run] {
  const names = Object.keys(start.scenario.changes);
  const [one, other] = racers;
  const inputA = { ...identity(A, 'A', start, patience), names };
  const inputB = { ...identity(B, 'B', start, patience), names };
  return [
    one.start({ process: sim.process(), clock }, 'touchOnce', inputA),
    other.start({ process: sim.process(), clock }, 'touchOnce', inputB),
  ];
}

async function settle({ start, patience }: Race, sim: SimFs, endings: readonly Ending[]) {
  const words = endings.map(wordOf);
  const isFair = words.every((word) => word === 'acknowledged' || word === 'BUSY');
  if (patience === 'short' && !isFair)
    throw new Violation(`nobody was stalled, but the answers are ${words.join(' and ')}`);
  // Each answer that leaves open what happened doubles the histories; no race has come to that yet.
  if (endings.some((ending) => certain(ending) === undefined)) throw new Violation('in doubt');
  const answers = words.join(' and ');
  await judge(sim, {
    scenario: start.scenario,
    names: Object.keys(start.scenario.changes),
    histories: start.histories.map((history) => [...history, ...endings.flatMap(stepsOf)]),
    dead: [...start.dead, A, B],
    label: answers,
  });
  return answers;
}
