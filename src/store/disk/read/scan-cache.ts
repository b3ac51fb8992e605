import type { Hash } from '../../../core/hash.js';
import type { KnownFile } from '../../../core/scan/scan.js';
import type { Clock } from '../clock.js';
import { tellsEveryChange } from '../paths/file-systems.js';
import type { FsPort, Stat } from '../fs-port.js';
import { isSameContent } from './version.js';

/**
 * What is known of large files from earlier reads, for as long as the kernel tells that they have not
 * changed. Only reads believe it: whoever writes begins with it and looks at the bytes before he is done.
 */
export interface ScanCache {
  /** What is known of the version that `stat` tells of. */
  find(stat: Stat, encoding: string): KnownFile | undefined;
  /** Hash of the version that `stat` tells of, if it is known. */
  readonly findHash: (stat: Stat) => Hash | undefined;
  /** The time, in nanoseconds since the epoch. */
  now(): bigint;
  /** Takes note of a version, if every later change of it must show in what `find` is given. */
  keep(version: ScannedVersion, known: KnownFile): void;
}

interface ScannedVersion {
  /** From before the scan, and no other since. */
  readonly stat: Stat;
  /** When `stat` was taken: nanoseconds since the epoch. */
  readonly nowNs: bigint;
  /** As the reader named it. */
  readonly encoding: string;
  /** A path that leads to the file. */
  readonly at: string;
}

interface Parts {
  readonly fs: FsPort;
  readonly clock: Clock;
}

/** Smaller files are hashed as fast as they are looked up. */
const SMALLEST_BYTES = 1 << 14;
const MOST_FILES = 64;
/** Kernels stamp with a clock that moves every 1 to 10 ms. */
const FINE_NS = 50_000_000n;
/** Where times are whole seconds the clock of the file system may move by one or two. */
const COARSE_NS = 3_000_000_000n;
const SECOND_NS = 1_000_000_000n;

export function createScanCache({ fs, clock }: Parts): ScanCache {
  const files = new Map<string, { readonly stat: Stat; readonly known: KnownFile }>();
  const devices = new Map<bigint, boolean>();

  const isTold = ({ dev }: Stat, at: string): boolean => {
    const known = devices.get(dev) ?? tellsEveryChange(fs.fsType(at));
    devices.set(dev, known);
    return known;
  };

  return {
    now: () => BigInt(Math.floor(clock.wall())) * 1_000_000n,
    find(stat, encoding) {
      const key = keyOf(stat, encoding);
      const entry = files.get(key);
      if (entry === undefined) return undefined;
      files.delete(key);
      if (!isUntouched(entry.stat, stat)) return undefined;
      // The last used last: the first is the one to go.
      files.set(key, entry);
      return entry.known;
    },
    findHash: (stat) => {
      const facts = [...files.values()].find((entry) => isUntouched(entry.stat, stat))?.known.facts;
      return facts?.binaryAt === undefined ? facts?.hash : undefined;
    },
    keep({ stat, nowNs, encoding, at }, known) {
      if (stat.size < SMALLEST_BYTES || !isSettled(stat, nowNs) || !isTold(stat, at)) return;
      files.set(keyOf(stat, encoding), { stat, known });
      const [oldest] = files.keys();
      if (files.size > MOST_FILES && oldest !== undefined) files.delete(oldest);
    },
  };
}

/** Whether nothing at all was done to a file between two looks: even a time that was set back moves the ctime. */
export function isUntouched(a: Stat, b: Stat): boolean {
  return isSameContent(a, b) && a.ctimeNs === b.ctimeNs;
}

/** Whether a change just after the look must get another time stamp than the last one has. */
function isSettled({ mtimeNs, ctimeNs }: Stat, nowNs: bigint): boolean {
  const isCoarse = mtimeNs % SECOND_NS === 0n && ctimeNs % SECOND_NS === 0n;
  const last = mtimeNs > ctimeNs ? mtimeNs : ctimeNs;
  return nowNs - last >= (isCoarse ? COARSE_NS : FINE_NS);
}

function keyOf({ dev, ino }: Stat, encoding: string): string {
  return `${String(dev)} ${String(ino)} ${encoding}`;
}
