import { basename, dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { nulInHead } from '../../../core/text/binary.js';
import { AUTO, HEAD_SIZE, resolveEncoding } from '../../../core/text/encoding.js';
import { isLocklineError, LocklineError } from '../../../core/errors.js';
import type { FilePath } from '../../../core/path.js';
import type { See, VisitOptions, WholeFile, WorkspaceStore } from '../../store.js';
import type { Anchor } from '../paths/anchor.js';
import type { Disk } from '../disk.js';

/** Most files of a tree fit, and are read with one call. */
const CHUNK_BYTES = 256 * 1024;
/** How long other work waits at most for its turn, large files aside. */
const TURN_MS = 8;

/** `WorkspaceStore.visit`. The memory for small files is kept from one visit to the next. */
export function createVisit(disk: Disk): WorkspaceStore['visit'] {
  const spare: Buffer[] = [];
  return async (paths, see, options) => {
    const chunk = spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
    try {
      const maxBytes = Math.min(options.maxBytes, disk.maxFileSize);
      await visit(paths, see, { ...options, maxBytes, chunk, disk });
    } finally {
      spare.push(chunk);
    }
  };
}

interface Visit extends VisitOptions {
  readonly chunk: Buffer;
  readonly disk: Disk;
}

async function visit(paths: readonly FilePath[], see: See, options: Visit): Promise<void> {
  const read = createRead(options);
  const giveWay = createTurns(options);
  for (const { directory, paths: own } of runsOf(paths)) {
    const anchor = openParent(directory, options.disk);
    try {
      for (const path of own) {
        // Most files are there at once; to wait for what is there takes its time thousands of times.
        const file = isLocklineError(anchor) ? unreadable(anchor) : read(anchor, path);
        const seen = see(file instanceof Promise ? await file : file, path);
        await (seen ?? giveWay());
      }
    } finally {
      if (!isLocklineError(anchor)) anchor.close();
    }
  }
}

/** Lets other work have its turn from time to time. */
function createTurns({ disk, signal }: Visit): () => Promise<void> | undefined {
  const wait = async (): Promise<void> => {
    await nextTurn();
    signal.throwIfAborted();
    turn = disk.clock.now();
  };
  let turn = disk.clock.now();
  return () => (disk.clock.now() - turn < TURN_MS ? undefined : wait());
}

interface Run {
  readonly directory: string;
  readonly paths: FilePath[];
}

/** Paths in a row that are in one directory. */
function runsOf(paths: readonly FilePath[]): readonly Run[] {
  const runs: Run[] = [];
  for (const path of paths) {
    const directory = dirname(path);
    const last = runs.at(-1);
    if (last?.directory === directory) last.paths.push(path);
    else runs.push({ directory, paths: [path] });
  }
  return runs;
}

function openParent(directory: string, { anchors, confinement }: Disk): Anchor | LocklineError {
  const path = confinement.display(directory);
  try {
    return anchors.openDirectory(directory) ?? new LocklineError('FILE_NOT_FOUND', { path });
  } catch (error) {
    if (isLocklineError(error)) return error;
    throw error;
  }
}

function unreadable(error: LocklineError): WholeFile {
  return { kind: 'unreadable', error };
}

type Read = (anchor: Anchor, path: FilePath) => WholeFile | Promise<WholeFile>;

function createRead(options: Visit): Read {
  const { disk } = options;
  const refusal = (error: unknown, path: FilePath): WholeFile => {
    const known = disk.ioErrors(error, disk.confinement.display(path));
    if (isLocklineError(known)) return unreadable(known);
    throw known;
  };
  return (anchor, path) => {
    try {
      const fd = disk.openListed(anchor, basename(path));
      if (fd === undefined) {
        const shown = disk.confinement.display(path);
        return unreadable(new LocklineError('FILE_NOT_FOUND', { path: shown }));
      }
      const file = readHead(fd, options);
      if (file !== undefined) return file;
      return readLarge(fd, options).catch((error: unknown) => refusal(error, path));
    } catch (error) {
      return refusal(error, path);
    }
  };
}

/** The whole of a small file; `undefined` for a larger one, which stays open. */
function readHead(
  fd: number,
  { chunk, maxBytes, encoding, disk: { fs } }: Visit,
): WholeFile | undefined {
  let isLarge = false;
  try {
    const head = chunk.subarray(0, fs.readSync(fd, chunk, 0));
    const nul = nulInHead(head, 0);
    if (nul !== undefined && !isWide(head, encoding)) return { kind: 'binary', at: nul };
    isLarge = head.length === chunk.length;
    if (isLarge) return undefined;
    const size = head.length;
    return size > maxBytes ? { kind: 'too_large', size } : { kind: 'text', bytes: head };
  } finally {
    if (!isLarge) fs.close(fd);
  }
}

/** What the file has grown beyond its size meanwhile is not part of it yet. */
async function readLarge(fd: number, { maxBytes, disk: { fs } }: Visit): Promise<WholeFile> {
  try {
    const { size } = fs.fstat(fd);
    if (size > maxBytes) return { kind: 'too_large', size };
    const bytes = Buffer.allocUnsafeSlow(size);
    let filled = 0;
    while (filled < size) {
      const count = await fs.read(fd, bytes.subarray(filled), filled);
      if (count === 0) break;
      filled += count;
    }
    return { kind: 'text', bytes: bytes.subarray(0, filled) };
  } finally {
    fs.close(fd);
  }
}

/** In UTF-16 and UTF-32 a NUL is half of a character. */
function isWide(head: Buffer, encoding = AUTO): boolean {
  return resolveEncoding(encoding, head.subarray(0, HEAD_SIZE)).unit > 1;
}
