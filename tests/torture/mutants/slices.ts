import { scenarios, type Scenario } from '../../support/scenarios.js';
import type { CampaignOptions, Report } from '../campaign.js';
import { crashOnce, crashTwice } from '../crash.js';
import { intrude, styles } from '../outsiders.js';
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
      secondStride: isLong ? 1 : 2,
      images: isLong ? 20 : 3,
    }),
  powerUnfinished: ({ isLong, ...rest }) =>
    losePower({
      ...rest,
      scenarios: named('edit 2'),
      stride: 1,
      isUnfinished: true,
      images: isLong ? 50 : 20,
    }),
  stall: ({ isLong, ...rest }) =>
    stall({
      ...rest,
      scenarios: named('edit', 'delete', 'edit 2'),
      stride: isLong ? 1 : 2,
      calls: ['rename', 'link', 'unlink'],
    }),
  stallRecovery: ({ isLong, ...rest }) =>
    stallRecovery({
      ...rest,
      scenarios: named('edit and create'),
      crashes: { stride: isLong ? 1 : 2, isUnfinished: true },
      stride: isLong ? 1 : 2,
      calls: ['rename', 'link', 'unlink'],
    }),
  duel: ({ isLong, ...rest }) =>
    duel({
      ...rest,
      scenarios: named('edit 2'),
      stride: isLong ? 1 : 3,
      secondStride: isLong ? 1 : 7,
      calls: ['rename', 'link', 'unlink'],
    }),
  contest: ({ isLong, ...rest }) =>
    contest({
      ...rest,
      scenarios: named('edit 2'),
      crashes: { stride: isLong ? 1 : 5, isUnfinished: true },
      stride: isLong ? 2 : 9,
      secondStride: isLong ? 2 : 7,
      calls: ['rename', 'link', 'unlink'],
    }),
  outsiders: ({ isLong, ...rest }) =>
    intrude({ ...rest, scenarios: named('edit', 'edit 2'), styles, stride: isLong ? 1 : 13 }),
} satisfies Readonly<Record<string, Slice>>;

export type SliceName = keyof typeof slices;

function named(...names: readonly string[]): readonly Scenario[] {
  return scenarios.filter(({ name }) => names.includes(name));
}
