import { linkOr, syncFile } from '../paths/directory.js';
import { errnoOf } from '../errno.js';
import type { FsPort } from '../fs-port.js';
import { mapIoErrors, type IoErrors } from '../io-error.js';
import { entryOf, fenced, lockLost, type Participant, type Staged } from './participant.js';
import { encodeRecord } from './record.js';
import { stage } from './stage.js';
import { partRecord, type Transaction } from './transaction-record.js';

export interface TransactionOptions {
  readonly fs: FsPort;
  /** Of the transaction: names its entries in the lock directories. */
  readonly token: string;
  /** Aborts up to the commit point. */
  readonly signal: AbortSignal;
  readonly ioErrors: IoErrors;
  /** Called when the outcome of an undo is left to the next user of the files. */
  readonly abandon: () => void;
}

/** Records first, the coordinator's before all others; then everything that a switch or an undo will need. */
export async function stageAll(
  transaction: Transaction,
  options: TransactionOptions,
): Promise<readonly Staged[] | undefined> {
  const { participants, token } = transaction;
  const { fs } = options;
  for (const participant of participants) {
    const record = encodeRecord(partRecord(transaction, participant));
    mapIoErrors(options.ioErrors, participant.shown, () => {
      fenced(participant, () => {
        fs.writeSmall(entryOf({ participant, token }, 'part'), record, 0o644);
      });
    });
  }
  // All are waited for, also when one fails: what is still being written must not outlive the locks.
  const results = await Promise.allSettled(
    participants.map((participant) =>
      staging(participant, options, async () => {
        await syncFile(fs, entryOf({ participant, token }, 'part'));
        return stage(fs, participant, token);
      }),
    ),
  );
  const staged: Staged[] = [];
  for (const result of results) {
    if (result.status === 'rejected')
      throw options.ioErrors(result.reason, transaction.coordinator.shown);
    if (result.value === undefined) return undefined;
    staged.push(result.value);
  }
  try {
    await Promise.all(participants.map(({ lock }) => lock.directory.sync()));
  } catch (error) {
    throw options.ioErrors(error, transaction.coordinator.shown);
  }
  return staged;
}

/** What is missing while a file is staged is either our lock, which we have lost, or the file itself. */
export async function staging(
  participant: Participant,
  { ioErrors }: TransactionOptions,
  step: () => Promise<Staged | undefined>,
): Promise<Staged | undefined> {
  try {
    return await step();
  } catch (error) {
    // Whatever went wrong, with the lock gone the reason is that another has cleared our entries away.
    if (!participant.lock.isHeld()) throw lockLost(participant);
    if (errnoOf(error) !== 'ENOENT') throw ioErrors(error, participant.shown);
    return undefined;
  }
}

/** The journal is a second name of the coordinator's record, so it cannot be made once that is cleaned up. */
export function prepare(
  { participants, coordinator, token }: Transaction,
  options: TransactionOptions,
): void {
  const { fs } = options;
  for (const participant of participants)
    if (!participant.lock.isHeld()) throw lockLost(participant);
  const [part, journal] = [
    entryOf({ participant: coordinator, token }, 'part'),
    entryOf({ participant: coordinator, token }, 'journal'),
  ];
  mapIoErrors(options.ioErrors, coordinator.shown, () => {
    fenced(coordinator, () => {
      linkOr(fs, part, journal, () => {
        fs.writeSmall(journal, fs.readSmall(part), 0o644);
      });
    });
  });
}
