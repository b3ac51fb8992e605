import type { Mutant } from './mutant.js';

const SYNC_COORDINATOR = `    await transaction.coordinator.lock.directory.syncEntries();
`;

/** Each takes away one thing that the protocol stands on. */
export const mutants: readonly Mutant[] = [
  {
    name: 'nothing is ever undone',
    file: 'commit/undo.ts',
    edits: [['export function undoFile(fs: FsPort, target: UndoTarget): void {', '$&\n  return;']],
    slice: 'crash',
  },
  {
    name: 'an undo does not look what stands there',
    file: 'commit/undo.ts',
    edits: [['record.after === undefined || hashAt(fs, path) !== record.after', 'false']],
    slice: 'outsiders',
  },
  {
    name: 'the undo of a create is not fenced',
    file: 'commit/undo.ts',
    edits: [
      [
        '  const grave = `undo-${undoer}`;',
        '  succeeds(GONE, () => fs.unlink(path));\n  return;\n$&',
      ],
    ],
    slice: 'stallRecovery',
  },
  {
    name: 'a taker leaves everything in place',
    file: 'commit/undo.ts',
    edits: [
      ['export function fence(fs: FsPort, directory: LockDirectory): void {', '$&\n  return;'],
    ],
    slice: 'duelOfSwitches',
  },
  {
    name: 'the journal comes after the switches',
    file: 'commit/transaction.ts',
    edits: [
      ['  prepare(transaction, options);\n', ''],
      [SYNC_COORDINATOR, ''],
      [
        '    const outcome = switchAll(staged, options);\n',
        `$&    prepare(transaction, options);\n${SYNC_COORDINATOR}`,
      ],
    ],
    slice: 'crash',
  },
  {
    name: 'there is no journal',
    file: 'commit/transaction.ts',
    edits: [
      ['  prepare(transaction, options);\n', ''],
      [
        "    isCommitted = succeeds(['ENOENT'], () => {",
        "    isCommitted = true; succeeds(['ENOENT'], () => {",
      ],
    ],
    slice: 'crash',
  },
  {
    name: 'the holder commits also when its journal was taken',
    file: 'commit/transaction.ts',
    edits: [['  if (!isCommitted) {', '  if (false) {']],
    slice: 'stall',
  },
  {
    name: 'the journal is not durable before the switches',
    file: 'commit/transaction.ts',
    edits: [[SYNC_COORDINATOR, '']],
    slice: 'power',
  },
  {
    name: 'the switches are not durable before the commit',
    file: 'commit/transaction.ts',
    edits: [
      [
        '    await Promise.all(transaction.participants.map(({ lock }) => lock.directory.anchor.sync()));\n',
        '',
      ],
    ],
    slice: 'power',
  },
  {
    name: 'the commit is not durable before the answer',
    file: 'commit/transaction.ts',
    edits: [['  await confirm(coordinator, coordinator.lock.directory.syncEntries());\n', '']],
    slice: 'powerUnfinished',
  },
  {
    name: 'the commit of one file is not durable before the answer',
    file: 'commit/transaction.ts',
    edits: [['  await confirm(participant, participant.lock.directory.anchor.sync());\n', '']],
    slice: 'power',
  },
  {
    name: 'new content is not durable before it is renamed',
    file: 'commit/stage.ts',
    edits: [['const synced = fs.fsync(fd);', 'const synced = Promise.resolve();']],
    slice: 'power',
  },
  {
    name: 'staged entries are not durable before the journal',
    file: 'commit/prepare.ts',
    edits: [
      ['    await Promise.all(participants.map(({ lock }) => lock.directory.sync()));\n', ''],
    ],
    slice: 'power',
  },
  {
    name: 'records are not durable before the journal',
    file: 'commit/prepare.ts',
    edits: [["        await syncFile(fs, entryOf({ participant, token }, 'part'));\n", '']],
    slice: 'powerUnfinished',
  },
  {
    name: 'new directories are not durable',
    file: 'commit/parents.ts',
    edits: [['    await anchor.sync();\n', '']],
    slice: 'power',
  },
  {
    name: 'an undo is not durable before its record is removed',
    file: 'recovery/recover.ts',
    edits: [
      ['    await Promise.all(parts.map(({ directory }) => directory.anchor.sync()));\n', ''],
    ],
    slice: 'powerInRecovery',
  },
  {
    name: 'the end of a journal is not durable before the rest is removed',
    file: 'recovery/recover.ts',
    edits: [['  await coordinator.syncEntries();\n', '']],
    slice: 'powerInRecovery',
  },
  {
    name: 'a recoverer does not take the journal from its holder',
    file: 'recovery/recover.ts',
    edits: [
      ['coordinator.has(recov)) {', 'coordinator.has(recov) || coordinator.has(journal)) {'],
      ['    fs.rename(coordinator.at(journal), coordinator.at(recov));\n', ''],
    ],
    slice: 'duel',
  },
  {
    name: "the coordinator's record goes before the files are put back",
    file: 'recovery/recover.ts',
    edits: [
      [
        '    const undoer = unresolved.lock.token;\n',
        '$&    coordinator.remove(`part-${token}`);\n',
      ],
    ],
    slice: 'powerInRecovery',
  },
  {
    name: 'a recoverer lets go what it could not resolve',
    file: 'recovery/recover.ts',
    edits: [['  else await lock.giveUp();', '  else await lock.release();']],
    slice: 'contestOfMany',
  },
  {
    name: 'a lock that was taken over is used as it is',
    file: 'lock/acquire.ts',
    edits: [['if (!isLocked(outcome) || !outcome.tookOver) return outcome;', 'return outcome;']],
    slice: 'crash',
  },
  {
    name: 'a file is not looked at again before the switch',
    file: 'commit/participant.ts',
    edits: [["  if (!isUnchanged(fs, staged)) return 'changed';\n", '']],
    slice: 'outsiders',
  },
  {
    name: 'what was replaced is not looked at again',
    file: 'commit/participant.ts',
    edits: [['  if (baseline === undefined) return true;\n', '  return true;\n']],
    slice: 'outsiders',
  },
  {
    name: 'a young time stamp is trusted',
    file: 'read/version.ts',
    edits: [['return nowNs - stat.mtimeNs < RACY_NS;', 'return false;']],
    slice: 'outsiders',
  },
  {
    name: 'a delete is not fenced',
    file: 'commit/participant.ts',
    edits: [
      [
        "  const gone = `${entryOf(staged, 'del')}/gone`;",
        "  const gone = entryOf(staged, 'old');",
      ],
    ],
    slice: 'duelOfSwitches',
  },
  {
    name: 'a note is believed whoever wrote it',
    file: 'lock/heartbeat.ts',
    edits: [['note?.token === heartbeat.token', 'note !== undefined']],
    slice: 'contest',
  },
  {
    name: 'a lock is let go without a look whether it is still held',
    file: 'lock/claim.ts',
    edits: [['held === undefined || !directory.has(held.name)', 'held === undefined']],
    slice: 'duel',
  },
  {
    name: 'a lock is taken over by removing it and making it anew',
    file: 'lock/claim.ts',
    edits: [
      [
        '    options.fs.rename(directory.at(seen.name), directory.at(mine.name));\n',
        `    for (const { name } of directory.entries() ?? []) directory.remove(name);
    directory.leave();
    if (!directory.enter(mine, note(claim))) throw Object.assign(new Error(), { code: 'ENOENT' });
`,
      ],
    ],
    slice: 'contest',
  },
];
