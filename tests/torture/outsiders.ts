import { basename, dirname } from 'node:path';
import { atCall, faulty } from '../support/faulty-fs.js';
import { createMachines, openStore } from '../support/machines.js';
import {
  advance,
  onDisk,
  ROOT,
  use,
  type Files,
  type Scenario,
  type Steps,
} from '../support/scenarios.js';
import type { Call } from '../support/sim/sync-fs.js';
import { createSimFs, type SimFs } from '../support/sim-fs.js';
import {
  everyNth,
  examine,
  newReport,
  Violation,
  type CampaignOptions,
  type Report,
} from './campaign.js';
import { clock } from './crashes.js';
import { assertTidy, visible } from './disk.js';
import { answerTo, wordOf, type Ending } from './ending.js';
import { prepare, TEXT, type Style } from './intrusion.js';

/*
 * A program that takes no locks changes a file between two calls of a change set. Lockline must never answer
 * as if that had not happened, and never write over it to take a change back. The one loss that cannot be
 * seen is of a file that is replaced or removed after the last check and before the rename.
 */

export interface OutsiderOptions extends CampaignOptions {
  readonly styles: readonly Style[];
  /** Every how many calls the outsider comes in between; 1 = before each. */
  readonly stride: number;
  /** Only before calls of these names; before any if absent. */
  readonly calls?: readonly string[];
}

/** Times as old kernels tell them apart. */
const COARSE = 4_000_000n;
/** When files are so old that a change shows in their times. */
const SETTLED_MS = 1000;

/** Who changes which files of a change set. */
interface Intrusion {
  readonly scenario: Scenario;
  readonly style: Style;
  readonly names: readonly string[];
  readonly disk: () => SimFs;
}

export async function intrude(options: OutsiderOptions): Promise<Report> {
  const report = newReport(options);
  for (const intrusion of options.scenarios.flatMap((one) => intrusionsOf(one, options.styles))) {
    const { scenario, style, names } = intrusion;
    const { calls } = await changeOn(intrusion.disk(), scenario, undefined);
    const chosen = calls.filter(({ name }) => options.calls?.includes(name) ?? true);
    for (const { n: k } of everyNth(chosen, options.stride, report.points)) {
      const label = `${scenario.name}: ${style} of ${names.join()} before call ${String(k)}`;
      await examine(report, label, () => intrudeAt(k, intrusion));
    }
  }
  return report;
}

/** One file on disks with fine and coarse times, just written or long since; and all files at once. */
function intrusionsOf(scenario: Scenario, wanted: readonly Style[]): readonly Intrusion[] {
  const names = Object.keys(scenario.changes);
  const fine = (): SimFs => diskOf(scenario, 1n);
  const disks = [fine, () => diskOf(scenario, COARSE), settled(scenario)];
  const targets = [
    ...names.flatMap((name) => disks.map((disk) => ({ names: [name], disk }))),
    ...(names.length > 1 ? [{ names, disk: fine }] : []),
  ];
  return wanted.flatMap((style) =>
    targets
      .filter((target) => canAct(style, target.names, scenario))
      .map((target) => ({ ...target, scenario, style })),
  );
}

/** A file can be made where there is a directory; everything else needs the file. */
function canAct(style: Style, names: readonly string[], { before }: Scenario): boolean {
  const directories = new Set(['.', ...Object.keys(before).map((name) => dirname(name))]);
  const isMaking = style === 'write' || style === 'replace';
  return names.every((name) => (isMaking ? directories.has(dirname(name)) : name in before));
}

function diskOf({ before }: Scenario, granularity: bigint): SimFs {
  const sim = createSimFs({ clock, granularity });
  sim.put({ [`${ROOT}/`]: '', ...onDisk(before) });
  return sim;
}

function settled(scenario: Scenario): () => SimFs {
  const sim = diskOf(scenario, COARSE);
  clock.advance(SETTLED_MS);
  return () => sim.fork();
}

