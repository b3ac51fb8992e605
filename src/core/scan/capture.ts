import { createHash } from 'node:crypto';
import type { Hash as RunningHash } from 'node:crypto';
import { asHash, hashOf } from '../hash.js';
import type { Hash } from '../hash.js';
import { isGap } from '../range.js';
import type { LineRange } from '../range.js';
import { unreachable } from '../unreachable.js';

/** A line as a scan kept it: all of its bytes, or of a very long one only the first. */
export interface ScannedLine {
  readonly bytes: Buffer;
  /** Bytes of the whole line, terminator included. */
  readonly size: number;
}

/** What a scan kept of one asked range. */
export interface RangeScan {
  /** The lines kept, closed. Shorter than asked when the file or the budget ended first. */
  readonly range: LineRange;
  readonly lines: readonly ScannedLine[];
  /** Whether all lines that were asked for and exist are kept. */
  readonly complete: boolean;
  /** Where the first kept line begins, in bytes from the start of the file; 0 if none is kept. */
  readonly offset: number;
  /** Hash of the first `count` whole lines of the range; `count` is at most the number kept. */
  readonly hashThrough: (count: number) => Hash;
}

export interface CaptureOptions {
  /** Ranges to keep; they may be open, overlap, and lie past the end. */
  readonly ranges: readonly LineRange[];
  /** Bytes kept of one line; hashes are of all of it. */
  readonly keepLineBytes: number;
  /** Bytes kept of one range; its first line is kept even if it has more. */
  readonly keepRangeBytes: number;
}

/** Where a line begins. */
export interface LineStart {
  readonly line: number;
  /** Bytes from the start of the file. */
  readonly offset: number;
}

/** Keeps the lines of ranges while a file passes by. Keeps no reference to the parts it is given. */
export interface Capture {
  /** Lines before this one are of no use; infinite once everything asked for is there. */
  readonly wantedFrom: number;
  /** A part of a line that does not end it. Lines come in ascending order. */
  addPart(start: LineStart, part: Buffer): void;
  /** The last part of a line. */
  endLine(start: LineStart, part: Buffer): void;
  finish(): readonly RangeScan[];
}

export function createCapture(options: CaptureOptions): Capture {
  const all = options.ranges.map((asked) => createRangeCapture(asked, options.keepRangeBytes));
  const waiting = createWaiting(all);
  let active: RangeCapture[] = [];
  let current = createLine();
  let isLong = false;
  let wantedFrom = waiting.nextStart();

  const addPart = (start: LineStart, part: Buffer): void => {
    waiting.begin(start, active);
    if (!isLong && current.size + part.length > options.keepLineBytes) {
      isLong = true;
      for (const range of active) range.beginLong(current.parts);
    }
    if (isLong) for (const range of active) range.hashLong(part);
    current.keep(part, options.keepLineBytes);
    wantedFrom = active.length > 0 ? 0 : waiting.nextStart();
  };

  const takeLine = (line: ScannedLine, number: number): void => {
    active = active.filter((range) => range.take(line) && range.asked.end > number + 1);
    wantedFrom = active.length > 0 ? 0 : waiting.nextStart();
  };

  return {
    get wantedFrom() {
      return wantedFrom;
    },
    addPart,
    endLine(start, part) {
      if (current.size === 0 && part.length <= options.keepLineBytes) {
        // Most lines come in one part, and there can be very many of them.
        waiting.begin(start, active);
        takeLine({ bytes: Buffer.from(part), size: part.length }, start.line);
        return;
      }
      addPart(start, part);
      takeLine({ bytes: joined(current.parts), size: current.size }, start.line);
      current = createLine();
      isLong = false;
    },
    finish: () => all.map((range) => range.finish()),
  };
}

/** Ranges whose first line has not come yet. */
interface Waiting {
  /** The first line of the next one; infinite without any. */
  nextStart(): number;
  /** Moves those that begin at the line, or have begun before it, to the active ones. */
  begin(start: LineStart, active: RangeCapture[]): void;
}

function createWaiting(ranges: readonly RangeCapture[]): Waiting {
  // The next one last. A gap has no line to wait for.
  const waiting = ranges
    .filter(({ asked }) => !isGap(asked))
    .toSorted((a, b) => b.asked.start - a.asked.start);
  const nextStart = () => waiting.at(-1)?.asked.start ?? Infinity;
  return {
    nextStart,
    begin({ line, offset }, active) {
      while (nextStart() <= line) {
        const range = waiting.pop() ?? unreachable('the next start is of a range that waits');
        range.begin(offset);
        active.push(range);
      }
    },
  };
}

/** The line that is passing by. */
interface CurrentLine {
  /** What is kept of it, in order. */
  readonly parts: readonly Buffer[];
  /** Bytes seen of it. */
  readonly size: number;
  /** Takes note of the next bytes and keeps a copy of those within the limit. */
  keep(part: Buffer, limit: number): void;
}

function createLine(): CurrentLine {
  const parts: Buffer[] = [];
  let size = 0;
  return {
    parts,
    get size() {
      return size;
    },
    keep(part, limit) {
      const room = Math.max(0, limit - size);
      if (room > 0) parts.push(Buffer.from(part.subarray(0, room)));
      size += part.length;
    },
  };
}

function joined(parts: readonly Buffer[]): Buffer {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
}

interface RangeCapture {
  readonly asked: LineRange;
  begin(offset: number): void;
  /** The line passing by is too long to keep: its hash must be made on the way. */
  beginLong(parts: readonly Buffer[]): void;
  hashLong(part: Buffer): void;
  /** Whether the line still fitted; otherwise the range ends before it. */
  take(line: ScannedLine): boolean;
  finish(): RangeScan;
}

function createRangeCapture(asked: LineRange, budget: number): RangeCapture {
  const lines: ScannedLine[] = [];
  const marks: Mark[] = [];
  let running: RunningHash | undefined;
  let keptBytes = 0;
  let isFull = false;
  let offset = 0;

  return {
    asked,
    begin(start) {
      offset = start;
    },
    beginLong(parts) {
      running = hashOfFirst(lines, marks, lines.length);
      for (const part of parts) running.update(part);
    },
    hashLong(part) {
      running?.update(part);
    },
    take(line) {
      isFull = lines.length > 0 && keptBytes + line.bytes.length > budget;
      if (isFull) return false;
      lines.push(line);
      keptBytes += line.bytes.length;
      if (running !== undefined) marks.push({ count: lines.length, running });
      running = undefined;
      return true;
    },
    finish: () => ({
      range: { start: asked.start, end: asked.start + lines.length },
      lines,
      complete: !isFull,
      offset,
      hashThrough: (count) =>
        marks.length === 0
          ? hashOf(Buffer.concat(lines.slice(0, count).map(({ bytes }) => bytes)))
          : asHash(hashOfFirst(lines, marks, count).digest('hex')),
    }),
  };
}

/** The hash as it stood after the first `count` lines, the last of which is not kept whole. */
interface Mark {
  readonly count: number;
  readonly running: RunningHash;
}

function hashOfFirst(
  lines: readonly ScannedLine[],
  marks: readonly Mark[],
  count: number,
): RunningHash {
  const mark = marks.findLast((candidate) => candidate.count <= count);
  const running = mark === undefined ? createHash('sha256') : mark.running.copy();
  for (const line of lines.slice(mark?.count ?? 0, count)) running.update(line.bytes);
  return running;
}
