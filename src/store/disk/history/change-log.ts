import { constants } from 'node:fs';
import { LocklineError } from '../../../core/errors.js';
import type { Anchor } from '../paths/anchor.js';
import { shareOpen } from '../paths/directory.js';
import { unless } from '../errno.js';
import type { FsPort } from '../fs-port.js';
import { decodeLine, encodeLine, type LogLine } from './log-line.js';
import { linesBackwards } from './line-search.js';

/*
 * The log has a file for each day (UTC), to which any number of processes append. The kernel puts each line
 * at the end in one step. A change is written while the locks of its files are held, so the lines of one file
 * are in the order of its commits.
 */

export interface LogQuery {
  /** Bytes that every wanted line holds. */
  readonly mark?: Buffer | undefined;
  /** Lines of before this time are not wanted; in milliseconds since the epoch. */
  readonly since?: number | undefined;
}

/** Not a link or a pipe that somebody has put there. */
const SAFE = constants.O_NOFOLLOW | constants.O_NONBLOCK;
const ADD = constants.O_WRONLY | constants.O_APPEND | SAFE;
const MAKE = ADD | constants.O_CREAT | constants.O_EXCL;
const READ = constants.O_RDONLY | SAFE;
/** Permission bits of a file that correspond to those of a directory. */
const FILE_BITS = 0o666;
/** The clocks of those who write are not exactly one. */
const LEEWAY_MS = 60_000;

/** Adds a change to the log of its day. Throws the errno of a call that failed, and NO_SPACE. */
export function appendLine(fs: FsPort, log: Anchor, line: LogLine): void {
  const name = dayFile(line.time);
  const bytes = encodeLine(line);
  const fd = openDay(fs, log, name);
  try {
    if (fs.append(fd, bytes) < bytes.length) throw new LocklineError('NO_SPACE', { path: name });
  } finally {
    fs.close(fd);
  }
}

function openDay(fs: FsPort, log: Anchor, name: string): number {
  for (;;) {
    const known = unless(['ENOENT'], () => fs.open(log.at(name), ADD));
    if (known !== undefined) return known;
    const made = unless(['EEXIST'], () => makeDay(fs, log, name));
    if (made !== undefined) return made;
  }
}

/** Those who may write where the log is must be able to go on with it, whatever our umask. */
function makeDay(fs: FsPort, log: Anchor, name: string): number {
  const fd = fs.open(log.at(name), MAKE, FILE_BITS);
  shareOpen(fs, fd, log.access, FILE_BITS);
  return fd;
}

/** The changes whose lines hold the mark, the newest first. */
export async function* readLines(
  fs: FsPort,
  log: Anchor,
  { mark, since = -Infinity }: LogQuery,
): AsyncGenerator<LogLine> {
  for (const name of dayFiles(fs, log).toReversed()) {
    if (since > -Infinity && name < dayFile(since - LEEWAY_MS)) return;
    for await (const line of readDay(fs, log.at(name), mark)) {
      if (line.time < since - LEEWAY_MS) return;
      yield line;
    }
  }
}

async function* readDay(fs: FsPort, path: string, mark?: Buffer): AsyncGenerator<LogLine> {
  const fd = unless(['ENOENT', 'ELOOP', 'EACCES'], () => fs.open(path, READ));
  if (fd === undefined) return;
  try {
    const { kind, size } = fs.fstat(fd);
    if (kind !== 'file') return;
    for await (const text of linesBackwards(fs, { fd, size }, mark)) {
      const line = decodeLine(text);
      if (line !== undefined) yield line;
    }
  } finally {
    fs.close(fd);
  }
}

/** Names of the files of all days, the oldest first. */
export function dayFiles(fs: FsPort, log: Anchor): readonly string[] {
  return fs
    .readdir(log.at(''))
    .filter((name) => /^\d{4}-\d\d-\d\d\.jsonl$/.test(name))
    .toSorted();
}

/** Name of the file of the day of a time, in milliseconds since the epoch. */
export function dayFile(time: number): string {
  return `${new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length)}.jsonl`;
}
