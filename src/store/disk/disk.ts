import type { IoErrors } from './io-error.js';
import type { Anchors } from './paths/anchor.js';
import type { Clock } from './clock.js';
import type { Confinement } from './paths/confine.js';
import type { OnDoubt } from '../store.js';
import type { FsPort } from './fs-port.js';
import type { DiskHistory } from './history/history.js';
import type { LockDirectory } from './lock/lock-directory.js';
import type { HeldLock } from './lock/lock.js';
import type { Blocker } from './lock/claim.js';
import type { OpenListed } from './paths/open-listed.js';
import type { OpenTarget } from './paths/open-target.js';
import type { Queue } from './lock/queue.js';
import type { Refusals } from './paths/refusals.js';
import type { ScanCache } from './read/scan-cache.js';

/** The parts of a disk store that its reads and its transactions share. */
export interface Disk {
  readonly fs: FsPort;
  readonly clock: Clock;
  readonly confinement: Confinement;
  readonly anchors: Anchors;
  readonly openTarget: OpenTarget;
  readonly openListed: OpenListed;
  readonly ioErrors: IoErrors;
  readonly makeToken: () => string;
  /** Tries once to take a lock in the name of an agent. */
  readonly tryLock: (directory: LockDirectory, agent: string) => Promise<HeldLock | Blocker>;
  /** Resolves what a former holder left in a lock just taken over; gives who stands in the way. */
  readonly recover: (
    lock: HeldLock,
    agent: string,
    onDoubt?: OnDoubt,
  ) => Promise<Blocker | undefined>;
  /** Calls of this process wait in line before they contend with other processes. */
  readonly queue: Queue;
  readonly lockTimeoutMs: number;
  readonly refusals: Refusals;
  readonly scans: ScanCache;
  readonly history: DiskHistory;
  /** Bytes; only for edits. */
  readonly maxFileSize: number;
}
