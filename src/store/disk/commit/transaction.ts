import { isLocklineError, LocklineError } from '../../../core/errors.js';
import { errnoOf, succeeds } from '../errno.js';
import { mapIoErrors } from '../io-error.js';
import {
  entryOf,
  hashAt,
  lockLost,
  switchFile,
  targetOf,
  type Participant,
  type Staged,
} from './participant.js';
import { prepare, stageAll, staging, type TransactionOptions } from './prepare.js';
import { stage } from './stage.js';
import { undoTarget, type Transaction } from './transaction-record.js';
import { undoFile } from './undo.js';

/*
 * The commit protocol. The states are functions, in order:
 *
 *   one file:      staged -> switched                        the rename is the commit
 *   several files: staged -> prepared -> switched -> committed
 *                                 \-> undone (also by whoever finds the journal after a crash)
 *
 * The journal lies in the lock directory of the first file, the coordinator. While it is there the
 * transaction is to be undone; the moment it is unlinked the transaction is committed. Holder and recoverer
 * race for its name, so exactly one of the two happens.
 */

/** How a transaction ended: `changed` means that an outsider changed a file first; nothing is written. */
export type Outcome = 'committed' | 'changed';

/**
 * Publishes all files or none. All locks are held by the caller, who releases them afterwards, the first
 * file's last. Throws LOCK_LOST, CHANGED_ON_DISK, IN_DOUBT, or the errno of a call that failed; nothing is
 * changed then, except for IN_DOUBT.
 */
export async function commit(
  participants: readonly Participant[],
  options: TransactionOptions,
): Promise<Outcome> {
  const [first, ...others] = participants;
  if (first === undefined) return 'committed';
  if (others.length === 0) return commitOne(first, options);
  return commitAll({ participants, coordinator: first, token: options.token }, options);
}

async function commitOne(participant: Participant, options: TransactionOptions): Promise<Outcome> {
  const { fs, token, signal } = options;
  const staged = await staging(participant, options, () => stage(fs, participant, token));
  signal.throwIfAborted();
  if (staged === undefined) return 'changed';
  const switched = switchOrUndo(staged, options);
  if (switched === 'changed') return 'changed';
  await confirm(participant, participant.lock.directory.anchor.sync());
  return 'committed';
}

/** A switch that cannot be checked afterwards is taken back like one that an outsider got into. */
function switchOrUndo(
  staged: Staged,
  { fs, ioErrors }: TransactionOptions,
): 'switched' | 'changed' {
  const { participant, token } = staged;
  let failure: Error;
  try {
    const switched = switchFile(fs, staged);
    if (switched !== 'overtaken') return switched;
    failure = new LocklineError('CHANGED_ON_DISK', { path: participant.shown });
  } catch (error) {
    failure = ioErrors(error, participant.shown);
    if (isLocklineError(failure) && failure.code === 'LOCK_LOST') throw failure;
  }
  try {
    undoFile(
      fs,
      undoTarget({ coordinator: participant, participants: [participant], token }, participant),
    );
  } catch (error) {
    throw notUndone(participant, error);
  }
  throw failure;
}

async function commitAll(transaction: Transaction, options: TransactionOptions): Promise<Outcome> {
  const staged = await stageAll(transaction, options);
  options.signal.throwIfAborted();
  if (staged === undefined) return 'changed';
  prepare(transaction, options);
  try {
    await transaction.coordinator.lock.directory.syncEntries();
    const outcome = switchAll(staged, options);
    if (outcome === 'changed') {
      await rollBack(transaction, options);
      return outcome;
    }
    await Promise.all(transaction.participants.map(({ lock }) => lock.directory.anchor.sync()));
  } catch (error) {
    await rollBack(transaction, options);
    throw options.ioErrors(error, transaction.coordinator.shown);
  }
  await finish(transaction, options);
  return 'committed';
}

/** No other work of this process comes between the files. */
function switchAll(staged: readonly Staged[], options: TransactionOptions): Outcome {
  for (const one of staged) {
    const { participant } = one;
    const switched = mapIoErrors(options.ioErrors, participant.shown, () =>
      switchFile(options.fs, one),
    );
    if (switched === 'overtaken')
      throw new LocklineError('CHANGED_ON_DISK', { path: participant.shown });
    if (switched === 'changed') return 'changed';
  }
  return 'committed';
}

/** The commit point, and its confirmation by the disk. */
async function finish(transaction: Transaction, options: TransactionOptions): Promise<void> {
  const { coordinator, token } = transaction;
  let isCommitted;
  try {
    isCommitted = succeeds(['ENOENT'], () => {
      options.fs.unlink(entryOf({ participant: coordinator, token }, 'journal'));
    });
  } catch (error) {
    await rollBack(transaction, options);
    throw options.ioErrors(error, coordinator.shown);
  }
  if (!isCommitted) {
    options.abandon();
    throw journalGone(transaction, options.fs);
  }
  await confirm(coordinator, coordinator.lock.directory.syncEntries());
}

/** Takes back what is switched, if nobody has begun to do so after taking our locks. */
async function rollBack(
  transaction: Transaction,
  { fs, abandon }: TransactionOptions,
): Promise<void> {
  const { participants, coordinator, token } = transaction;
  const at = (kind: string): string => entryOf({ participant: coordinator, token }, kind);
  try {
    const isOurs = succeeds(['ENOENT'], () => {
      fs.rename(at('journal'), at('recov'));
    });
    if (!isOurs) throw journalGone(transaction, fs);
    for (const participant of participants) undoFile(fs, undoTarget(transaction, participant));
    await Promise.all(participants.map(({ lock }) => lock.directory.anchor.sync()));
    fs.unlink(at('recov'));
  } catch (error) {
    abandon();
    if (isLocklineError(error)) throw error;
    throw notUndone(coordinator, error);
  }
}

/**
 * A taker undoes before the journal leaves his hands. Where it is in nobody's and our content stands all the
 * same, another program has removed it (a clean-up of ignored files, say), and nobody will undo any more.
 */
function journalGone(
  { coordinator, participants, token }: Transaction,
  fs: TransactionOptions['fs'],
): LocklineError {
  if (coordinator.lock.directory.has(`recov-${token}`)) return lockLost(coordinator);
  const left = participants.find(
    (participant) =>
      participant.content !== undefined &&
      hashAt(fs, targetOf(participant)) === participant.content.hash,
  );
  if (left === undefined) return lockLost(coordinator);
  const reason =
    'another program removed the records of the change while it was made, so some of its files may have the new content and others the old';
  return new LocklineError('IN_DOUBT', { path: left.shown, reason });
}

function notUndone({ shown }: Participant, error: unknown): LocklineError {
  const cause = errnoOf(error) ?? 'unknown';
  const reason = `taking back a half-done change failed (${cause}); the next use of the file completes it`;
  return new LocklineError('IN_DOUBT', { path: shown, reason });
}

/** After the commit point a failed sync can no longer be taken back. */
async function confirm(participant: Participant, sync: Promise<void>): Promise<void> {
  try {
    await sync;
  } catch (error) {
    const reason = `the change is in place, but the disk did not confirm it (${errnoOf(error) ?? 'unknown'})`;
    throw new LocklineError('IN_DOUBT', { path: participant.shown, reason });
  }
}
