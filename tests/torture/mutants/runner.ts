import { parentPort, workerData } from 'node:worker_threads';
import { slices, type SliceName, type SliceOptions } from './slices.js';

// A program: runs one slice in a thread of its own and tells what it found.

/** What the thread is given. */
export interface Assignment extends SliceOptions {
  readonly slice: SliceName;
}

/** What it tells. */
export interface Finding {
  readonly points: number;
  readonly violations: readonly string[];
}

const { slice, ...options }: Assignment = workerData;
void slices[slice](options)
  // A fault so great that the campaign itself cannot go on.
  .catch((error: unknown) => ({ points: 0, violations: [String(error)] }))
  .then(({ points, violations }: Finding) => {
    parentPort?.postMessage({ points, violations });
  });
