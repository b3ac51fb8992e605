import { constants } from 'node:fs';
import type { Hash } from '../../../core/hash.js';
import { linkOr, makeShared } from '../paths/directory.js';
import { succeeds, unless } from '../errno.js';
import type { FsPort } from '../fs-port.js';
import type { LockDirectory } from '../lock/lock-directory.js';
import type { FileRecord } from './record.js';
import { hashNow } from '../read/version.js';

const GONE = ['ENOENT', 'ENOTDIR'];
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** One file of a transaction that is being taken back. */
export interface UndoTarget {
  readonly directory: LockDirectory;
  readonly record: FileRecord;
  /** Of the transaction. */
  readonly token: string;
  /** Of whoever undoes; no two undoers share one. */
  readonly undoer: string;
}

/**
 * Puts the old version back if the transaction's own new one stands there. What an outsider has written
 * since stays: it is told by its hash. Can be repeated after any interruption, by anybody who holds the lock.
 */
export function undoFile(fs: FsPort, target: UndoTarget): void {
  switch (target.record.step) {
    case 'edit':
      undoEdit(fs, target);
      return;
    case 'create':
      undoCreate(fs, target);
      return;
    case 'delete':
      undoDelete(fs, target);
      return;
  }
}

/**
 * Removes what a stalled holder or undoer would need to still change the file. Everybody who takes a lock
 * over does this before the first read of the file.
 */
export function fence(fs: FsPort, directory: LockDirectory): void {
  for (const { kind, name } of directory.entries() ?? []) {
    if (kind === 'new') directory.remove(name);
    // One that holds a file was used: what becomes of that, the journal decides.
    if (kind === 'del' || kind === 'undo') {
      succeeds([...GONE, 'ENOTEMPTY', 'EEXIST'], () => {
        fs.rmdir(directory.at(name));
      });
    }
  }
}

function undoEdit(fs: FsPort, { directory, record, token }: UndoTarget): void {
  const path = directory.anchor.at(record.name);
  if (record.after === undefined || hashAt(fs, path) !== record.after) return;
  succeeds(GONE, () => {
    fs.rename(directory.at(`old-${token}`), path);
  });
}

/** A fenced delete: a stalled undoer's late call must not remove a file that somebody has made since. */
function undoCreate(fs: FsPort, target: UndoTarget): void {
  const { directory, record, undoer } = target;
  const path = directory.anchor.at(record.name);
  for (const { kind, name } of directory.entries() ?? [])
    if (kind === 'undo') bury(fs, target, name);
  if (hashAt(fs, path) !== record.after) return;
  const grave = `undo-${undoer}`;
  makeShared(fs, directory.at(grave), directory.anchor.access);
  succeeds(GONE, () => {
    fs.rename(path, `${directory.at(grave)}/gone`);
  });
  bury(fs, target, grave);
}

/** Deletes what was moved away, or puts it back if it is not what the transaction made. */
function bury(fs: FsPort, { directory, record }: UndoTarget, grave: string): void {
  const gone = `${directory.at(grave)}/gone`;
  const hash = hashAt(fs, gone);
  if (hash !== undefined && hash !== record.after)
    putBack(fs, gone, directory.anchor.at(record.name));
  directory.remove(grave);
}

function undoDelete(fs: FsPort, { directory, record, token }: UndoTarget): void {
  const gone = `${directory.at(`del-${token}`)}/gone`;
  if (hashAt(fs, gone) !== undefined) putBack(fs, gone, directory.anchor.at(record.name));
}

/** Links a file to its old name unless somebody has made another one there. */
function putBack(fs: FsPort, from: string, to: string): void {
  succeeds(['EEXIST'], () => {
    linkOr(fs, from, to, () => {
      if (unless(GONE, () => fs.lstat(to)) === undefined) fs.rename(from, to);
    });
  });
}

function hashAt(fs: FsPort, path: string): Hash | undefined {
  const fd = unless([...GONE, 'ELOOP', 'EISDIR', 'ENXIO'], () => fs.open(path, READ));
  if (fd === undefined) return undefined;
  try {
    return fs.fstat(fd).kind === 'file' ? hashNow(fs, fd) : undefined;
  } finally {
    fs.close(fd);
  }
}
