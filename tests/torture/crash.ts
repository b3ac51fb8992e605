import { createFakeClock } from '../support/fake-clock.js';
import { atCall, faulty, type Control } from '../support/faulty-fs.js';
import {
  createMachines,
  openStore,
  type Machines,
  type SimulatedProcess,
} from '../support/machines.js';
import { change, onDisk, ROOT, use, type Files, type Scenario } from '../support/scenarios.js';
import { Crash } from '../support/sim/crash.js';
import { seeded } from '../support/sim/choose.js';
import { createSimFs, type SimFs } from '../support/sim-fs.js';
import { count, everyNth, newReport, type Report } from './campaign.js';

/*
 * Process A dies before or after one of its system calls. The next process, B, uses the files. What B finds
 * under its locks must be all old or all new, and when it has used every file nothing of Lockline's may be
 * left. In the second campaign B dies too, at each of its calls, and C is the next. In the third the machine
 * loses power instead: what was not synced is kept or dropped, operation by operation.
 */

export interface CrashOptions {
  readonly scenarios: readonly Scenario[];
  /** Every how many calls of A it dies; 1 = at each. */
  readonly stride: number;
  /** The same for B, the recoverer. */
  readonly secondStride: number;
  /** Disks to find after each power loss. */
  readonly images: number;
}

const clock = createFakeClock();

/** A dies once; B finds out. */
export async function crashOnce({ scenarios, stride }: CrashOptions): Promise<Report> {
  const report = newReport();
  for (const scenario of scenarios) {
    for await (const point of crashesOf(scenario, stride)) {
      for (const order of usesOf(scenario)) {
        await examine(point, { order, sim: point.sim.fork(), report });
      }
    }
  }
  return report;
}

/** A dies, B dies while it recovers, C finds out. */
export async function crashTwice({
  scenarios,
  stride,
  secondStride,
}: CrashOptions): Promise<Report> {
  const report = newReport();
  for (const scenario of scenarios) {
    for await (const point of crashesOf(scenario, stride)) {
      const order = usesOf(scenario)[point.k % usesOf(scenario).length] ?? [];
      for (let k = 1 + (point.k % secondStride); ; k += secondStride) {
        const sim = point.sim.fork();
        const isDead = await recoverAndDie(point, { order, sim, k });
        await examine(point, { order, sim, report });
        if (!isDead) break;
      }
    }
  }
  return report;
}

/** A dies and the power is lost; also right after the acknowledgement, when nothing may be lost any more. */
export async function losePower({ scenarios, stride, images }: CrashOptions): Promise<Report> {
  const report = newReport();
  for (const scenario of scenarios) {
    for await (const point of crashesOf(scenario, stride)) {
      for (let image = 0; image < images; image += 1) {
        const sim = point.sim.powerLoss(seeded(point.k * 1000 + image));
        clock.advance(60_000);
        const rebooted = { ...point, machines: createMachines(clock, 'second boot') };
        await examine(rebooted, { order: [Object.keys(scenario.changes)], sim, report });
      }
    }
  }
  return report;
}

/** The state in which a crash of A left the files. */
interface CrashPoint {
  readonly scenario: Scenario;
  readonly k: number;
  readonly label: string;
  readonly isAcknowledged: boolean;
  readonly sim: SimFs;
  readonly machines: Machines;
}

async function* crashesOf(scenario: Scenario, stride: number): AsyncGenerator<CrashPoint> {
  const base = createSimFs({ clock });
  base.put({ [`${ROOT}/`]: '', ...onDisk(scenario.before) });
  const { calls } = await runA(base.fork(), scenario, undefined);
  for (const when of ['before', 'after'] as const) {
    for (const k of everyNth(calls.length + 1, stride, scenario.name.length)) {
      const sim = base.fork();
      const { isAcknowledged, machines } = await runA(
        sim,
        scenario,
        atCall(k, { kind: 'crash', when }),
      );
      const label = `${scenario.name}: A died ${when} call ${String(k)} (${calls[k - 1]?.name ?? 'its exit'})`;
      yield { scenario, k, label, isAcknowledged, sim, machines };
    }
  }
}

async function runA(sim: SimFs, scenario: Scenario, control: Control | undefined) {
  const machines = createMachines(clock);
  const simulated = sim.process();
  const port = faulty(simulated.fs, control);
  const a = machines.start(port.fs);
  const isAcknowledged = await survives(async () => change(openStore(ROOT, a), scenario.changes));
  simulated.exit();
  a.die();
  return { calls: port.calls, isAcknowledged, machines };
}

/** Whether the work came to its end before the process died. Any other failure is thrown. */
async function survives(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Crash) return false;
    throw error;
  }
}

interface Examination {
  /** Which files are used together, in which order. */
  readonly order: readonly (readonly string[])[];
  readonly sim: SimFs;
  readonly report: Report;
}

async function examine(point: CrashPoint, { order, sim, report }: Examination): Promise<void> {
  report.points += 1;
  const next = point.machines.start(sim.process().fs);
  try {
    const found = await useAll(next, order);
    count(report, judge(point, found));
    const left = Object.keys(sim.tree(ROOT)).filter((path) => path.includes('lockline'));
    if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`);
    await change(
      openStore(ROOT, next),
      mapValues(point.scenario.changes, () => 'next'),
    );
  } catch (error) {
    report.violations.push(`${point.label}, used as ${JSON.stringify(order)}: ${String(error)}`);
  }
}

async function useAll(process: SimulatedProcess, order: Examination['order']): Promise<Files> {
  const found: Record<string, string | undefined> = {};
  for (const names of order) Object.assign(found, await use(openStore(ROOT, process), names));
  return found;
}

function judge({ scenario, isAcknowledged }: CrashPoint, found: Files): string {
  const is = (state: Files): boolean =>
    Object.keys(scenario.changes).every((name) => found[name] === state[name]);
  if (is(scenario.changes)) return 'new';
  if (!is(scenario.before)) throw new Error(`half a transaction: ${JSON.stringify(found)}`);
  if (isAcknowledged) throw new Error('an acknowledged change is lost');
  return 'old';
}

async function recoverAndDie(
  { machines }: CrashPoint,
  { order, sim, k }: Pick<Examination, 'order' | 'sim'> & { readonly k: number },
): Promise<boolean> {
  const simulated = sim.process();
  const port = faulty(
    simulated.fs,
    atCall(k, { kind: 'crash', when: k % 2 === 0 ? 'before' : 'after' }),
  );
  const b = machines.start(port.fs);
  const isAlive = await survives(async () => {
    await useAll(b, order);
  });
  simulated.exit();
  b.die();
  return !isAlive;
}

/** All files at once, one by one, and one by one from the last. */
function usesOf({ changes }: Scenario): readonly (readonly (readonly string[])[])[] {
  const names = Object.keys(changes);
  const single = names.map((name) => [name]);
  return names.length === 1 ? [single] : [[names], single, single.toReversed()];
}

function mapValues(files: Files, text: () => string): Files {
  return Object.fromEntries(Object.keys(files).map((name) => [name, text()]));
}
