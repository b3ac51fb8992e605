import type { FsPort } from '../fs-port.js';

/** A file of lines, open for reading. */
export interface LineFile {
  readonly fd: number;
  /** Bytes that are looked at, from its beginning. */
  readonly size: number;
}

const LF = 0x0a;
/** What is wanted is mostly near the end; who has to go far back reads in larger pieces. */
const FIRST_CHUNK = 1 << 16;
const LARGEST_CHUNK = 1 << 22;

/**
 * The lines of a file, without their breaks, from the last to the first: those that hold `mark`, which must
 * not hold a break. Lines without it are skipped as bytes, at the speed of a memory search.
 */
export async function* linesBackwards(
  fs: FsPort,
  { fd, size }: LineFile,
  mark?: Buffer,
): AsyncGenerator<string> {
  let chunkSize = FIRST_CHUNK;
  for (let end = size; end > 0; chunkSize *= chunkSize < LARGEST_CHUNK ? 2 : 1) {
    const start = Math.max(0, end - chunkSize);
    const chunk = await readAt(fs, fd, { start, end });
    // What comes before the first break may be only the end of a line.
    const head = start === 0 ? 0 : chunk.indexOf(LF);
    if (head < 0) {
      chunkSize = Math.max(chunkSize, end - start) * 2;
      continue;
    }
    yield* linesIn(chunk.subarray(head), mark);
    end = start + head;
  }
}

async function readAt(
  fs: FsPort,
  fd: number,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<Buffer> {
  const chunk = Buffer.allocUnsafe(end - start);
  let filled = 0;
  while (filled < chunk.length) {
    const count = await fs.read(fd, chunk.subarray(filled), start + filled);
    if (count === 0) break;
    filled += count;
  }
  return chunk.subarray(0, filled);
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
