import type { Action, Content, Meaning, Snapshot } from '../../../core/change.js';
import { isSame } from '../../../core/content.js';
import { LocklineError } from '../../../core/errors.js';
import type { Hash } from '../../../core/hash.js';
import type { FilePath } from '../../../core/path.js';
import type { NextVersion } from '../../store.js';
import type { Locks, Target } from '../lock/acquire.js';
import type { Disk } from '../disk.js';
import { unless } from '../errno.js';
import type { FsPort, Stat } from '../fs-port.js';
import type { LockDirectory } from '../lock/lock-directory.js';
import type { OpenFile } from '../paths/open-target.js';
import type { Model, Participant } from './participant.js';
import { readVersion, type FileVersion } from '../read/version.js';

/** A file as it is before a transaction; open until the transaction ends, so that its inode is not reused. */
interface FoundFile {
  readonly file: OpenFile;
  readonly version: FileVersion;
}

export type FoundFiles = ReadonlyMap<FilePath, FoundFile>;

/** What becomes of one file: never to be without a file before and after. */
export interface Change {
  readonly target: Target;
  readonly found: FoundFile | undefined;
  readonly content: Content | undefined;
  readonly model: Model | undefined;
  readonly action: Action;
  /** For a move, of the file in its new place: where it was. */
  readonly from: FilePath | undefined;
  /** Name of the encoding that the caller gave; absent for `auto`. */
  readonly encoding: string | undefined;
  /** Of a change that was rebased. */
  readonly meant: Meaning | undefined;
}

/** How often a file may change while it is read before that is told. */
const MAX_READS = 5;

/** Gives the hash of an earlier read under the same facts, if it is to be believed. */
export type KnownHash = (stat: Stat) => Hash | undefined;

/**
 * Opens and reads the files that exist; those of which `known` gives a hash are not hashed. Throws what
 * opening throws, FILE_TOO_LARGE, CHANGED_ON_DISK.
 */
export async function openVersions(
  targets: readonly Target[],
  known: KnownHash,
  disk: Disk,
): Promise<FoundFiles> {
  const found = new Map<FilePath, FoundFile>();
  try {
    for (const target of targets) {
      const one = await openVersion(target, known, disk);
      if (one !== undefined) found.set(target.path, one);
    }
    return found;
  } catch (error) {
    closeVersions(found, disk);
    throw error;
  }
}

export function closeVersions(found: FoundFiles, { fs }: Disk): void {
  for (const { file } of found.values()) fs.close(file.fd);
}

export function snapshotsOf(found: FoundFiles): ReadonlyMap<FilePath, Snapshot> {
  return new Map(
    [...found].map(([path, { version }]) => [
      path,
      { path, bytes: version.bytes, hash: version.hash },
    ]),
  );
}

/** The files that are to be different, in the order of the targets. */
export function changesOf(
  next: readonly NextVersion[],
  targets: readonly Target[],
  found: FoundFiles,
): readonly Change[] {
  const byPath = new Map(next.map((version) => [version.path, version]));
  return targets.flatMap((target) => {
    const version = byPath.get(target.path);
    const before = found.get(target.path);
    if (version === undefined || isSame(version.content, before?.version.bytes)) return [];
    const { content, action, from, mode, encoding, meant } = version;
    const likeFile = (before ?? (from && found.get(from)))?.file.stat;
    const model = likeFile ?? (mode === undefined ? undefined : { mode });
    return [{ target, found: before, content, model, action, from, encoding, meant }];
  });
}

/** Refuses a change that cannot be made without a silent loss. Throws what `Refusals` do, and FILE_TOO_LARGE. */
export function checkChange({ target, found, content }: Change, disk: Disk): void {
  const { anchor, shown } = target;
  if (content !== undefined) checkSize(content.size, disk.maxFileSize, shown);
  disk.refusals({ anchor, shown, file: found?.file, ownLinks: ownLinks(target, found, disk) });
}

export function participantOf(
  { target, found, content, model }: Change,
  locks: Locks,
): Participant {
  const { name, shown } = target;
  const step = content === undefined ? 'delete' : found === undefined ? 'create' : 'edit';
  return { lock: locks.of(target), name, shown, step, before: found?.version, content, model };
}

async function openVersion(
  target: Target,
  known: KnownHash,
  disk: Disk,
): Promise<FoundFile | undefined> {
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const file = disk.openTarget(target.anchor, target.path);
    if (file === undefined) return undefined;
    let version: FileVersion | undefined;
    try {
      checkSize(file.stat.size, disk.maxFileSize, target.shown);
      version = await readVersion(disk.fs, file.fd, file.stat, known(file.stat));
      if (version !== undefined) return { file, version };
    } catch (error) {
      throw disk.ioErrors(error, target.shown);
    } finally {
      if (version === undefined) disk.fs.close(file.fd);
    }
  }
  throw new LocklineError('CHANGED_ON_DISK', { path: target.shown });
}

function checkSize(size: number, limit: number, shown: string): void {
  if (size > limit) throw new LocklineError('FILE_TOO_LARGE', { path: shown, size, limit });
}

/** Hard links to the file that are Lockline's own, and not somebody's name for it. */
function ownLinks(
  { path, directory }: Target,
  found: FoundFile | undefined,
  { fs, history }: Disk,
): number {
  if (found === undefined || found.file.stat.nlink === 1) return 0;
  return linksIn(directory, found.file.stat, fs) + history.releaseLive(path, found.version);
}

/** Those that lie in its lock directory: backups of transactions that were cut short. */
function linksIn(directory: LockDirectory, { ino }: Stat, fs: FsPort): number {
  const entries = directory.entries() ?? [];
  const links = entries.filter(
    ({ name }) => unless(['ENOENT', 'ENOTDIR'], () => fs.lstat(directory.at(name)))?.ino === ino,
  );
  return links.length;
}
