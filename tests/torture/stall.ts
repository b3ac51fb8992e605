import type { WorkspaceStore } from '../../src/store/store.js';
import { createFakeClock } from '../support/fake-clock.js';
import { machineOf, openStore } from '../support/machines.js';
import {
  faultOf,
  onDisk,
  ROOT,
  touch,
  use,
  type Scenario,
  type Steps,
} from '../support/scenarios.js';
import { startRemote, type Remote } from '../support/sim/remote.js';
import { createSimFs, type SimFs } from '../support/sim-fs.js';
import { count, everyNth, newReport, type Report } from './campaign.js';
import type { Ending } from './stall-tasks.js';

/*
 * Process A is frozen in one of its system calls for longer than the stale time. Process B takes over what it
 * needs and completes its own change of the same files. Then A goes on, to its end or to its death in a later
 * call. What was acknowledged must be there, what was not must not, and no file may be left wedged.
 */

export interface StallOptions {
  readonly scenarios: readonly Scenario[];
  /** Every how many calls A is frozen; 1 = at each. */
  readonly stride: number;
  /** Every how many later calls A dies; none = A always goes on to its end. */
  readonly deathStride?: number;
}

const STALE_MS = 200;
const [A, B, C] = [1, 2, 3];
const clock = createFakeClock();

type Process = Remote<typeof import('./stall-tasks.js')>;

export async function stall({ scenarios, stride, deathStride }: StallOptions): Promise<Report> {
  const report = newReport();
  const process: Process = startRemote(new URL('stall-tasks.ts', import.meta.url));
  try {
    for (const scenario of scenarios) {
      const calls = countCalls(process, scenario);
      for (const names of othersOf(scenario)) {
        for (const k of everyNth(calls, stride, report.points)) {
          const deaths =
            deathStride === undefined ? [undefined] : everyNth(calls - k, deathStride, k);
          for (const death of deaths) {
            await stallOnce(
              { scenario, names, k, death: death === undefined ? undefined : k + death },
              process,
              report,
            );
          }
        }
      }
    }
  } finally {
    await process.close();
  }
  return report;
}

interface Case {
  readonly scenario: Scenario;
  /** The files that B changes. */
  readonly names: readonly string[];
  /** The call in which A is frozen. */
  readonly k: number;
  /** The call in which A dies later, if it gets there. */
  readonly death: number | undefined;
}

async function stallOnce(one: Case, process: Process, report: Report): Promise<void> {
  const { scenario, names, k, death } = one;
  report.points += 1;
  const sim = diskOf(scenario);
  const dead = new Set<number>();
  try {
    const input = { scenario, mark: 'A', pid: A, staleMs: STALE_MS };
    const a = process.start({ process: sim.process(), clock }, 'advanceOnce', input);
    if (!a.freezeAt(k)) return;
    const byB = await touch(store(sim, B, dead), names, 'B');
    let ending: Ending | undefined;
    if (death !== undefined && a.freezeAt(death)) a.kill();
    else ending = asEnding(a.finish());
    dead.add(A);
    const all = [...new Set([...Object.keys(scenario.changes), ...names])];
    const final = await use(store(sim, C, dead), all);
    count(
      report,
      ending === undefined ? 'died' : ending.kind === 'acknowledged' ? ending.kind : ending.code,
    );
    const faults = possibilities(scenario, byB, ending).map((steps) =>
      faultOf(scenario.before, steps, final),
    );
    if (faults.every((fault) => fault !== undefined)) throw new Error(faults.join(' or '));
    const left = Object.keys(sim.tree(ROOT)).filter((path) => path.includes('lockline'));
    if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`);
  } catch (error) {
    const where = `${scenario.name}, B on ${names.join()}: A froze in call ${String(k)}`;
    report.violations.push(
      `${where}${death === undefined ? '' : `, died in ${String(death)}`}: ${error instanceof Error ? String(error.stack) : String(error)}`,
    );
  }
}

/** What may have happened: a change that was answered as it was answered, another one wholly or not at all. */
function possibilities(
  scenario: Scenario,
  byB: Steps,
  ending: Ending | undefined,
): readonly (readonly Steps[])[] {
  if (ending?.kind === 'acknowledged') return [[byB, ending.steps]];
  if (ending !== undefined) return [[byB]];
  const stepsFrom = (textOf: (name: string) => string | undefined): Steps =>
    Object.fromEntries(
      Object.entries(scenario.changes).map(([name, change]) => {
        const before = textOf(name);
        return [name, { before, after: change === undefined ? undefined : `${before ?? ''}|A` }];
      }),
    );
  const first = stepsFrom((name) => scenario.before[name]);
  const last = stepsFrom((name) => (name in byB ? byB[name]?.after : scenario.before[name]));
  return [[byB], [first, byB], [byB, last]];
}

function asEnding(value: unknown): Ending {
  const isEnding = (candidate: unknown): candidate is Ending =>
    typeof candidate === 'object' && candidate !== null && 'kind' in candidate;
  if (!isEnding(value)) throw new Error('the task gave no ending');
  return value;
}

function diskOf(scenario: Scenario): SimFs {
  const sim = createSimFs({ clock });
  sim.put({ [`${ROOT}/`]: '', ...onDisk(scenario.before) });
  return sim;
}

function store(sim: SimFs, pid: number, dead: ReadonlySet<number>): WorkspaceStore {
  const machine = machineOf({
    fs: sim.process().fs,
    clock,
    pid,
    isDead: (candidate) => dead.has(candidate),
  });
  return openStore(ROOT, machine, { staleMs: STALE_MS, lockTimeoutMs: STALE_MS * 20 });
}

function countCalls(process: Process, scenario: Scenario): number {
  const input = { scenario, mark: 'A', pid: A, staleMs: STALE_MS };
  const run = process.start({ process: diskOf(scenario).process(), clock }, 'advanceOnce', input);
  asEnding(run.finish());
  return run.calls.length;
}

/** B changes all of A's files, or the first, or the last, or the last and one more. */
function othersOf({ changes }: Scenario): readonly (readonly string[])[] {
  const names = Object.keys(changes);
  const [first = '', last = ''] = [names[0], names.at(-1)];
  if (names.length === 1) return [names, [first, 'z']];
  return [names, [first], [last], [last, 'z']];
}
