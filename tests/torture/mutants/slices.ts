import { scenarios, type Scenario } from '../../support/scenarios.js';
import type { Report } from '../campaign.js';
import { crashOnce, crashTwice } from '../crash.js';
import { intrude, styles } from '../outsiders.js';
import { losePower, losePowerInRecovery } from '../power.js';
import { contest, duel } from '../race.js';
import { stall, stallRecovery } from '../stall.js';

/** What a slice needs from whoever runs it. */
export interface SliceOptions {
  /** The module `tasks.ts`, bundled. */
  readonly program: string;
  /** All cases of the slice, or some of them. */
  readonly isLong: boolean;
}

export type Slice = (options: SliceOptions) => Promise<Report>;

/** Small campaigns, each on the change sets that tell most about one kind of fault. */
export const slices = {
  crash: ({ isLong }) =>
    crashOnce({ scenarios: named('edit 2', 'edit and create', 'move'), stride: isLong ? 1 : 2 }),
  crashTwice: ({ isLong }) =>
    crashTwice({
      scenarios: named('edit 2', 'edit and create'),
      stride: isLong ? 1 : 3,
      secondStride: isLong ? 1 : 4,
    }),
  power: ({ isLong }) =>
    losePower({
      scenarios: named('edit', 'edit 2', 'edit and create', 'create in a new directory'),
      stride: isLong ? 1 : 2,
      images: isLong ? 20 : 4,
    }),
  powerInRecovery: ({ isLong }) =>
    losePowerInRecovery({
      scenarios: named('edit 2', 'edit and delete'),
      stride: isLong ? 1 : 4,
      secondStride: isLong ? 1 : 3,
      images: isLong ? 8 : 2,
    }),
  stall: ({ program, isLong }) =>
    stall({
      scenarios: named('delete', 'edit 2', 'edit and create'),
      program,
      stride: isLong ? 1 : 4,
    }),
  stallRecovery: ({ program, isLong }) =>
    stallRecovery({
      scenarios: named('edit and create'),
      program,
      crashStride: isLong ? 1 : 7,
      stride: isLong ? 1 : 3,
    }),
  duel: ({ program, isLong }) =>
    duel({
      scenarios: named('edit 2'),
      program,
      stride: isLong ? 2 : 9,
      secondStride: isLong ? 3 : 11,
    }),
  contest: ({ program, isLong }) =>
    contest({
      scenarios: named('edit', 'edit 2'),
      program,
      crashStride: isLong ? 3 : 11,
      stride: isLong ? 5 : 13,
      secondStride: isLong ? 5 : 13,
    }),
  outsiders: ({ isLong }) =>
    intrude({ scenarios: named('edit', 'edit and delete'), styles, stride: isLong ? 1 : 3 }),
} satisfies Readonly<Record<string, Slice>>;

export type SliceName = keyof typeof slices;

function named(...names: readonly string[]): readonly Scenario[] {
  return scenarios.filter(({ name }) => names.includes(name));
}
