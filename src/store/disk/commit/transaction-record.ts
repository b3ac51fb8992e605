import { relative } from 'node:path';
import type { Participant } from './participant.js';
import type { DirectoryRef, FileRecord, PartRecord } from './record.js';
import type { UndoTarget } from './undo.js';

/** The files of one transaction. */
export interface Transaction {
  readonly participants: readonly Participant[];
  /** The first of them, whose lock directory holds the journal. */
  readonly coordinator: Participant;
  readonly token: string;
}

/** What the holder of the locks needs to take its own change of one file back. */
export function undoTarget(
  { coordinator, token }: Transaction,
  participant: Participant,
): UndoTarget {
  return {
    directory: participant.lock.directory,
    record: fileRecord(coordinator, participant),
    token,
    undoer: token,
  };
}

/** The `part` entry of one file of the transaction. */
export function partRecord(
  { participants, coordinator }: Transaction,
  participant: Participant,
): PartRecord {
  if (participant === coordinator) {
    return { role: 'coordinator', files: participants.map((one) => fileRecord(coordinator, one)) };
  }
  return {
    role: 'participant',
    coordinator: { ...directoryRef(participant, coordinator), name: coordinator.name },
  };
}

function fileRecord(
  coordinator: Participant,
  { step, name, before, content, ...rest }: Participant,
): FileRecord {
  return {
    ...directoryRef(coordinator, rest),
    name,
    step,
    ...(before && { before: before.hash }),
    ...(content && { after: content.hash }),
  };
}

function directoryRef(
  from: Pick<Participant, 'lock'>,
  to: Pick<Participant, 'lock'>,
): DirectoryRef {
  const { directory, dev, ino } = to.lock.directory.anchor;
  return {
    directory: relative(from.lock.directory.anchor.directory, directory),
    dev: String(dev),
    ino: String(ino),
  };
}
