import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { systemClock, type Clock } from './clock.js';
import { nodeFs, type FsPort } from './fs-port.js';
import { systemProcesses, type Processes } from './lock/processes.js';
import type { User } from './paths/user.js';

/** All that a store knows of the world; tests put a simulated one in its place. */
export interface Machine {
  readonly fs: FsPort;
  readonly clock: Clock;
  readonly processes: Processes;
  /** `undefined` where that cannot be told; the system itself then says what is not permitted. */
  readonly user: User | undefined;
  /** Makes a name that no other process uses: 16 hex digits. */
  readonly makeToken: () => string;
}

/** The machine that this process runs on. */
export function thisMachine(): Machine {
  return {
    fs: nodeFs,
    clock: systemClock,
    processes: systemProcesses(),
    user: systemUser(),
    // The last 16 digits of a UUID hold 62 random bits; Node draws those of many at once.
    makeToken: () => randomUUID().replaceAll('-', '').slice(-16),
  };
}

/** The ids with which this process opens files (proc(5)); a container's user need not have a name. */
function systemUser(): User | undefined {
  let status: string;
  try {
    status = readFileSync('/proc/self/status', 'utf8');
  } catch {
    return undefined;
  }
  const numbers = (field: string): readonly number[] =>
    (new RegExp(`^${field}:(.*)$`, 'm').exec(status)?.[1] ?? '')
      .split(/\s+/)
      .filter(Boolean)
      .map(Number);
  const uid = numbers('Uid')[FILE_SYSTEM_ID];
  const gid = numbers('Gid')[FILE_SYSTEM_ID];
  if (uid === undefined || gid === undefined) return undefined;
  return { uid, groups: [gid, ...numbers('Groups')] };
}

/** After the real, effective and saved id. */
const FILE_SYSTEM_ID = 3;
