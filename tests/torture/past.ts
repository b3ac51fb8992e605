import { hashOf } from '../../src/core/hash.js';
import type { Clock } from '../../src/store/disk/clock.js';
import { decodeLine, type LogLine } from '../../src/store/disk/history/log-line.js';
import { createMachines, openStore } from '../support/machines.js';
import { ROOT, type Scenario, type Steps } from '../support/scenarios.js';
import type { SimFs } from '../support/sim-fs.js';
import { Violation } from './campaign.js';

/*
 * The history is allowed to forget, but not to be wrong: a kept version is what its name says, no live file is
 * also a kept one, git sees nothing of it, and the log has only changes that were made.
 */

const HOME = '.lockline/';
const VERSION = /^\.lockline\/versions\/([0-9a-f]{64})$/;
const DAY = /^\.lockline\/log\/.*\.jsonl$/;
const BEGUN = /^\.lockline-[0-9a-f]{16}\//;

/** Whether a path belongs to a history, also to one that a dead process has only begun. */
export function isOfHistory(path: string): boolean {
  return path.startsWith(HOME) || BEGUN.test(path);
}

/** Throws unless the history and the files beside it are as they must be whatever happened. */
export function assertSound(sim: SimFs): void {
  const tree = sim.tree(ROOT);
  for (const [path, text] of Object.entries(tree)) {
    const name = VERSION.exec(path)?.[1];
    if (name !== undefined && hashText(text) !== name) throw new Violation(`${path} is ${text}`);
    if (name === undefined && linksOf(sim, path) > 1)
      throw new Violation(`${path} has ${String(linksOf(sim, path))} links`);
  }
  if (HOME in tree && tree[`${HOME}.gitignore`] !== '*\n') throw new Violation('git sees history');
}

/** Throws unless a process that starts now removes what another has only begun. */
export async function assertSweepable(sim: SimFs, clock: Clock): Promise<void> {
  if (!Object.keys(sim.tree(ROOT)).some((path) => BEGUN.test(path))) return;
  const swept = sim.fork();
  const store = openStore(ROOT, createMachines(clock).start(swept.process().fs));
  await store.recover('refuse', new AbortController().signal);
  const left = Object.keys(swept.tree(ROOT)).filter((path) => BEGUN.test(path));
  if (left.length > 0) throw new Violation(`not swept: ${left.join(', ')}`);
}

/** What a change set does to each file when it is made. */
export function stepsOf({ before, changes }: Scenario): Steps {
  return Object.fromEntries(
    Object.keys(changes).map((name) => [name, { before: before[name], after: changes[name] }]),
  );
}

/** Throws if the log has a change that was not made, whichever of these is what was. */
export function assertLogged(sim: SimFs, histories: readonly (readonly Steps[])[]): void {
  const wrong = histories.map((made) => logOf(sim).find((line) => !isOf(line, made)));
  if (wrong.every((line) => line !== undefined))
    throw new Violation(
      `logged, but not made: ${wrong.map((line) => JSON.stringify(line)).join()}`,
    );
}

function isOf({ files }: LogLine, made: readonly Steps[]): boolean {
  return made.some((steps) =>
    files.every(({ path, before, after }) => {
      const step = steps[path];
      return step && hashOr(step.before) === before && hashOr(step.after) === after;
    }),
  );
}

function logOf(sim: SimFs): readonly LogLine[] {
  return Object.entries(sim.tree(ROOT))
    .filter(([path]) => DAY.test(path))
    .flatMap(([, text]) => text.split('\n').flatMap((line) => decodeLine(line) ?? []));
}

function hashOr(text: string | undefined): string | undefined {
  return text === undefined ? undefined : hashText(text);
}

function hashText(text: string): string {
  return hashOf(Buffer.from(text));
}

function linksOf(sim: SimFs, path: string): number {
  const stat = sim.process().calls.lstat(`${ROOT}/${path}`);
  return stat.kind === 'file' ? stat.nlink : 1;
}
