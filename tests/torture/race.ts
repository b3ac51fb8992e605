import type { Scenario } from '../support/scenarios.js';
import { startRemote, type Run } from '../support/sim/remote.js';
import type { SimFs } from '../support/sim-fs.js';
import { examine, newReport, Violation, type CampaignOptions, type Report } from './campaign.js';
import { clock, type Selection } from './crashes.js';
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
  /** The names of the calls in which A stops; any if not given. */
  readonly calls?: readonly string[];
  /** The same for B. */
  readonly secondCalls?: readonly string[];
}

export interface ContestOptions extends RaceOptions {
  /** Which of the states that a dead process can leave are taken. */
  readonly crashes: Selection;
}

/** Both find the files untouched, and each may take over from the other. */
export async function duel(options: RaceOptions): Promise<Report> {
  const races = options.scenarios.map((scenario, index): Race => {
    const start = untouched(scenario, index % 2 === 0 ? 'fresh' : 'settled');
    const all = Object.keys(scenario.changes);
    return { start, patience: 'long', names: [all, all], task: 'advanceOnce' };
  });
  return raceAll(races, options);
}

/** Both find what a dead process has left, and neither may disturb the other. */
export async function contest(options: ContestOptions): Promise<Report> {
  const { scenarios, crashes } = options;
  const starts = await Promise.all(scenarios.map((one) => afterCrashes(one, crashes)));
  const races = starts.flat().flatMap((start) =>
    sharesOf(start.scenario).map((names): Race => ({
      start,
      patience: 'short',
      names,
      task: 'touchOnce',
    })),
  );
  return raceAll(races, options);
}

const [A, B] = [2, 3];

interface Race {
  readonly start: Start;
  readonly patience: Patience;
  /** The files that A and B change. */
  readonly names: Shares;
  /** Whether A makes the scenario's change set or, as B does, each file one mark longer. */
  readonly task: 'advanceOnce' | 'touchOnce';
}

type Shares = readonly [readonly string[], readonly string[]];
type Racers = readonly [Racer, Racer];

/** Both use all files, or each of them another one of those that belong together. */
function sharesOf({ changes }: Scenario): readonly Shares[] {
  const all = Object.keys(changes);
  const shared: Shares = [all, all];
  return all.length === 1 ? [shared] : [shared, [all.slice(0, 1), all.slice(-1)]];
}

async function raceAll(races: readonly Race[], options: RaceOptions): Promise<Report> {
  const report = newReport(options);
  const racers = [startRemote(options.program), startRemote(options.program)] as const;
  try {
    for (const [salt, race] of races.entries())
      await raceOn(race, racers, { ...options, salt, report });
  } finally {
    await Promise.all(racers.map((racer) => racer.close()));
  }
  return report;
}

interface Racing extends RaceOptions {
  readonly salt: number;
  readonly report: Report;
}

/** All stops of A and B, as far as they get. */
async function raceOn(race: Race, racers: Racers, racing: Racing): Promise<void> {
  const { stride, secondStride, calls, secondCalls, salt, report } = racing;
  let hasStopped = { a: true, b: true };
  for (let k = 1 + (salt % stride); hasStopped.a; k += stride) {
    hasStopped.b = true;
    for (let j = 1 + ((k + salt) % secondStride); hasStopped.a && hasStopped.b; j += secondStride) {
      await examine(report, labelOf(race, k, j), async () => {
        const sim = race.start.disk();
        const [a, b] = begin(race, racers, sim);
        hasStopped = { a: a.freezeAt(k, calls), b: b.freezeAt(j, secondCalls) };
        return settle(race, sim, [endingOf(a), endingOf(b)]);
      });
    }
  }
}

function labelOf({ start, names }: Race, k: number, j: number): string {
  const [byA, byB] = names.map((one) => one.join());
  return `${start.label}, A on ${byA} stops in call ${String(k)}, B on ${byB} in ${String(j)}`;
}

/** Both begin; neither has made a call. */
function begin(race: Race, [a, b]: Racers, sim: SimFs): readonly [Run, Run] {
  const { start, patience, names, task } = race;
  const { scenario } = start;
  const inputA = { ...identity(A, 'A', start, patience), scenario, names: names[0] };
  const inputB = { ...identity(B, 'B', start, patience), names: names[1] };
  return [
    a.start({ process: sim.process(), clock }, task, inputA),
    b.start({ process: sim.process(), clock }, 'touchOnce', inputB),
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
