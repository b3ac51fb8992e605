import { resolve as resolvePath } from 'node:path';
import { LocklineError } from '../../../core/errors.js';
import type { OnDoubt } from '../../store.js';
import type { Anchor } from '../paths/anchor.js';
import type { Blocker } from '../lock/claim.js';
import { succeeds } from '../errno.js';
import type { FsPort } from '../fs-port.js';
import { lockDirectory, lockName, type LockDirectory } from '../lock/lock-directory.js';
import { isLocked, type HeldLock } from '../lock/lock.js';
import { readRecord, type DirectoryRef, type FileRecord } from '../commit/record.js';
import { fence, undoFile } from '../commit/undo.js';

/** What recovery needs of the store. */
export interface RecoveryOptions {
  readonly fs: FsPort;
  /** Tries once to take a lock. */
  readonly tryLock: (directory: LockDirectory) => Promise<HeldLock | Blocker>;
  /** Opens a directory by its real path: `missing` where there is none, `hidden` outside the roots. */
  readonly openDirectory: (real: string) => Anchor | 'missing' | 'hidden';
  /** How messages name a file of an anchored directory. */
  readonly show: (anchor: Anchor, name: string) => string;
  /** What to do with a transaction whose coordinator cannot be seen. */
  readonly onDoubt: OnDoubt;
  /** Told of every transaction that was taken back. */
  readonly onUndone: (files: readonly string[]) => void;
}

/**
 * Resolves everything that former holders left in a lock that was just taken over, before its file is read.
 * Gives who stands in the way if a lock that is needed for it is held. Can be interrupted at any call and
 * repeated by anybody. Throws IN_DOUBT, or the errno of a call that failed.
 */
export async function recoverLock(
  lock: HeldLock,
  options: RecoveryOptions,
): Promise<Blocker | undefined> {
  fence(options.fs, lock.directory);
  for (const token of transactionsIn(lock.directory)) {
    const blocker = await resolveTransaction(lock, token, options);
    if (blocker !== undefined) return blocker;
  }
  return undefined;
}

/** Lets a lock go: for good if nothing is left in it, else for the next to resolve the rest. */
export async function settle(lock: HeldLock): Promise<void> {
  if (transactionsIn(lock.directory).length === 0) await lock.release();
  else await lock.giveUp();
}

function transactionsIn(directory: LockDirectory): readonly string[] {
  const entries = directory.entries() ?? [];
  // The tokens of these are of processes, not of transactions.
  const ofTransactions = entries.filter(
    ({ kind }) => kind !== 'hb' && kind !== 'id' && kind !== 'undo',
  );
  return [...new Set(ofTransactions.map(({ token }) => token))];
}

async function resolveTransaction(
  lock: HeldLock,
  token: string,
  options: RecoveryOptions,
): Promise<Blocker | undefined> {
  const { directory } = lock;
  const record = readRecord(options.fs, directory, token);
  if (record?.role === 'coordinator')
    return resolveAll({ lock, files: record.files, token }, lock, options);
  // Without a record the transaction was of this file alone, or never prepared.
  const coordinator =
    record && openCoordinator({ from: directory, token }, record.coordinator, options);
  if (coordinator === undefined) {
    discard(directory, token);
    return undefined;
  }
  try {
    return await resolveThrough(coordinator, { lock, token }, options);
  } finally {
    coordinator.anchor.close();
  }
}

/** The coordinator's record is the first to come and the last to go: without it nothing is left to undo. */
async function resolveThrough(
  coordinator: LockDirectory,
  { lock, token }: { readonly lock: HeldLock; readonly token: string },
  options: RecoveryOptions,
): Promise<Blocker | undefined> {
  const blocker = coordinator.has(`part-${token}`)
    ? await resolveAt(coordinator, { lock, token }, options)
    : undefined;
  if (blocker === undefined) discard(lock.directory, token);
  return blocker;
}

async function resolveAt(
  coordinator: LockDirectory,
  { lock, token }: { readonly lock: HeldLock; readonly token: string },
  options: RecoveryOptions,
): Promise<Blocker | undefined> {
  const first = await options.tryLock(coordinator);
  if (!isLocked(first)) return first;
  try {
    const record = readRecord(options.fs, coordinator, token);
    if (record?.role !== 'coordinator') return undefined;
    return await resolveAll({ lock: first, files: record.files, token }, lock, options);
  } finally {
    await settle(first);
  }
}

interface Unresolved {
  /** Of the coordinator. */
  readonly lock: HeldLock;
  readonly files: readonly FileRecord[];
  readonly token: string;
}

