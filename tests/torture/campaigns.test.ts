import { beforeAll, expect, test } from '@jest/globals';
import { scenarios } from '../support/scenarios.js';
import { bundleTasks } from '../support/sim/bundle-tasks.js';
import { summary, type Report } from './campaign.js';
import { crashOnce, crashTwice } from './crash.js';
import { failOnce, faults } from './errors.js';
import { styles } from './intrusion.js';
import { intrude } from './outsiders.js';
import { losePower, losePowerInRecovery } from './power.js';
import { contest, duel } from './race.js';
import { stall, stallRecovery } from './stall.js';

/*
 * Each campaign runs a slice here. LOCKLINE_TORTURE=long, which `npm run torture` sets, runs all of it: every
 * call, and more of what comes after.
 */

const isLong = process.env['LOCKLINE_TORTURE'] === 'long';
const HOUR_MS = 3_600_000;

let program = '';
beforeAll(async () => {
  program = await bundleTasks(new URL('tasks.ts', import.meta.url));
});

/** A number for the slice and one for the whole. */
const either = (slice: number, long: number): number => (isLong ? long : slice);

interface Campaign {
  readonly name: string;
  readonly run: () => Promise<Report>;
  /** Words for endings that must have occurred, or the campaign shows nothing. */
  readonly endings: readonly string[];
}

const campaigns: readonly Campaign[] = [
  {
    name: 'crash',
    run: () => crashOnce({ scenarios, stride: either(7, 1) }),
    endings: ['old', 'new'],
  },
  {
    name: 'crash in recovery',
    run: () => crashTwice({ scenarios, stride: either(23, 2), secondStride: either(11, 1) }),
    endings: ['old', 'new'],
  },
  {
    name: 'power loss',
    run: () => losePower({ scenarios, stride: either(13, 1), images: either(2, 5) }),
    endings: ['old', 'new'],
  },
  {
    name: 'power loss in recovery',
    run: () =>
      losePowerInRecovery({
        scenarios,
        stride: either(41, 3),
        secondStride: either(31, 5),
        images: either(1, 3),
      }),
    endings: ['old', 'new'],
  },
  {
    name: 'error',
    run: () => failOnce({ scenarios, faults, stride: either(43, 2) }),
    endings: ['acknowledged', 'IO_FAILED', 'NO_SPACE'],
  },
  {
    name: 'outsider',
    run: () => intrude({ scenarios, styles, stride: either(151, 1) }),
    endings: [],
  },
  {
    name: 'stall',
    run: () => stall({ scenarios, program, stride: either(43, 1) }),
    endings: ['acknowledged', 'LOCK_LOST'],
  },
  {
    name: 'stall and death',
    run: () => stall({ scenarios, program, stride: either(61, 7), deathStride: either(23, 5) }),
    endings: [],
  },
  {
    name: 'stalled recovery',
    run: () =>
      stallRecovery({
        scenarios,
        program,
        stride: either(61, 9),
        crashes: { stride: either(23, 5), from: 2 },
      }),
    endings: [],
  },
  {
    name: 'duel',
    run: () => duel({ scenarios, program, stride: either(157, 7), secondStride: either(101, 7) }),
    endings: [],
  },
  {
    name: 'contest',
    run: () =>
      contest({
        scenarios,
        program,
        stride: either(157, 11),
        secondStride: either(101, 11),
        crashes: { stride: either(43, 7), from: 3 },
      }),
    endings: [],
  },
];

test.each(campaigns)(
  '$name: nothing is lost, half done or left behind',
  async ({ name, run, endings }) => {
    const started = performance.now();
    const report = await run();
    console.log(
      `${summary(name, report)}, ${String(Math.round((performance.now() - started) / 100) / 10)} s`,
    );
    expect(report.violations).toEqual([]);
    expect(report.points).toBeGreaterThan(10);
    expect(Array.from(report.endings.keys())).toEqual(expect.arrayContaining([...endings]));
  },
  HOUR_MS,
);
