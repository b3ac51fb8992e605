import { isLocklineError, LocklineError } from '../core/errors.js';
import { TO_END, toInclusive } from '../core/range.js';
import type { LineRange } from '../core/range.js';
import type { FileScan } from '../core/scan/scan.js';
import { unreachable } from '../core/unreachable.js';
import type { ReadRequest, WorkspaceStore } from '../store/store.js';
import { withDeparture } from './departure.js';
import type { FileRead, FileRequest } from './workspace.js';

/** The ranges of a request that names none. */
const WHOLE_FILE: readonly LineRange[] = [{ start: 1, end: TO_END }];

interface ReadOptions {
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A file that can be asked of the store. */
interface Asked {
  readonly shown: string;
  readonly ranges: readonly LineRange[];
  readonly request: ReadRequest;
}

/** Reads all files in one consistent read; each answers for itself, in request order. */
export async function readFiles(
  store: WorkspaceStore,
  files: readonly FileRequest[],
  { signal, now }: ReadOptions,
): Promise<readonly FileRead[]> {
  const asked = await Promise.all(files.map((file) => ask(store, file)));
  const requests = asked.flatMap((file) => ('request' in file ? [file.request] : []));
  const answers = await store.read(requests, signal);
  const reads = asked.map(async (file): Promise<FileRead> => {
    if ('error' in file) return file;
    const answer = answers[requests.indexOf(file.request)];
    const read = judge(file, answer ?? unreachable('a store answers every request'));
    if (!('error' in read)) return read;
    const { path } = file.request;
    return { ...read, error: await withDeparture(read.error, store, path, { now: now() }) };
  });
  return Promise.all(reads);
}

async function ask(
  store: WorkspaceStore,
  { path: named, ranges = WHOLE_FILE, encoding }: FileRequest,
): Promise<Asked | Extract<FileRead, { readonly error: LocklineError }>> {
  try {
    const { path, shown } = await store.resolve(named, 'read');
    // A range that no file can hold is refused once the file tells its length.
    const holdable = ranges.filter(({ start, end }) => start >= 1 && end >= start);
    return { shown, ranges, request: { path, ranges: holdable, encoding } };
  } catch (error) {
    if (isLocklineError(error)) return { shown: named, error };
    throw error;
  }
}

function judge({ shown, ranges }: Asked, answer: FileScan | LocklineError): FileRead {
  if (isLocklineError(answer)) return { shown, error: answer };
  const error = refusal(shown, ranges, answer);
  return error === undefined ? { shown, scan: answer } : { shown, error };
}

function refusal(
  shown: string,
  ranges: readonly LineRange[],
  { binaryAt, totalLines }: FileScan,
): LocklineError | undefined {
  if (binaryAt !== undefined) {
    return new LocklineError('BINARY_FILE', { path: shown, offset: binaryAt });
  }
  const bad = ranges.find((range) => !isReadable(range, totalLines));
  if (bad === undefined) return undefined;
  const { start, end } = toInclusive(bad);
  return new LocklineError('RANGE_OUT_OF_BOUNDS', {
    path: shown,
    start,
    ...(end !== TO_END && { end }),
    totalLines,
  });
}

/** Whether the range begins at a line that exists. An empty file has the range 1..0, whatever end is asked. */
function isReadable(range: LineRange, totalLines: number): boolean {
  if (totalLines === 0) return range.start === 1 && range.end >= 1;
  return range.start >= 1 && range.end > range.start && range.start <= totalLines;
}
