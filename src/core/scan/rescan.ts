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

export function createRescanner(known: KnownFile, options: CaptureOptions): Rescanner {
  const { facts, encoding, starts } = known;
  const capture = createCapture(options);
  const counter = createLineCounter(capture);
  let position = 0;
  let isAtEnd = false;
  return {
    next() {
      if (isAtEnd || capture.wantedFrom > facts.totalLines) return undefined;
      const start = starts.findLast(({ line }) => line <= capture.wantedFrom);
      if (start !== undefined && start.line > counter.line) {
        counter.seek(start);
        position = start.offset;
      }
      return position;
    },
    push(chunk) {
      position += chunk.length;
      if (chunk.length > 0) return counter.push(chunk, encoding);
      counter.finish(encoding);
      isAtEnd = true;
    },
    finish: () => ({ ...facts, ranges: capture.finish() }),
  };
}
