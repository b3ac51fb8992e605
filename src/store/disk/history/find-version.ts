import { asHash, hashOf } from '../../../core/hash.js';
import type { Hash, HashPrefix } from '../../../core/hash.js';
import { readLines } from './change-log.js';
import { restore } from './delta.js';
import type { Home } from './home.js';
import { readKept, type ReadOptions } from './kept-versions.js';
import { afterMark, beforeMark, type LogFile } from './log-line.js';

/** A version of a file. */
interface Wanted {
  /** As the log names it. */
  readonly path: string;
  readonly hash: HashPrefix;
}

/** A version by its bytes. */
interface Found {
  readonly bytes: Buffer;
  readonly hash: Hash;
}

const HASH_DIGITS = 64;
const NOTHING = Buffer.alloc(0);

/**
 * Finds a version that the log tells of: one that is kept because a change has replaced it, or one that comes
 * of such a version, over which another program has written.
 */
export async function findVersion(
  home: Home,
  wanted: Wanted,
  options: ReadOptions,
): Promise<Found | undefined> {
  const hash = await formerHash(home, wanted, options);
  const bytes = hash && (await readKept(home, hash, options));
  return bytes ? { bytes, hash } : rebuild(home, wanted, options);
}

async function rebuild(
  home: Home,
  { path, hash }: Wanted,
  options: ReadOptions,
): Promise<Found | undefined> {
  for await (const { files } of readLines(options.fs, home.log, {
    book: 'deltas',
    mark: afterMark(hash),
  })) {
    for (const file of files) {
      if (file.path !== path || file.after?.startsWith(hash) !== true) continue;
      const found = await applyDelta(home, file, options);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

async function applyDelta(
  home: Home,
  { before, after, delta }: LogFile,
  options: ReadOptions,
): Promise<Found | undefined> {
  if (after === undefined || delta === undefined) return undefined;
  const base = before === undefined ? NOTHING : await readKept(home, before, options);
  const bytes = base && restore(base, delta, options.maxFileSize);
  // The log may be anybody's, but a version is what its hash says.
  return bytes && hashOf(bytes) === after ? { bytes, hash: after } : undefined;
}

/**
 * The hash of the version that a file once had, by the log: the same bytes may be kept because of another
 * file, which the caller must not know of.
 */
async function formerHash(
  home: Home,
  { path, hash }: Wanted,
  { fs }: ReadOptions,
): Promise<Hash | undefined> {
  const found = new Set<string>();
  for await (const { files } of readLines(fs, home.log, { mark: beforeMark(hash) })) {
    for (const { before, ...file } of files) {
      if (before?.startsWith(hash) === true && concerns(file, path)) found.add(before);
    }
    if (found.size > 0 && hash.length === HASH_DIGITS) break;
  }
  const [only] = found;
  return only === undefined || found.size > 1 ? undefined : asHash(only);
}

function concerns({ path, from }: Pick<LogFile, 'path' | 'from'>, wanted: string): boolean {
  return path === wanted || from === wanted;
}
