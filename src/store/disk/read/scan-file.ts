import { createRescanner } from '../../../core/scan/rescan.js';
import { createScanner, type FileScan, type KnownFile } from '../../../core/scan/scan.js';
import type { ReadRequest } from '../../store.js';
import type { FsPort } from '../fs-port.js';
import type { OpenFile } from '../paths/open-target.js';
import { isUntouched, type ScanCache } from './scan-cache.js';
import { CHUNK_BYTES, scratch } from './scratch.js';
import { isSameContent } from './version.js';

/** How much a scan keeps of what it reads, in bytes. */
export interface ScanBudget {
  readonly keepLineBytes: number;
  readonly keepRangeBytes: number;
}

export interface ScanOptions {
  readonly budget: ScanBudget;
  readonly cache: ScanCache;
  /** A path that leads to the file. */
  readonly at: string;
}

/** To find a line from one nearby, and some lines from there, takes less than that. */
const NEARBY_BYTES = 1 << 16;
/** Where more is asked for, it is read in chunks of this size. */
const RESCAN_BYTES = 1 << 17;
/** A program that writes in place can be at it for a while; then what is there is given as it is. */
const MAX_SCANS = 3;

/**
 * Reads an open file in one pass, again if it changed meanwhile; of one that is known and has not changed only
 * what was asked for. Throws UNSUPPORTED_ENCODING and errnos.
 */
export async function scanFile(
  fs: FsPort,
  file: OpenFile,
  request: ReadRequest,
  options: ScanOptions,
): Promise<FileScan> {
  const { cache, at } = options;
  const { encoding } = request;
  const known = cache.find(file.stat, encoding);
  let before = file.stat;
  if (known !== undefined) {
    const scan = await rescan(fs, file, request, { ...options, known });
    const after = fs.fstat(file.fd);
    if (isUntouched(before, after)) return scan;
    before = after;
  }
  for (let scans = 1; ; scans += 1) {
    const version = { stat: before, nowNs: cache.now(), encoding, at };
    const { scan, known } = await scanOnce(fs, { ...file, stat: before }, request, options.budget);
    const after = fs.fstat(file.fd);
    if (isUntouched(before, after)) cache.keep(version, known());
    if (isSameContent(before, after) || scans === MAX_SCANS) return scan;
    before = after;
  }
}

async function rescan(
  fs: FsPort,
  { fd }: OpenFile,
  { ranges }: ReadRequest,
  { known, budget }: ScanOptions & { readonly known: KnownFile },
): Promise<FileScan> {
  const rescanner = createRescanner(known, { ...budget, ranges });
  // Most of what is asked for is near a line whose place is known, and read faster than the thread pool is asked.
  const first = rescanner.next();
  if (first !== undefined) rescanner.push(readNearby(fs, fd, first));
  for (let at = rescanner.next(); at !== undefined; at = rescanner.next()) {
    const chunk = Buffer.allocUnsafe(RESCAN_BYTES);
    rescanner.push(chunk.subarray(0, await fs.read(fd, chunk, at)));
  }
  return rescanner.finish();
}

function readNearby(fs: FsPort, fd: number, at: number): Buffer {
  const chunk = scratch().subarray(0, NEARBY_BYTES);
  return chunk.subarray(0, fs.readSync(fd, chunk, at));
}

async function scanOnce(
  fs: FsPort,
  { fd, stat }: OpenFile,
  { encoding, ranges }: ReadRequest,
  budget: ScanBudget,
): Promise<{ readonly scan: FileScan; readonly known: () => KnownFile }> {
  const scanner = createScanner({ ...budget, encoding, ranges });
  // A short file is read faster than the thread pool is asked.
  const isShort = stat.size < CHUNK_BYTES;
  const chunk = isShort ? scratch() : Buffer.allocUnsafe(CHUNK_BYTES);
  for (let position = 0; ;) {
    const count = isShort ? fs.readSync(fd, chunk, position) : await fs.read(fd, chunk, position);
    if (count === 0) return { scan: scanner.finish(), known: () => scanner.known() };
    scanner.push(chunk.subarray(0, count));
    position += count;
  }
}
