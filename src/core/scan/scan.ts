import { createHash } from 'node:crypto';
import { nulInHead } from '../text/binary.js';
import { createCapture } from './capture.js';
import type { CaptureOptions, LineStart, RangeScan } from './capture.js';
import { HEAD_SIZE, resolveEncoding } from '../text/encoding.js';
import type { Encoding } from '../text/encoding.js';
import { asHash } from '../hash.js';
import type { Hash } from '../hash.js';
import { createLineCounter } from './line-counter.js';
import type { LineFacts } from './line-counter.js';
import { unreachable } from '../unreachable.js';

export type { RangeScan, ScannedLine } from './capture.js';

/** Facts of one version of a file and the ranges asked of it, from one pass in constant memory. */
export interface FileScan extends LineFacts {
  readonly hash: Hash;
  readonly size: number;
  /** Name of the encoding in force. */
  readonly encoding: string;
  readonly bom: boolean;
  /** Offset of a NUL that makes the file binary; the other facts then do not count. */
  readonly binaryAt?: number;
  /** In the order asked. */
  readonly ranges: readonly RangeScan[];
}

export interface ScanOptions extends CaptureOptions {
  /** Name of an encoding, or `auto`. */
  readonly encoding: string;
}

/** A scanned version, to take other ranges of it later. */
export interface KnownFile {
  readonly facts: Omit<FileScan, 'ranges'>;
  readonly encoding: Encoding;
  /** Where some of its lines begin, ascending. */
  readonly starts: readonly LineStart[];
}

/** Takes the bytes of a file in chunks of any size and gives its facts at the end. */
export interface Scanner {
  /** Keeps no reference to the chunk: its memory may be used again. */
  push(chunk: Buffer): void;
  /** Ends the file; to be called once. */
  finish(): FileScan;
  /** What it has learnt of the file, once that is finished. */
  known(): KnownFile;
}

/** Begins a scan. Throws UNSUPPORTED_ENCODING. */
export function createScanner(options: ScanOptions): Scanner {
  const digest = createHash('sha256');
  const capture = createCapture(options);
  const counter = createLineCounter(capture);
  let encoding = resolveEncoding(options.encoding, NO_BYTES);
  let isResolved = false;
  let head = NO_BYTES;
  let size = 0;
  let nulAt: number | undefined;

  let facts: KnownFile['facts'] | undefined;

  const begin = (bytes: Buffer): void => {
    encoding = resolveEncoding(options.encoding, bytes.subarray(0, HEAD_SIZE));
    isResolved = true;
    counter.push(bytes, encoding);
  };

  return {
    push(chunk) {
      digest.update(chunk);
      nulAt ??= nulInHead(chunk, size);
      size += chunk.length;
      if (isResolved) return counter.push(chunk, encoding);
      const bytes = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      if (bytes.length >= HEAD_SIZE) begin(bytes);
      else head = Buffer.from(bytes);
    },
    finish() {
      if (!isResolved) begin(head);
      facts = {
        hash: asHash(digest.digest('hex')),
        size,
        encoding: encoding.name,
        bom: encoding.bomLength > 0,
        ...(nulAt !== undefined && encoding.unit === 1 && { binaryAt: nulAt }),
        ...counter.finish(encoding),
      };
      return { ...facts, ranges: capture.finish() };
    },
    known: () => ({
      facts: facts ?? unreachable('a scan is asked when it is finished'),
      encoding,
      starts: counter.starts,
    }),
  };
}

const NO_BYTES = Buffer.alloc(0);