/** Takes all locks that still belong to the transaction, then lets the journal decide. */
async function resolveAll(
  unresolved: Unresolved,
  own: HeldLock,
  options: RecoveryOptions,
): Promise<Blocker | undefined> {
  const held = new Set([unresolved.lock.directory.key, own.directory.key]);
  const claimed: HeldLock[] = [];
  const opened: Anchor[] = [];
  try {
    const parts: Part[] = [];
    for (const record of unresolved.files) {
      const directory = openPart(unresolved, record, options);
      if (directory === undefined) continue;
      opened.push(directory.anchor);
      if (!directory.has(`part-${unresolved.token}`)) continue;
      const outcome = held.has(directory.key) ? undefined : await options.tryLock(directory);
      if (outcome !== undefined && !isLocked(outcome)) return outcome;
      if (outcome !== undefined) claimed.push(outcome);
      parts.push({ record, directory });
    }
    await decide(unresolved, parts, options);
    return undefined;
  } finally {
    for (const lock of claimed.reverse()) await settle(lock);
    for (const anchor of opened) anchor.close();
  }
}

interface Part {
  readonly record: FileRecord;
  readonly directory: LockDirectory;
}

async function decide(
  unresolved: Unresolved,
  parts: readonly Part[],
  options: RecoveryOptions,
): Promise<void> {
  const { fs } = options;
  const { token } = unresolved;
  const coordinator = unresolved.lock.directory;
  for (const { directory } of parts) fence(fs, directory);
  const [journal, recov] = [`journal-${token}`, `recov-${token}`];
  succeeds(['ENOENT'], () => {
    fs.rename(coordinator.at(journal), coordinator.at(recov));
  });
  if (coordinator.has(recov)) {
    const undoer = unresolved.lock.token;
    for (const { record, directory } of parts) undoFile(fs, { directory, record, token, undoer });
    await Promise.all(parts.map(({ directory }) => directory.anchor.sync()));
    options.onUndone(
      parts.map(({ record, directory }) => options.show(directory.anchor, record.name)),
    );
  }
  // That the journal is gone must be durable before anything that an undo would need is removed.
  await coordinator.syncEntries();
  for (const { directory } of [...parts].reverse())
    if (directory.key !== coordinator.key) discard(directory, token);
  coordinator.remove(recov);
  discard(coordinator, token);
}

/** Removes what a transaction has in a lock directory, its record last. */
function discard(directory: LockDirectory, token: string): void {
  const entries = (directory.entries() ?? []).filter((entry) => entry.token === token);
  for (const { kind, name } of entries) if (isOfTransaction(kind)) directory.remove(name);
  directory.remove(`part-${token}`);
}

function isOfTransaction(kind: string): boolean {
  return (
    kind === 'new' || kind === 'old' || kind === 'del' || kind === 'journal' || kind === 'recov'
  );
}

/** A transaction as seen from one lock directory. */
interface Seen {
  readonly from: LockDirectory;
  readonly token: string;
}

type FileRef = DirectoryRef & { readonly name: string };

/** The lock directory of the coordinator; `undefined` if the caller accepts what is there now. Throws IN_DOUBT. */
function openCoordinator(
  seen: Seen,
  coordinator: FileRef,
  options: RecoveryOptions,
): LockDirectory | undefined {
  const opened = openRef(seen, coordinator, options);
  if (typeof opened === 'object') return opened;
  if (options.onDoubt === 'accept-current') return undefined;
  throw inDoubt(seen.from, coordinator, options);
}

/** The lock directory of a file of a transaction; `undefined` if the file's directory was deleted since. */
function openPart(
  { lock, token }: Unresolved,
  record: FileRecord,
  options: RecoveryOptions,
): LockDirectory | undefined {
  const opened = openRef({ from: lock.directory, token }, record, options);
  if (typeof opened === 'object') return opened;
  if (opened === 'missing' || options.onDoubt === 'accept-current') return undefined;
  throw inDoubt(lock.directory, record, options);
}

/**
 * A device may have another number after a start of the machine or of a container: with the inode the same,
 * a record of the transaction shows that the directory is the one that was meant.
 */
function openRef(
  { from, token }: Seen,
  ref: FileRef,
  { fs, openDirectory }: RecoveryOptions,
): LockDirectory | 'missing' | 'hidden' {
  const anchor = openDirectory(resolvePath(from.anchor.directory, ref.directory));
  if (typeof anchor === 'string') return anchor;
  const directory = lockDirectory(fs, anchor, lockName(ref.name));
  const isSameDevice = String(anchor.dev) === ref.dev || directory.has(`part-${token}`);
  if (isSameDevice && String(anchor.ino) === ref.ino) return directory;
  anchor.close();
  return 'hidden';
}

function inDoubt(from: LockDirectory, ref: FileRef, options: RecoveryOptions): LocklineError {
  const reason = `a change of several files was interrupted, and ${ref.directory}/${ref.name} of it cannot be seen from here`;
  return new LocklineError('IN_DOUBT', { path: options.show(from.anchor, from.fileName), reason });
}
