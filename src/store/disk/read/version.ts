import { createHash } from 'node:crypto';
import { asHash, hashOf, type Hash } from '../../../core/hash.js';
import type { FsPort, Stat } from '../fs-port.js';
import { CHUNK_BYTES, scratch } from './scratch.js';

/** One version of a file as read through one descriptor, with the kernel's facts of it. */
export interface FileVersion {
  readonly stat: Stat;
  readonly bytes: Buffer;
  /** Of the bytes, or of those that an earlier read found under the same facts: `isHashed` tells. */
  readonly hash: Hash;
  /** Whether `hash` is that of the bytes. Hashes them if that was not done yet. */
  isHashed(): boolean;
}

/** Whether two looks at a file saw the same bytes as far as the kernel tells; a link or chmod between does not count. */
export function isSameContent(a: Stat, b: Stat): boolean {
  return a.ino === b.ino && a.dev === b.dev && a.size === b.size && a.mtimeNs === b.mtimeNs;
}

/** Old kernels stamp with a clock of 1 to 4 ms; 50 ms leaves room for coarser file systems. */
const RACY_NS = 50_000_000n;

/** Whether a change just after `stat` might carry the same time stamp (the "racy git" rule); `now` by the same clock. */
export function isRacy(stat: Stat, nowNs: bigint): boolean {
  return nowNs - stat.mtimeNs < RACY_NS;
}

/** Reads an open file whole. Gives `undefined` if it changed meanwhile. With a hash `known` it does not hash. */
export async function readVersion(
  fs: FsPort,
  fd: number,
  stat: Stat,
  known?: Hash,
): Promise<FileVersion | undefined> {
  const bytes = Buffer.allocUnsafeSlow(stat.size);
  // A short file is read faster than the thread pool is asked.
  const isShort = bytes.length <= CHUNK_BYTES;
  let filled = 0;
  while (filled < bytes.length) {
    const rest = bytes.subarray(filled);
    const count = isShort ? fs.readSync(fd, rest, filled) : await fs.read(fd, rest, filled);
    if (count === 0) return undefined;
    filled += count;
  }
  if (!isSameContent(fs.fstat(fd), stat)) return undefined;
  let isHashed = known === undefined ? true : undefined;
  const hash = known ?? hashOf(bytes);
  return { stat, bytes, hash, isHashed: () => (isHashed ??= hashOf(bytes) === hash) };
}

/** Hash of what stands at an open descriptor now, without giving way to other work. */
export function hashNow(fs: FsPort, fd: number): Hash {
  const digest = createHash('sha256');
  const chunk = scratch();
  for (let position = 0; ;) {
    const count = fs.readSync(fd, chunk, position);
    if (count === 0) return asHash(digest.digest('hex'));
    digest.update(chunk.subarray(0, count));
    position += count;
  }
}
