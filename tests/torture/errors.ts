import { isLocklineError } from '../../src/core/errors.js';
import { createFakeClock } from '../support/fake-clock.js';
import { faulty, type Fault } from '../support/faulty-fs.js';
import { createMachines, openStore } from '../support/machines.js';
import { change, onDisk, ROOT, use, type Files, type Scenario } from '../support/scenarios.js';
import { createSimFs, type SimFs } from '../support/sim-fs.js';
import { count, everyNth, newReport, type Report } from './campaign.js';

/*
 * One system call of a change set fails, or moves only half of its bytes. The change must be whole or not
 * have happened, the answer must say which, and the next user must get the files at once.
 */

export interface ErrorOptions {
  readonly scenarios: readonly Scenario[];
  readonly faults: readonly Fault[];
  /** Every how many calls one fails; 1 = each. */
  readonly stride: number;
}

export const faults: readonly Fault[] = [
  ...['EIO', 'ENOSPC', 'EPERM', 'EBUSY', 'EXDEV', 'EMFILE'].map((code): Fault => ({
    kind: 'error',
    code,
  })),
  { kind: 'short' },
];

const clock = createFakeClock();
/** Shorter than the stale time: a lock that is not let go is noticed. */
const PATIENCE = { staleMs: 10_000, lockTimeoutMs: 1000 };

export async function failOnce({
  scenarios,
  faults: kinds,
  stride,
}: ErrorOptions): Promise<Report> {
  const report = newReport();
  for (const scenario of scenarios) {
    const base = createSimFs({ clock });
    base.put({ [`${ROOT}/`]: '', ...onDisk(scenario.before) });
    const calls = await runWith(base.fork(), scenario, undefined);
    for (const fault of kinds) {
      for (const k of everyNth(calls.length, stride, report.points)) {
        await failAt({ base, scenario, fault, k, call: calls[k - 1] ?? '' }, report);
      }
    }
  }
  return report;
}

interface Case {
  readonly base: SimFs;
  readonly scenario: Scenario;
  readonly fault: Fault;
  readonly k: number;
  readonly call: string;
}

async function failAt({ base, scenario, fault, k, call }: Case, report: Report): Promise<void> {
  report.points += 1;
  const sim = base.fork();
  let answer = 'acknowledged';
  try {
    await runWith(sim, scenario, { fault, k }).catch((error: unknown) => {
      if (!isLocklineError(error)) throw error;
      answer = error.code;
    });
    const next = createMachines(clock).start(sim.process().fs);
    const found = await use(openStore(ROOT, next, PATIENCE), Object.keys(scenario.changes));
    count(report, answer);
    judge(scenario, answer, found);
    const left = Object.keys(sim.tree(ROOT)).filter((path) => path.includes('lockline'));
    if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`);
  } catch (error) {
    const what = fault.kind === 'error' ? fault.code : fault.kind;
    const reason = isLocklineError(error)
      ? `${error.code} ${JSON.stringify(error.details)}`
      : String(error);
    report.violations.push(
      `${scenario.name}, ${what} at call ${String(k)} (${call}), ${answer}: ${reason}`,
    );
  }
}

async function runWith(
  sim: SimFs,
  scenario: Scenario,
  failing: { readonly fault: Fault; readonly k: number } | undefined,
): Promise<readonly string[]> {
  let opening = 0;
  const port = faulty(sim.process().fs, (call) =>
    failing !== undefined && opening > 0 && call.n === failing.k + opening
      ? failing.fault
      : undefined,
  );
  const store = openStore(ROOT, createMachines(clock).start(port.fs), PATIENCE);
  // Who starts a server on roots that cannot be read is told so; here the calls after that are meant.
  opening = port.calls.length;
  await change(store, scenario.changes);
  return port.calls.slice(opening).map(({ name }) => name);
}

function judge({ before, changes }: Scenario, answer: string, found: Files): void {
  const is = (state: Files): boolean =>
    Object.keys(changes).every((name) => found[name] === state[name]);
  const [isOld, isNew] = [is(before), is(changes)];
  if (!isOld && !isNew) throw new Error(`half a transaction: ${JSON.stringify(found)}`);
  if (answer === 'acknowledged' && !isNew) throw new Error('an acknowledged change is lost');
  if (answer !== 'acknowledged' && answer !== 'IN_DOUBT' && !isOld)
    throw new Error('a refused change is there');
}
