import { constants } from 'node:fs';
import { LocklineError } from '../../../core/errors.js';
import type { Anchor } from '../paths/anchor.js';
import { shareOpen } from '../paths/directory.js';
import { unless } from '../errno.js';
import type { FsPort } from '../fs-port.js';
import { decodeLine, encodeLine, type LogLine } from './log-line.js';
import { linesBackwards, linesBackwardsNow, type LineFile } from './line-search.js';

/*
 * The log has a file for each day (UTC), to which any number of processes append. The kernel puts each line
 * at the end in one step. A change is written while the locks of its files are held, so the lines of one file
 * are in the order of its commits.
 */

/** What is asked for all the time stands apart from what is seldom needed, and so is found sooner. */
export type Book = 'changes' | 'deltas';

export interface LogQuery {
  /** The changes if absent. */
  readonly book?: Book;
  /** Bytes that every wanted line holds. */
  readonly mark?: Buffer | undefined;
  /** Lines of before this time are not wanted; in milliseconds since the epoch. */
  readonly since?: number | undefined;
}

const DAY = 'yyyy-mm-dd';
const ENDINGS: Readonly<Record<Book, string>> = { changes: '.jsonl', deltas: '.deltas.jsonl' };
/** Not a link or a pipe that somebody has put there. */
const SAFE = constants.O_NOFOLLOW | constants.O_NONBLOCK;
const ADD = constants.O_WRONLY | constants.O_APPEND | SAFE;
const MAKE = ADD | constants.O_CREAT | constants.O_EXCL;
const READ = constants.O_RDONLY | SAFE;
/** Permission bits of a file that correspond to those of a directory. */
const FILE_BITS = 0o666;
/** The clocks of those who write are not exactly one. */
const LEEWAY_MS = 60_000;

/** Adds a change to the log of its day; gives its size in bytes. Throws the errno of a call that failed, and NO_SPACE. */
export function appendLine(fs: FsPort, log: Anchor, line: LogLine, book?: Book): number {
  const name = dayFile(line.time, book);
  const bytes = encodeLine(line);
  const fd = openDay(fs, log, name);
  try {
    if (fs.append(fd, bytes) < bytes.length) throw new LocklineError('NO_SPACE', { path: name });
    return bytes.length;
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
  { book, mark, since = -Infinity }: LogQuery,
): AsyncGenerator<LogLine> {
  for (const name of dayFiles(fs, log, book).toReversed()) {
    if (since > -Infinity && name < dayFile(since - LEEWAY_MS)) return;
    for await (const line of readDay(fs, log.at(name), mark)) {
      if (line.time < since - LEEWAY_MS) return;
      yield line;
    }
  }
}

async function* readDay(fs: FsPort, path: string, mark?: Buffer): AsyncGenerator<LogLine> {
  const day = openToRead(fs, path);
  if (day === undefined) return;
  try {
    for await (const text of linesBackwards(fs, day, mark)) {
      const line = decodeLine(text);
      if (line !== undefined) yield line;
    }
  } finally {
    fs.close(day.fd);
  }
}

/** The same as `readLines` of any time, without giving way to other work. */
export function* readLinesNow(fs: FsPort, log: Anchor, mark: Buffer): Generator<LogLine> {
  for (const name of dayFiles(fs, log).toReversed()) yield* readDayNow(fs, log.at(name), mark);
}

function* readDayNow(fs: FsPort, path: string, mark: Buffer): Generator<LogLine> {
  const day = openToRead(fs, path);
  if (day === undefined) return;
  try {
    for (const text of linesBackwardsNow(fs, day, mark)) {
      const line = decodeLine(text);
      if (line !== undefined) yield line;
    }
  } finally {
    fs.close(day.fd);
  }
}

/** The file of a day as it is now; `undefined` if there is none, or something else. */
function openToRead(fs: FsPort, path: string): LineFile | undefined {
  const fd = unless(['ENOENT', 'ELOOP', 'EACCES'], () => fs.open(path, READ));
  if (fd === undefined) return undefined;
  let day: LineFile | undefined;
  try {
    const { kind, size } = fs.fstat(fd);
    if (kind === 'file') day = { fd, size };
    return day;
  } finally {
    if (day === undefined) fs.close(fd);
  }
}

/** Names of the files of all days, the oldest first. */
export function dayFiles(fs: FsPort, log: Anchor, book: Book = 'changes'): readonly string[] {
  const ending = ENDINGS[book];
  return filesOfDays(fs, log).filter((name) => name.slice(DAY.length) === ending);
}

/** The same of all books. */
export function filesOfDays(fs: FsPort, log: Anchor): readonly string[] {
  return fs
    .readdir(log.at(''))
    .filter((name) => /^\d{4}-\d\d-\d\d(\.deltas)?\.jsonl$/.test(name))
    .toSorted();
}

/** Name of the file of the day of a time, in milliseconds since the epoch. */
export function dayFile(time: number, book: Book = 'changes'): string {
  return new Date(time).toISOString().slice(0, DAY.length) + ENDINGS[book];
}
