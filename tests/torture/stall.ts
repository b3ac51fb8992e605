import { touch, type Files, type Scenario, type Steps } from '../support/scenarios.js';
import type { SimProcess } from '../support/sim/process.js';
import { startRemote, type Run } from '../support/sim/remote.js';
import type { Call } from '../support/sim/sync-fs.js';
import type { SimFs } from '../support/sim-fs.js';
import { everyNth, examine, newReport, type CampaignOptions, type Report } from './campaign.js';
import { clock, type Selection } from './crashes.js';
import { watchDeaths, type Death } from './deaths.js';
import { certain, stepsOf, wordOf, type Ending } from './ending.js';
import { endingOf, identity, judge, storeOf, type Racer } from './racer.js';
import { afterCrashes, untouched, type Start } from './starts.js';

/*
 * Process A is frozen in one of its system calls for longer than the stale time. Process B takes over what it
 * needs and completes its own change of the same files. Then A goes on, to its end or to its death in a later
 * call. What was acknowledged must be there, what was not must not, and no file may be left wedged. In the
 * second campaign A is itself one who takes over what a dead process left.
 */

export interface StallOptions extends CampaignOptions {
  /** The module `tasks.ts`, bundled. */
  readonly program: string;
  /** Every how many calls A is frozen; 1 = in each. */
  readonly stride: number;
  /** Only in calls of these names; in any if not given. */
  readonly calls?: readonly string[];
  /** Every how many of its later deaths are looked at; none = A always goes on to its end. */
  readonly deathStride?: number;
}

export interface StalledRecoveryOptions extends StallOptions {
  /** Which of the states that a dead process can leave are taken. */
  readonly crashes: Selection;
}

const [A, B] = [2, 3];

/** A makes a change set and is frozen in the middle of it. */
export async function stall(options: StallOptions): Promise<Report> {
  return withRacer(options, (racer) =>
    options.scenarios.flatMap((scenario, index): Case[] => {
      const start = untouched(scenario, index % 2 === 0 ? 'fresh' : 'settled');
      const input = { ...identity(A, 'A', start), scenario };
      return othersOf(scenario).map((names) => ({
        start,
        names,
        begin: (process) => racer.start({ process, clock }, 'advanceOnce', input),
        textByA: (name, text) =>
          scenario.changes[name] === undefined ? undefined : `${text ?? ''}|A`,
      }));
    }),
  );
}

/** A makes every file of a change set that was cut short one mark longer, and is frozen in the middle of it. */
export async function stallRecovery(options: StalledRecoveryOptions): Promise<Report> {
  const { scenarios, crashes } = options;
  const starts = await Promise.all(scenarios.map((one) => afterCrashes(one, crashes)));
  return withRacer(options, (racer) =>
    starts.flat().map((start) => {
      const names = Object.keys(start.scenario.changes);
      const input = { ...identity(A, 'A', start), names };
      return {
        start,
        names,
        begin: (process) => racer.start({ process, clock }, 'touchOnce', input),
        textByA: (_, text) => `${text ?? ''}|A`,
      };
    }),
  );
}

interface Case {
  readonly start: Start;
  /** The files that B changes. */
  readonly names: readonly string[];
  /** Starts A. */
  readonly begin: (process: SimProcess) => Run;
  /** What A makes of a file's text. */
  readonly textByA: (name: string, text: string | undefined) => string | undefined;
}

async function withRacer(
  options: StallOptions,
  casesOf: (racer: Racer) => readonly Case[],
): Promise<Report> {
  const report = newReport(options);
  const racer: Racer = startRemote(options.program);
  try {
    for (const [salt, one] of casesOf(racer).entries())
      for (const { n } of everyNth(callsOf(one, options.calls), options.stride, salt))
        await stallAt(n, one, { deathStride: options.deathStride, report });
  } finally {
    await racer.close();
  }
  return report;
}

/** The calls that A makes when nobody disturbs it. */
function callsOf({ begin, start }: Case, names: StallOptions['calls']): readonly Call[] {
  const run = begin(start.disk().process());
  endingOf(run);
  return names === undefined ? run.calls : run.calls.filter(({ name }) => names.includes(name));
}

interface Stalling {
  readonly deathStride: number | undefined;
  readonly report: Report;
}

async function stallAt(k: number, one: Case, { deathStride, report }: Stalling): Promise<void> {
  const { start, names, begin } = one;
  const label = `${start.label}, B on ${names.join()}, A froze in call ${String(k)}`;
  const sim = start.disk();
  let byB: Steps = {};
  let deaths: readonly Death[] = [];
  await examine(report, label, async () => {
    const run = begin(sim.process());
    run.freezeAt(k);
    byB = await touch(storeOf(sim, B, start.dead), names, 'B');
    const watched = watchDeaths(sim, { calls: run.calls, told: {} });
    const ending = endingOf(run);
    deaths = watched.stop();
    await judgeCase(sim, one, { byB, ending: certain(ending) });
    return wordOf(ending);
  });
  if (deathStride === undefined) return;
  for (const death of everyNth(deaths.slice(0, -1), deathStride, k)) {
    await examine(report, `${label}, ${death.label}`, async () => {
      await judgeCase(death.sim, one, { byB, ending: undefined });
      return 'died';
    });
  }
}

interface Outcome {
  readonly byB: Steps;
  /** How A ended; nothing where nobody knows. */
  readonly ending: Ending | undefined;
}

async function judgeCase(sim: SimFs, one: Case, outcome: Outcome): Promise<void> {
  const { start, names } = one;
  await judge(sim, {
    scenario: start.scenario,
    names: [...new Set([...Object.keys(start.scenario.changes), ...names])],
    histories: start.histories.flatMap((history) => continued(history, one, outcome)),
    dead: [...start.dead, A],
    label: outcome.ending === undefined ? 'no answer' : wordOf(outcome.ending),
  });
}

/** A change set was made as it was answered; one without an answer wholly or not at all. */
function continued(
  history: readonly Steps[],
  { start, textByA }: Case,
  { byB, ending }: Outcome,
): readonly (readonly Steps[])[] {
  if (ending !== undefined) return [[...history, byB, ...stepsOf(ending)]];
  const { before, changes } = start.scenario;
  const byA = (files: Files): Steps =>
    Object.fromEntries(
      Object.keys(changes).map((name) => [
        name,
        { before: files[name], after: textByA(name, files[name]) },
      ]),
    );
  const first = byA(after(before, history));
  const last = byA(after(before, [...history, byB]));
  return [
    [...history, byB],
    [...history, first, byB],
    [...history, byB, last],
  ];
}

function after(before: Files, history: readonly Steps[]): Files {
  const steps = history.flatMap((one) => Object.entries(one));
  return { ...before, ...Object.fromEntries(steps.map(([name, step]) => [name, step.after])) };
}

/** B changes all of A's files, or the first, or the last, or the last and one more. */
function othersOf({ changes }: Scenario): readonly (readonly string[])[] {
  const names = Object.keys(changes);
  const [first = '', last = ''] = [names[0], names.at(-1)];
  if (names.length === 1) return [names, [first, 'z']];
  return [names, [first], [last], [last, 'z']];
}
