import { createCapture } from './capture.js';
import type { CaptureOptions } from './capture.js';
import { createLineCounter } from './line-counter.js';
import type { FileScan, KnownFile } from './scan.js';

/** Takes ranges of a version that is known from a scan out of the parts of the file that hold them. */
export interface Rescanner {
  /** Where to read on, in bytes from the start of the file; `undefined` once all that was asked is there. */
  next(): number | undefined;
  /** The bytes at that place; an empty chunk is the end of the file. Keeps no reference to it. */
  push(chunk: Buffer): void;
  /** What a scan of the whole file would give. */
  finish(): FileScan;
}

/** What comes after the last line asked for is not looked at beyond that. */
const PART_BYTES = 1 << 13;

export function createRescanner(known: KnownFile, options: CaptureOptions): Rescanner {
  const { facts, encoding, starts } = known;
  const capture = createCapture(options);
  const counter = createLineCounter(capture);
  let position = 0;
  let isAtEnd = false;
  const isWanting = (): boolean => !isAtEnd && capture.wantedFrom <= facts.totalLines;
  return {
    next() {
      if (!isWanting()) return undefined;
      const start = starts.findLast(({ line }) => line <= capture.wantedFrom);
      if (start !== undefined && start.line > counter.line) {
        counter.seek(start);
        position = start.offset;
      }
      return position;
    },
    push(chunk) {
      for (let at = 0; at < chunk.length && isWanting(); at += PART_BYTES)
        counter.push(chunk.subarray(at, at + PART_BYTES), encoding);
      position += chunk.length;
      if (chunk.length > 0) return;
      counter.finish(encoding);
      isAtEnd = true;
    },
    finish: () => ({ ...facts, ranges: capture.finish() }),
  };
}
