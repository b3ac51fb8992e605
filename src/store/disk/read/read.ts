import { basename } from 'node:path';
import { isLocklineError, LocklineError } from '../../../core/errors.js';
import type { FileScan } from '../../../core/scan/scan.js';
import type { ReadRequest } from '../../store.js';
import type { Disk } from '../disk.js';
import { unless } from '../errno.js';
import type { Stat } from '../fs-port.js';
import { lockDirectory, lockName, type LockDirectory } from '../lock/lock-directory.js';
import { scanFile, type ScanBudget } from './scan-file.js';
import { isSameContent } from './version.js';

export interface ReadOptions {
  readonly budget: ScanBudget;
  readonly signal: AbortSignal;
  /** Undoes what a dead holder of this lock left half done, if there is one and we may write. */
  readonly recoverIfGone: (directory: LockDirectory) => Promise<void>;
}

type ReadResult = FileScan | LocklineError;

/** How long a transaction that is just being switched is waited for. */
const PATIENCE_MS = 200;
const PAUSE_MS = 5;

/** `WorkspaceStore.read`. */
export async function readFiles(
  requests: readonly ReadRequest[],
  options: ReadOptions,
  disk: Disk,
): Promise<readonly ReadResult[]> {
  const started = disk.clock.now();
  for (;;) {
    options.signal.throwIfAborted();
    const waitedMs = disk.clock.now() - started;
    const results = await readOnce(requests, waitedMs, options, disk);
    if (results !== undefined) return results;
    await disk.clock.sleep(PAUSE_MS, options.signal);
  }
}

/** Gives `undefined` where the files are not of one moment and that may change. */
async function readOnce(
  requests: readonly ReadRequest[],
  waitedMs: number,
  options: ReadOptions,
  disk: Disk,
): Promise<readonly ReadResult[] | undefined> {
  const looks: Look[] = [];
  try {
    for (const request of requests) looks.push(await lookAt(request, options, disk));
    // One file is whole whenever it is read.
    const unsettled = looks.length === 1 ? [] : looks.filter((look) => look.isUnsettled());
    if (unsettled.length === 0) return looks.map(({ result }) => result);
    if (waitedMs >= PATIENCE_MS) {
      return looks.map((look) =>
        unsettled.includes(look) ? busy(look, waitedMs, disk) : look.result,
      );
    }
    for (const { lock } of unsettled) await (lock && options.recoverIfGone(lock));
    return undefined;
  } finally {
    for (const { close } of looks) close();
  }
}

/** One file as read, and the means to see whether that is still so. */
interface Look {
  readonly request: ReadRequest;
  readonly result: ReadResult;
  /** Absent where the directory of the file is. */
  readonly lock: LockDirectory | undefined;
  /** Whether a transaction of several files has its hand on the file, or the file is another by now. */
  readonly isUnsettled: () => boolean;
  readonly close: () => void;
}

async function lookAt(request: ReadRequest, options: ReadOptions, disk: Disk): Promise<Look> {
  const { fs, anchors, confinement, scans: cache } = disk;
  const shown = confinement.display(request.path);
  const anchor = anchors.openParent(request.path);
  if (anchor === undefined) {
    const result = notFound(request, shown, disk);
    const isUnsettled = (): boolean => hasParent(request, disk);
    return { request, result, lock: undefined, isUnsettled, close: () => undefined };
  }
  const name = basename(request.path);
  const lock = lockDirectory(fs, anchor, lockName(name));
  let seen: Stat | undefined;
  let isMissing = false;
  const read = async (): Promise<ReadResult> => {
    const file = disk.openTarget(anchor, request.path);
    if (file === undefined) {
      isMissing = true;
      return notFound(request, shown, disk);
    }
    seen = file.stat;
    try {
      const { budget } = options;
      const scan = await scanFile(fs, file, request, { budget, cache, at: anchor.at(name) });
      seen = fs.fstat(file.fd);
      return scan;
    } finally {
      fs.close(file.fd);
    }
  };
  const result = await read().catch((error: unknown) => asRefusal(error, shown, disk));
  return {
    request,
    result,
    lock,
    isUnsettled: () => {
      if (lock.entries()?.some(({ kind }) => kind === 'part') === true) return true;
      const now = unless(['ENOENT', 'ENOTDIR'], () => fs.lstat(anchor.at(name)));
      if (isMissing) return now !== undefined;
      // What is no file, or may not be opened, stays what it is.
      if (seen === undefined) return false;
      return now === undefined || !isSameContent(now, seen);
    },
    close: () => {
      anchor.close();
    },
  };
}

/** Whether the directory of a file, which was missing, has come. */
function hasParent({ path }: ReadRequest, { anchors }: Disk): boolean {
  const anchor = anchors.openParent(path);
  anchor?.close();
  return anchor !== undefined;
}

function notFound({ path }: ReadRequest, shown: string, { confinement }: Disk): LocklineError {
  const near = confinement.near(path);
  return new LocklineError('FILE_NOT_FOUND', { path: shown, ...(near !== undefined && { near }) });
}

/** What a caller can act on becomes the answer for the file; a bug goes on. */
function asRefusal(error: unknown, shown: string, { ioErrors }: Disk): LocklineError {
  const known = ioErrors(error, shown);
  if (isLocklineError(known)) return known;
  throw known;
}

function busy({ request }: Look, waitedMs: number, { confinement }: Disk): LocklineError {
  return new LocklineError('BUSY', {
    path: confinement.display(request.path),
    holder: 'a change of several files that is not complete',
    heldMs: waitedMs,
    waitedMs,
  });
}