async function intrudeAt(k: number, intrusion: Intrusion): Promise<string> {
  const { scenario, style, names, disk } = intrusion;
  const sim = disk();
  const acts = names.map((name) => prepare(style, sim.process().calls, `${ROOT}/${name}`));
  const act = (): void => {
    for (const one of acts) one();
  };
  const { ending, calls } = await changeOn(sim, scenario, { k, act });
  const all = Object.keys(scenario.changes);
  const mayLose = (name: string): boolean => mayBeLost(style, k, callsOn(name, calls));
  const lost = judge(intrusion, ending, { found: visible(sim, all), mayLose });
  if (lost.length > 0) return 'lost in the window';
  await use(openStore(ROOT, createMachines(clock).start(sim.process().fs)), all);
  await assertTidy(sim, clock);
  return wordOf(ending);
}

interface Evidence {
  readonly found: Files;
  /** Whether what was done to a file may have gone unnoticed. */
  readonly mayLose: (name: string) => boolean;
}

/** Gives the files in which an acknowledged change set has covered what the outsider left. */
function judge(
  { scenario, style, names }: Intrusion,
  ending: Ending,
  { found, mayLose }: Evidence,
): readonly string[] {
  const left = style === 'remove' ? undefined : TEXT;
  if (ending.kind === 'acknowledged') {
    const lost = names.filter((name) => isLost(left, ending.steps[name], found[name]));
    if (!lost.every(mayLose)) throw new Violation(`what was written into ${lost.join()} is lost`);
    return lost;
  }
  const isRight = (name: string): boolean => {
    const isOld = found[name] === scenario.before[name];
    return names.includes(name) ? found[name] === left || (isOld && mayLose(name)) : isOld;
  };
  if (!Object.keys(found).every(isRight))
    throw new Violation(`${ending.code}, but the files are ${JSON.stringify(found)}`);
  return [];
}

/** Whether what the outsider left is neither there nor in what the change set began with. */
function isLost(
  left: string | undefined,
  step: Steps[string] | undefined,
  found: string | undefined,
): boolean {
  if (step?.before !== left && found === left) return false;
  if (found !== step?.after) throw new Violation(`acknowledged, but there is ${String(found)}`);
  return step?.before !== left;
}

/** The calls that decide about a file, by their numbers. */
interface Deciding {
  readonly lastCheck: number;
  readonly switched: number;
  /** The look at what was replaced. */
  readonly lookBack: number;
  readonly isEdit: boolean;
}

function callsOn(name: string, calls: readonly Call[]): Deciding {
  const isTarget = (path: unknown): boolean => String(path).endsWith(`/${basename(name)}`);
  const rename = calls.find((call) => call.name === 'rename' && call.args.some(isTarget));
  const target = rename?.args.find(isTarget);
  const switched = rename?.n ?? Infinity;
  const looks = calls.filter((call) => call.name === 'lstat');
  const last = looks.findLast(({ n, args }) => n < switched && args[0] === target)?.n ?? Infinity;
  // Between the last check and the rename nothing is done but to hash the file.
  const between = calls.filter(({ n }) => n > last && n < switched);
  const isLast = between.every((call) => ['open', 'readSync', 'close'].includes(call.name));
  return {
    lastCheck: isLast ? last : Infinity,
    switched,
    lookBack: looks.find(({ n }) => n > switched)?.n ?? Infinity,
    isEdit: isTarget(rename?.args[1]),
  };
}

/**
 * What is written into a file that has been replaced is seen by nobody, and neither is a file that takes the
 * place of another between the last check and the rename over it.
 */
function mayBeLost(style: Style, k: number, { isEdit, ...calls }: Deciding): boolean {
  if (style === 'late write') return k > calls.lookBack;
  return style !== 'write' && isEdit && k > calls.lastCheck && k <= calls.switched;
}

interface Visit {
  /** Before which call the outsider comes. */
  readonly k: number;
  readonly act: () => void;
}

async function changeOn(
  sim: SimFs,
  scenario: Scenario,
  visit: Visit | undefined,
): Promise<{ readonly ending: Ending; readonly calls: readonly Call[] }> {
  const { fs, calls } = faulty(
    sim.process().fs,
    visit && atCall(visit.k, { kind: 'stall', meanwhile: visit.act }),
  );
  const store = openStore(ROOT, createMachines(clock).start(fs));
  return { ending: await answerTo(() => advance(store, scenario, 'A')), calls };
}
