import { createHash } from 'node:crypto';
import { nulInHead } from './binary.js';
import { endsWithCr, findBreaks, NO_BREAK, terminatorBefore } from './breaks.js';
import { createCapture } from './capture.js';
import type { Capture, CaptureOptions, RangeScan } from './capture.js';
import { HEAD_SIZE, resolveEncoding } from './encoding.js';
import type { Encoding } from './encoding.js';
import { asHash } from './hash.js';
import type { Hash } from './hash.js';

export type { RangeScan, ScannedLine } from './capture.js';

/** Facts of one version of a file and the ranges asked of it, from one pass in constant memory. */
export interface FileScan {
  readonly hash: Hash;
  readonly size: number;
  readonly totalLines: number;
  /** Name of the encoding in force. */
  readonly encoding: string;
  readonly bom: boolean;
  readonly newline: 'lf' | 'crlf' | 'cr' | 'mixed' | 'none';
  /** Whether the last line has a terminator; true for an empty file. */
  readonly finalNewline: boolean;
  /** Offset of a NUL that makes the file binary; the other facts then do not count. */
  readonly binaryAt?: number;
  /** In the order asked. */
  readonly ranges: readonly RangeScan[];
}

export interface ScanOptions extends CaptureOptions {
  /** Name of an encoding, or `auto`. */
  readonly encoding: string;
}

/** Takes the bytes of a file in chunks of any size and gives its facts at the end. */
export interface Scanner {
  /** Keeps no reference to the chunk: its memory may be used again. */
  push(chunk: Buffer): void;
  /** Ends the file; to be called once. */
  finish(): FileScan;
}

/** Begins a scan. Throws UNSUPPORTED_ENCODING. */
export function createScanner(options: ScanOptions): Scanner {
  const digest = createHash('sha256');
  const counter = createLineCounter(createCapture(options));
  let encoding = resolveEncoding(options.encoding, NO_BYTES);
  let isResolved = false;
  let pending = NO_BYTES;
  let size = 0;
  let nulAt: number | undefined;

  const consume = (bytes: Buffer, isLast: boolean): void => {
    if (!isResolved && (isLast || bytes.length >= HEAD_SIZE)) {
      encoding = resolveEncoding(options.encoding, bytes.subarray(0, HEAD_SIZE));
      isResolved = true;
    }
    const ready = isLast ? bytes.length : isResolved ? readySize(bytes, encoding) : 0;
    pending = Buffer.from(bytes.subarray(ready));
    counter.take(bytes.subarray(0, ready), encoding);
  };

  return {
    push(chunk) {
      digest.update(chunk);
      nulAt ??= nulInHead(chunk, size);
      size += chunk.length;
      consume(pending.length === 0 ? chunk : Buffer.concat([pending, chunk]), false);
    },
    finish() {
      consume(pending, true);
      return {
        hash: asHash(digest.digest('hex')),
        size,
        encoding: encoding.name,
        bom: encoding.bomLength > 0,
        ...(nulAt !== undefined && encoding.unit === 1 && { binaryAt: nulAt }),
        ...counter.finish(encoding),
      };
    },
  };
}

const NO_BYTES = Buffer.alloc(0);

/** How many of the bytes can be judged before more are seen: whole units, but not a last CR. */
function readySize(bytes: Buffer, encoding: Encoding): number {
  const whole = bytes.length - (bytes.length % encoding.unit);
  return endsWithCr(bytes.subarray(0, whole), encoding) ? whole - encoding.unit : whole;
}

interface LineCounter {
  /** Whole units, and never a CR whose LF is in the next ones. */
  take(bytes: Buffer, encoding: Encoding): void;
  finish(encoding: Encoding): Pick<FileScan, 'totalLines' | 'newline' | 'finalNewline' | 'ranges'>;
}

function createLineCounter(capture: Capture): LineCounter {
  const seen = { '\n': 0, '\r\n': 0, '\r': 0, '': 0 };
  let taken = 0;
  let line = 1;
  let offset = 0;

  return {
    take(bytes, encoding) {
      const next = findBreaks(bytes, encoding);
      let at = 0;
      for (let end = next(0); end !== NO_BREAK; end = next(end)) {
        seen[terminatorBefore(bytes, end, encoding)] += 1;
        if (line >= capture.wantedFrom) {
          capture.endLine({ line, offset }, bytes.subarray(at, end));
        }
        line += 1;
        at = end;
        offset = taken + end;
      }
      if (at < bytes.length && line >= capture.wantedFrom) {
        capture.addPart({ line, offset }, bytes.subarray(at));
      }
      taken += bytes.length;
    },
    finish(encoding) {
      const isOpen = taken > Math.max(offset, encoding.bomLength);
      if (isOpen && line >= capture.wantedFrom) capture.endLine({ line, offset }, NO_BYTES);
      return {
        totalLines: isOpen ? line : line - 1,
        newline: newlineOf(seen),
        finalNewline: !isOpen,
        ranges: capture.finish(),
      };
    },
  };
}

function newlineOf(seen: {
  readonly '\n': number;
  readonly '\r\n': number;
  readonly '\r': number;
}) {
  const kinds = [
    ...(seen['\n'] > 0 ? ['lf' as const] : []),
    ...(seen['\r\n'] > 0 ? ['crlf' as const] : []),
    ...(seen['\r'] > 0 ? ['cr' as const] : []),
  ];
  return kinds.length > 1 ? 'mixed' : (kinds[0] ?? 'none');
}
