import { basename, dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { nulInHead } from '../../core/binary.js';
import { AUTO, HEAD_SIZE, resolveEncoding } from '../../core/encoding.js';
import { isLocklineError, LocklineError } from '../../core/errors.js';
import type { FilePath } from '../../core/path.js';
import type { See, VisitOptions, WholeFile } from '../store.js';
import type { Anchor } from './anchor.js';
import type { Disk } from './disk.js';
import type { OpenFile } from './open-target.js';

/** Most files of a tree fit, and are read with one call. */
const CHUNK_BYTES = 256 * 1024;
/** How long other work waits at most for its turn, large files aside. */
const TURN_MS = 8;

/** `WorkspaceStore.visit`. */
export async function visit(
  paths: readonly FilePath[],
  see: See,
  options: VisitOptions,
  disk: Disk,
): Promise<void> {
  const read = createReader(options, disk);
  let turn = disk.clock.now();
  for (const run of runsOf(paths)) {
    const anchor = openParent(run.directory, disk);
    try {
      for (const path of run.paths) {
        const file = isLocklineError(anchor) ? unreadable(anchor) : await read(anchor, path);
        await see(file, path);
        if (disk.clock.now() - turn < TURN_MS) continue;
        await nextTurn();
        options.signal.throwIfAborted();
        turn = disk.clock.now();
      }
    } finally {
      if (!isLocklineError(anchor)) anchor.close();
    }
  }
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

function createReader(options: VisitOptions, disk: Disk) {
  const { fs, ioErrors, confinement } = disk;
  const maxBytes = Math.min(options.maxBytes, disk.maxFileSize);
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  return async (anchor: Anchor, path: FilePath): Promise<WholeFile> => {
    let file: OpenFile | undefined;
    try {
      file = disk.openListed(anchor, basename(path));
      if (file === undefined) return unreadable(notFound(path));
      const { fd, stat } = file;
      if (stat.size > maxBytes) return { kind: 'too_large', size: stat.size };
      const count = fs.readSync(fd, chunk, 0);
      const head = chunk.subarray(0, count);
      const nul = nulInHead(head, 0);
      if (nul !== undefined && !isWide(head)) return { kind: 'binary', at: nul };
      if (stat.size < chunk.length) return { kind: 'text', bytes: head };
      return { kind: 'text', bytes: await readRest(fd, head, stat.size) };
    } catch (error) {
      const known = ioErrors(error, confinement.display(path));
      if (isLocklineError(known)) return unreadable(known);
      throw known;
    } finally {
      if (file !== undefined) fs.close(file.fd);
    }
  };

  function notFound(path: FilePath): LocklineError {
    return new LocklineError('FILE_NOT_FOUND', { path: confinement.display(path) });
  }

  /** What a file has grown beyond `size` since it was opened is not part of it yet. */
  async function readRest(fd: number, head: Buffer, size: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(size);
    let filled = head.copy(bytes);
    while (filled < size) {
      const count = await fs.read(fd, bytes.subarray(filled), filled);
      if (count === 0) break;
      filled += count;
    }
    return bytes.subarray(0, filled);
  }
}

/** In UTF-16 and UTF-32 a NUL is half of a character. */
function isWide(head: Buffer): boolean {
  return resolveEncoding(AUTO, head.subarray(0, HEAD_SIZE)).unit > 1;
}
