import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { hostname, uptime } from 'node:os';

/** Who holds a lock, in terms that another process can check. */
export interface Holder {
  readonly host: string;
  /** Id of this boot of the machine, and of the namespace in which `pid` counts; empty where unknown. */
  readonly boot: string;
  readonly pidNamespace: string;
  readonly pid: number;
  /** When the process started, in the kernel's clock ticks; tells a reused pid from the first. */
  readonly started: string;
}

/** What the store needs to know of processes; tests put simulated ones in its place. */
export interface Processes {
  readonly self: Holder;
  /** When this machine was started, in milliseconds since the epoch. */
  readonly bootedAt: number;
  /** Whether the holder is certainly gone. A process that cannot be looked at counts as alive. */
  isDead(holder: Holder): boolean;
}

/** The processes of this machine through `/proc`; without it nobody is ever known to be dead. */
export function systemProcesses(): Processes {
  const pid = Number(readLink('/proc/self')) || 0;
  const self: Holder = {
    host: hostname(),
    boot: readText('/proc/sys/kernel/random/boot_id'),
    pidNamespace: readLink('/proc/self/ns/pid'),
    pid,
    started: procStat(pid).started,
  };
  return {
    self,
    bootedAt: Date.now() - uptime() * 1000,
    isDead: (holder) => {
      const isKnown = self.boot !== '' && self.pidNamespace !== '';
      if (!isKnown || holder.boot !== self.boot || holder.pidNamespace !== self.pidNamespace)
        return false;
      if (!existsSync(`/proc/${String(holder.pid)}`)) return true;
      const { state, started } = procStat(holder.pid);
      // A killed process that its parent has not yet waited for still has a pid but runs no more.
      if (state === 'Z' || state === 'X') return true;
      return started !== '' && holder.started !== '' && started !== holder.started;
    },
  };
}

/** Fields 3 and 22 of `/proc/PID/stat` (proc(5)); the name before them may hold blanks and brackets. */
function procStat(pid: number): { readonly state: string; readonly started: string } {
  const stat = readText(`/proc/${String(pid)}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', started: fields[19] ?? '' };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
