import { isLocklineError } from '../../src/core/errors.js';
import { createFakeClock } from '../support/fake-clock.js';
import { faulty, type Fault } from '../support/faulty-fs.js';
import { createMachines, openStore } from '../support/machines.js';
import { change, ROOT, use, type Files, type Scenario } from '../support/scenarios.js';
import type { Call } from '../support/sim/sync-fs.js';
import type { SimFs } from '../support/sim-fs.js';
import {
  everyNth,
  examine,
  newReport,
  Violation,
  type CampaignOptions,
  type Report,
} from './campaign.js';
import { assertTidy, diskOf, isSame } from './disk.js';
import { assertLogged, stepsOf } from './past.js';

/*
 * One system call of a change set fails, or moves only half of its bytes. The change must be whole or not
 * have happened, the answer must say which, and the next user must get the files at once.
 */

export interface ErrorOptions extends CampaignOptions {
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
  { kind: 'torn', code: 'ENOSPC' },
];

const clock = createFakeClock();
/** Shorter than the stale time: a lock that is not let go is noticed. */
const PATIENCE = { staleMs: 10_000, lockTimeoutMs: 1000 };

export async function failOnce(options: ErrorOptions): Promise<Report> {
  const report = newReport(options);
  for (const scenario of options.scenarios) {
    const { calls } = await changeWith(diskOf(scenario, clock), scenario, undefined);
    for (const [salt, fault] of options.faults.entries()) {
      const failing = calls.filter((call) => concerns(fault, call));
      for (const call of everyNth(failing, options.stride, salt + scenario.name.length)) {
        const label = `${scenario.name}: ${wordFor(fault)} at call ${String(call.n)} (${call.name})`;
        await examine(report, label, () => fail(scenario, { fault, n: call.n }));
      }
    }
  }
  return report;
}

interface Failure {
  readonly fault: Fault;
  readonly n: number;
}

async function fail(scenario: Scenario, failure: Failure): Promise<string> {
  const sim = diskOf(scenario, clock);
  const { answer, calls } = await changeWith(sim, scenario, failure);
  const next = createMachines(clock).start(sim.process().fs);
  const found = await use(openStore(ROOT, next, PATIENCE), Object.keys(scenario.changes));
  judge(scenario, answer, found);
  await assertTidy(sim, clock);
  const isMade = isSame(scenario.changes, found, Object.keys(scenario.changes));
  assertLogged(sim, [isMade ? [stepsOf(scenario)] : []]);
  return calls.some(isUndo) ? `${answer} undone` : answer;
}

/** Makes the change set and gives the answer to it, with the calls that were made for it. */
async function changeWith(
  sim: SimFs,
  scenario: Scenario,
  failure: Failure | undefined,
): Promise<{ readonly answer: string; readonly calls: readonly Call[] }> {
  let isOpen = false;
  const { fs, calls } = faulty(sim.process().fs, (call) =>
    isOpen && call.n === failure?.n ? failure.fault : undefined,
  );
  const store = openStore(ROOT, createMachines(clock).start(fs), PATIENCE);
  // Who starts a server on roots that cannot be read is told so; here the calls after that are meant.
  const opening = calls.length;
  isOpen = true;
  const answer = await change(store, scenario.changes).then(
    () => 'acknowledged',
    (error: unknown) => {
      if (isLocklineError(error)) return error.code;
      throw error;
    },
  );
  return { answer, calls: calls.slice(opening) };
}

/** Whether the fault has an effect on this call. */
function concerns(fault: Fault, { name }: Call): boolean {
  if (fault.kind === 'torn') return name === 'writeSmall';
  if (fault.kind === 'short')
    return ['read', 'readSync', 'writev', 'writevSync', 'append'].includes(name);
  return true;
}

function wordFor(fault: Fault): string {
  return 'code' in fault ? `${fault.kind} ${fault.code}` : fault.kind;
}

function isUndo({ name, args }: Call): boolean {
  return name === 'rename' && String(args[1]).includes('/recov-');
}

function judge({ before, changes }: Scenario, answer: string, found: Files): void {
  const names = Object.keys(changes);
  const [isOld, isNew] = [isSame(before, found, names), isSame(changes, found, names)];
  if (!isOld && !isNew) throw new Violation(`${answer}, half a change: ${JSON.stringify(found)}`);
  if (answer === 'acknowledged' && !isNew) throw new Violation('an acknowledged change is lost');
  if (answer !== 'acknowledged' && answer !== 'IN_DOUBT' && !isOld)
    throw new Violation(`${answer}, but the change is there`);
}
