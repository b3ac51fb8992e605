import { createScanner, type FileScan } from '../../core/scan.js';
import type { ReadRequest } from '../store.js';
import type { FsPort } from './fs-port.js';
import type { OpenFile } from './open-target.js';
import { isSameContent } from './version.js';

/** How much a scan keeps of what it reads, in bytes. */
export interface ScanBudget {
  readonly keepLineBytes: number;
  readonly keepRangeBytes: number;
}

/** Chunks of 64 KiB take three times as long. */
const CHUNK_BYTES = 1 << 20;
/** A program that writes in place can be at it for a while; then what is there is given as it is. */
const MAX_SCANS = 3;

/** Reads an open file in one pass, again if it changed meanwhile. Throws UNSUPPORTED_ENCODING and errnos. */
export async function scanFile(
  fs: FsPort,
  file: OpenFile,
  request: ReadRequest,
  budget: ScanBudget,
): Promise<FileScan> {
  let before = file.stat;
  for (let scans = 1; ; scans += 1) {
    const scan = await scanOnce(fs, { fd: file.fd, stat: before }, request, budget);
    const after = fs.fstat(file.fd);
    if (isSameContent(before, after) || scans === MAX_SCANS) return scan;
    before = after;
  }
}

async function scanOnce(
  fs: FsPort,
  { fd, stat }: OpenFile,
  { encoding, ranges }: ReadRequest,
  budget: ScanBudget,
): Promise<FileScan> {
  const scanner = createScanner({ ...budget, encoding, ranges });
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, stat.size + 1));
  const isShort = stat.size < chunk.length;
  for (let position = 0; ;) {
    // A short file is read faster than the thread pool is asked.
    const count = isShort ? fs.readSync(fd, chunk, position) : await fs.read(fd, chunk, position);
    if (count === 0) return scanner.finish();
    scanner.push(chunk.subarray(0, count));
    position += count;
  }
}
