import type { FsPort } from '../fs-port.js';

/** A file of lines, open for reading. */
export interface LineFile {
  readonly fd: number;
  /** Bytes that are looked at, from its beginning. */
  readonly size: number;
}

const LF = 0x0a;
/** What is wanted is mostly near the end; who has to go far back reads in larger pieces. */
const FIRST_CHUNK = 1 << 18;
const LARGEST_CHUNK = 1 << 22;
const GROWTH = 4;

/**
 * The lines of a file, without their breaks, from the last to the first: those that hold `mark`, which must
 * not hold a break. Lines without it are skipped as bytes, at the speed of a memory search.
 */
export async function* linesBackwards(
  fs: FsPort,
  { fd, size }: LineFile,
  mark?: Buffer,
): AsyncGenerator<string> {
  const pieces = createPieces(size);
  for (let piece = pieces.next(); piece !== undefined; piece = pieces.next()) {
    let filled = 0;
    while (filled < piece.memory.length) {
      const count = await fs.read(fd, piece.memory.subarray(filled), piece.start + filled);
      if (count === 0) break;
      filled += count;
    }
    yield* linesIn(pieces.take(piece, filled), mark);
  }
}

/** The same without giving way to other work. */
export function* linesBackwardsNow(
  fs: FsPort,
  { fd, size }: LineFile,
  mark?: Buffer,
): Generator<string> {
  const pieces = createPieces(size);
  for (let piece = pieces.next(); piece !== undefined; piece = pieces.next()) {
    let filled = 0;
    while (filled < piece.memory.length) {
      const count = fs.readSync(fd, piece.memory.subarray(filled), piece.start + filled);
      if (count === 0) break;
      filled += count;
    }
    yield* linesIn(pieces.take(piece, filled), mark);
  }
}

/** A part of the file that is to be read. */
interface Piece {
  readonly start: number;
  readonly memory: Buffer;
}

interface Pieces {
  /** The piece before the lines that were taken; `undefined` at the beginning of the file. */
  next(): Piece | undefined;
  /** The whole lines of a piece that has been filled with so many bytes; perhaps none. */
  take(piece: Piece, filled: number): Buffer;
}

function createPieces(size: number): Pieces {
  let memory = Buffer.alloc(0);
  let chunkSize = FIRST_CHUNK;
  let end = size;
  return {
    next: () => {
      if (end <= 0) return undefined;
      const start = Math.max(0, end - chunkSize);
      if (memory.length < end - start) memory = Buffer.allocUnsafeSlow(end - start);
      return { start, memory: memory.subarray(0, end - start) };
    },
    take: ({ start, memory: bytes }, filled) => {
      const chunk = bytes.subarray(0, filled);
      // What comes before the first break may be only the end of a line; a longer chunk holds all of it.
      const head = start === 0 ? 0 : chunk.indexOf(LF);
      if (head >= 0) end = start + head;
      if (head < 0 || chunkSize < LARGEST_CHUNK) chunkSize *= GROWTH;
      return head < 0 ? chunk.subarray(chunk.length) : chunk.subarray(head);
    },
  };
}

function* linesIn(bytes: Buffer, mark?: Buffer): Generator<string> {
  for (let end = bytes.length; end > 0;) {
    const hit = mark === undefined ? end - 1 : lastBefore(bytes, mark, end);
    if (hit < 0) return;
    const start = lastBefore(bytes, LF, hit + 1) + 1;
    const next = bytes.indexOf(LF, hit);
    const stop = next < 0 ? bytes.length : next;
    if (stop > start) yield bytes.toString('utf8', start, stop);
    end = start - 1;
  }
}

/** Where the last occurrence that begins before `end` begins, or -1. */
function lastBefore(bytes: Buffer, wanted: Buffer | number, end: number): number {
  return end <= 0 ? -1 : bytes.lastIndexOf(wanted, end - 1);
}
