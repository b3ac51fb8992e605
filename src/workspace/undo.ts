import type { FileChange, Snapshot } from '../core/change.js';
import { hasCode, LocklineError } from '../core/errors.js';
import { rebaseLines } from '../core/rebase/rebased.js';
import { rebaseReverse, restoreRevision, reverseRevision } from '../core/rebase/reverse.js';
import { reviseLines } from '../core/edit/revise.js';
import { unreachable } from '../core/unreachable.js';
import type { LoggedChange, LoggedFile } from '../store/history.js';
import type { WorkspaceStore } from '../store/store.js';
import { encodingToUndo } from './logged-encoding.js';
import { findVersion } from './versions.js';
import type { CommitOptions, CommitResult, UndoOptions } from './workspace.js';

type Commit = (changes: readonly FileChange[], options: CommitOptions) => Promise<CommitResult>;

/**
 * Takes one change back in all its files, or none; lines that others have changed since stay. Throws
 * UNKNOWN_CHANGE if the change or a version that it found is not kept, INVALID_ARGUMENT if not all of its
 * files can be seen, CONFLICT where others changed the same lines or made, moved or deleted a file, and what
 * `commit` does.
 */
export async function undoChange(
  store: Pick<WorkspaceStore, 'history' | 'visit'>,
  changeId: string,
  options: UndoOptions,
  commit: Commit,
): Promise<CommitResult> {
  const [change] = await store.history.changes({ id: changeId, limit: 1 });
  if (change === undefined) {
    throw new LocklineError('UNKNOWN_CHANGE', { what: `Change ${changeId}` });
  }
  refusePartial(change);
  const reversed = await Promise.all(
    change.files.map((file) => reverseChange(store, { file, changeId }, options.signal)),
  );
  try {
    return await commit(reversed, { ...options, onStale: 'rebase', undoes: changeId });
  } catch (error) {
    throw hasCode(error, 'CONFLICT') ? await withUndo(error, change, store) : error;
  }
}

function refusePartial({ id, isPartial }: LoggedChange): void {
  if (isPartial !== true) return;
  throw new LocklineError('INVALID_ARGUMENT', {
    what: `Change ${id} also concerns files that this server cannot see, and a part of a change is not taken back.`,
    hint: 'A server that may open all of its files can take it back.',
  });
}

interface Undoing {
  readonly file: LoggedFile;
  readonly changeId: string;
}

async function reverseChange(
  store: Pick<WorkspaceStore, 'history' | 'visit'>,
  { file, changeId }: Undoing,
  signal: AbortSignal,
): Promise<FileChange> {
  const { before, after, shown } = file;
  const encoding = await encodingToUndo(store.history, file);
  if (before === after) return moveBack(file, encoding);
  if (before === undefined) return deletion(file, encoding);
  const former = await findVersion(store, file, before, signal);
  if (former === undefined) {
    throw new LocklineError('UNKNOWN_CHANGE', {
      what: `The version of ${shown} before change ${changeId}`,
    });
  }
  const known = { former, encoding };
  return after === undefined ? restoration(file, known) : reversal(file, known);
}

/** Of a file that was made: it goes, but only as it was made. */
function deletion({ shown, after }: LoggedFile, encoding: string): FileChange {
  return {
    path: shown,
    action: 'delete',
    encoding,
    expect: { file: after ?? unreachable('a file that was made is there'), ranges: [] },
    revise: () => undefined,
  };
}

interface Known {
  readonly former: Snapshot;
  readonly encoding: string;
}

/** Of a file that was deleted: it comes again, where there is none. */
function restoration({ shown, mode }: LoggedFile, { former, encoding }: Known): FileChange {
  return {
    path: shown,
    action: 'create',
    encoding,
    ...(mode !== undefined && { mode }),
    expect: { file: 'absent', ranges: [] },
    revise: () => restoreRevision(former, encoding),
  };
}

/** Of a file that was changed, perhaps on its way to another place. */
function reversal(file: LoggedFile, { former, encoding }: Known): FileChange {
  return {
    ...moveBack(file, encoding),
    revise: (now, shown) =>
      reverseRevision({ before: former, after: now ?? missing(), encoding, shown }),
    rebase: (base, current, shown) => rebaseReverse(former, { base, current, shown }, encoding),
  };
}

/** Of a file that was only moved: it goes back, with all that was done to it since. */
function moveBack({ shown, action, after, from }: LoggedFile, encoding: string): FileChange {
  const nothing = { encoding, edits: [] };
  return {
    path: from?.shown ?? shown,
    ...(from && { from: shown }),
    action,
    encoding,
    expect: { file: after ?? missing(), ranges: [] },
    revise: (now, name) => reviseLines(now ?? missing(), name, nothing),
    rebase: (base, current, name) => rebaseLines({ base, current, shown: name }, nothing),
  };
}

function missing(): never {
  return unreachable('a file that was changed is there before and after');
}

/** A change that was taken back already conflicts with that: then it is told who did it. */
async function withUndo(
  error: LocklineError<'CONFLICT'>,
  { undoneBy }: LoggedChange,
  { history }: Pick<WorkspaceStore, 'history'>,
): Promise<LocklineError<'CONFLICT'>> {
  // The undo may have been taken back in its turn, and that again.
  let isUndone = false;
  for (let id = undoneBy; id !== undefined;) {
    isUndone = !isUndone;
    const [undo] = await history.changes({ id, limit: 1 });
    id = undo?.undoneBy;
  }
  if (!isUndone || undoneBy === undefined) return error;
  return new LocklineError('CONFLICT', { ...error.details, undoneBy }, { cause: error.cause });
}
