import { scenarios, type Scenario } from '../../support/scenarios.js';
import type { CampaignOptions, Report } from '../campaign.js';
import { crashOnce, crashTwice } from '../crash.js';
import { styles } from '../intrusion.js';
import { intrude } from '../outsiders.js';
import { losePower, losePowerInRecovery } from '../power.js';
import { contest, duel } from '../race.js';
import { stall, stallRecovery } from '../stall.js';

/** What a slice needs from whoever runs it. */
export interface SliceOptions extends Pick<CampaignOptions, 'enough'> {
  /** The module `tasks.ts`, bundled. */
  readonly program: string;
  /** All cases of the slice, or some of them. */
  readonly isLong: boolean;
}

export type Slice = (options: SliceOptions) => Promise<Report>;

/** Small campaigns, each on the change sets that tell most about one kind of fault. */
export const slices = {
  crash: (options) => crashOnce({ ...options, scenarios: named('edit and create'), stride: 1 }),
  crashTwice: ({ isLong, ...rest }) =>
    crashTwice({
      ...rest,
      scenarios: named('edit 2', 'edit and create'),
      stride: isLong ? 1 : 5,
      secondStride: isLong ? 1 : 4,
    }),
  power: ({ isLong, ...rest }) =>
    losePower({
      ...rest,
      scenarios: named('edit', 'edit 2', 'create in a new directory'),
      stride: isLong ? 1 : 2,
      images: isLong ? 20 : 4,
    }),
  powerInRecovery: ({ isLong, ...rest }) =>
    losePowerInRecovery({
      ...rest,
      scenarios: named('edit 2'),
      stride: 1,
      isUnfinished: true,
      secondStride: isLong ? 1 : 3,
      images: isLong ? 20 : 2,
    }),
  powerUnfinished: ({ isLong, ...rest }) =>
    losePower({
      ...rest,
      scenarios: named('edit 2'),
      stride: 1,
      isUnfinished: true,
      images: isLong ? 50 : 10,
    }),
  stall: ({ isLong, ...rest }) =>
    stall({
      ...rest,
      scenarios: named('edit', 'delete', 'edit 2'),
      stride: isLong ? 1 : 2,
      calls: ['rename', 'unlink'],
    }),
  stallRecovery: ({ isLong, ...rest }) =>
    stallRecovery({
      ...rest,
      scenarios: named('edit and create'),
      crashes: { stride: isLong ? 1 : 100, from: isLong ? 0 : 1, isUnfinished: true },
      stride: 1,
      calls: ['unlink'],
    }),
  duel: ({ isLong, ...rest }) =>
    duel({
      ...rest,
      scenarios: named('edit 2'),
      stride: isLong ? 1 : 2,
      secondStride: 1,
      calls: ['readdir', 'unlink'],
      secondCalls: ['rename'],
    }),
  duelOfSwitches: ({ isLong, ...rest }) =>
    duel({
      ...rest,
      scenarios: named('delete', 'edit 2'),
      stride: 1,
      secondStride: isLong ? 1 : 2,
      calls: ['rename'],
      secondCalls: ['unlink'],
    }),
  contest: ({ isLong, ...rest }) =>
    contest({
      ...rest,
      scenarios: named('edit'),
      crashes: { stride: isLong ? 1 : 11, from: isLong ? 0 : 5 },
      stride: 1,
      secondStride: 1,
      calls: ['open', 'readdir'],
      secondCalls: ['rename', 'unlink'],
    }),
  contestOfMany: ({ isLong, ...rest }) =>
    contest({
      ...rest,
      scenarios: named('edit, create, delete and edit'),
      crashes: { stride: isLong ? 2 : 100, from: isLong ? 0 : 2, isUnfinished: true },
      // A stops before it has any lock.
      stride: isLong ? 9 : 1000,
      secondStride: 1,
      secondCalls: ['rename'],
    }),
  outsiders: ({ isLong, ...rest }) =>
    intrude({
      ...rest,
      scenarios: named('edit', 'edit 2'),
      styles: isLong ? styles : ['write', 'replace'],
      stride: 1,
      // Before the backup of what was read, and before the switch.
      ...(!isLong && { calls: ['link', 'rename'] }),
    }),
} satisfies Readonly<Record<string, Slice>>;

export type SliceName = keyof typeof slices;

function named(...names: readonly string[]): readonly Scenario[] {
  return scenarios.filter(({ name }) => names.includes(name));
}
