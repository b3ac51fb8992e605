import type { Maker } from '../core/conflict.js';
import { matches } from '../core/hash.js';
import type { Hash, HashPrefix } from '../core/hash.js';
import type { FilePath } from '../core/path.js';
import type { History, LoggedChange, LoggedFile } from '../store/history.js';

/** A version of a file, and the earlier one that somebody took it for. */
export interface MadeVersion {
  readonly path: FilePath;
  readonly hash: Hash;
  readonly meant: HashPrefix;
}

export interface FoundMaker {
  /** Who made the version; absent if a program beside Lockline did, or nobody remembers. */
  readonly maker?: Maker;
  /** Whether the log tells of the earlier version. */
  readonly isForgotten: boolean;
}

/** Changes of one file that are looked through. */
const MOST_CHANGES = 200;

/** Looks up in the log who made a version. `now` is in milliseconds since the epoch. */
export async function findMaker(
  history: History,
  { path, hash, meant }: MadeVersion,
  { author, now }: { readonly author: string; readonly now: number },
): Promise<FoundMaker> {
  const log = await history.changes({ path, limit: MOST_CHANGES });
  const steps = log.flatMap((change) => stepsOf(change, path));
  const made = steps.findIndex(({ file }) => file.after === hash);
  const left = steps.findIndex(
    ({ file }) => file.before !== undefined && matches(file.before, meant),
  );
  const step = steps[made];
  if (step === undefined) return { isForgotten: left !== -1 };
  const { agent, time } = step.change;
  const ageMs = Math.max(0, now - time);
  const isWay = left >= made && isUnbroken(steps.slice(made, left + 1).map(({ file }) => file));
  const changes = isWay ? { changes: left - made + 1 } : {};
  return {
    maker: { agent, isCaller: agent === author, time, ageMs, ...changes },
    isForgotten: left !== -1,
  };
}

interface LoggedStep {
  readonly change: LoggedChange;
  readonly file: LoggedFile;
}

function stepsOf(change: LoggedChange, path: FilePath): readonly LoggedStep[] {
  return change.files.filter((file) => file.path === path).map((file) => ({ change, file }));
}

/** Whether each step, the newest first, began where the one before it had ended. */
function isUnbroken(steps: readonly LoggedFile[]): boolean {
  return steps.every(({ before }, index) => {
    const older = steps[index + 1];
    return older === undefined || older.after === before;
  });
}
