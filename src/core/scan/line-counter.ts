import {
  endOfLf,
  endsWithCr,
  findBreaks,
  hasOnlyLf,
  NO_BREAK,
  terminatorBefore,
} from '../text/breaks.js';
import type { Terminator } from '../text/breaks.js';
import type { Capture, LineStart } from './capture.js';
import type { Encoding } from '../text/encoding.js';

/** Facts of a whole file that its lines tell. */
export interface LineFacts {
  readonly totalLines: number;
  readonly newline: 'lf' | 'crlf' | 'cr' | 'mixed' | 'none';
  /** Whether the last line has a terminator; true for an empty file. */
  readonly finalNewline: boolean;
}

/** Takes the lines from `wantedFrom` on, part by part; it may pass over those before. */
export type LineSink = Pick<Capture, 'wantedFrom' | 'addPart' | 'endLine'>;

/** Counts the lines of a file that passes by in chunks of any size, and hands them to a sink. */
export interface LineCounter {
  /** The line at which it stands. */
  readonly line: number;
  /** Where some lines begin: one in each `START_BYTES` about, and more at the beginning of the file. */
  readonly starts: readonly LineStart[];
  /** Keeps no reference to the chunk. */
  push(chunk: Buffer, encoding: Encoding): void;
  /** Goes on at a line further on; its totals are then no longer those of the file. */
  seek(start: LineStart): void;
  /** Ends the file; to be called once. */
  finish(encoding: Encoding): LineFacts;
}

/** So much is read in vain at most to find a line. */
const START_BYTES = 1 << 16;
/** The same for the first bytes of a file, which is all that most files have. */
const FIRST_BYTES = 1 << 20;
const FIRST_START_BYTES = 1 << 12;
const NO_BYTES = Buffer.alloc(0);

export function createLineCounter(sink: LineSink): LineCounter {
  const starts: LineStart[] = [];
  let pending = NO_BYTES;
  const here = { line: 1, offset: 0, taken: 0, seen: { '\n': 0, '\r\n': 0, '\r': 0, '': 0 } };
  const takePieces = (bytes: Buffer, encoding: Encoding): void => {
    let at = 0;
    while (at < bytes.length) {
      const step = here.taken < FIRST_BYTES ? FIRST_START_BYTES : START_BYTES;
      const rest = bytes.subarray(at);
      const isLast = rest.length <= step;
      const end = at + (isLast ? rest.length : readySize(rest.subarray(0, step), encoding));
      take(bytes.subarray(at, end), encoding, { here, sink });
      const { line, offset } = here;
      if (offset - (starts.at(-1)?.offset ?? 0) >= step) starts.push({ line, offset });
      at = end;
    }
  };

  return {
    get line() {
      return here.line;
    },
    starts,
    push(chunk, encoding) {
      const bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const ready = readySize(bytes, encoding);
      pending = Buffer.from(bytes.subarray(ready));
      takePieces(bytes.subarray(0, ready), encoding);
    },
    seek({ line, offset }) {
      Object.assign(here, { line, offset, taken: offset });
      pending = NO_BYTES;
    },
    finish(encoding) {
      take(pending, encoding, { here, sink });
      const { line, offset, taken, seen } = here;
      const isOpen = taken > Math.max(offset, encoding.bomLength);
      if (isOpen && line >= sink.wantedFrom) sink.endLine({ line, offset }, NO_BYTES);
      return {
        totalLines: isOpen ? line : line - 1,
        newline: newlineOf(seen),
        finalNewline: !isOpen,
      };
    },
  };
}

/** How far a counter is. */
interface Here {
  line: number;
  /** Where the line begins, in bytes from the start of the file. */
  offset: number;
  /** Bytes of the file that have passed by. */
  taken: number;
  /** How many lines had each terminator. */
  readonly seen: Record<Terminator, number>;
}

/** Takes bytes that can be judged: whole units, and never a CR whose LF is in the next ones. */
function take(
  bytes: Buffer,
  encoding: Encoding,
  { here, sink }: { readonly here: Here; readonly sink: LineSink },
): void {
  const isPlain = hasOnlyLf(bytes, encoding);
  const next = isPlain ? (from: number) => endOfLf(bytes, from) : findBreaks(bytes, encoding);
  let at = 0;
  for (;;) {
    if (isPlain) at = passUnwanted(bytes, at, { here, sink });
    const end = next(at);
    if (end === NO_BREAK) break;
    here.seen[terminatorBefore(bytes, end, encoding)] += 1;
    if (here.line >= sink.wantedFrom) sink.endLine(here, bytes.subarray(at, end));
    here.line += 1;
    here.offset = here.taken + end;
    at = end;
  }
  if (at < bytes.length && here.line >= sink.wantedFrom) {
    sink.addPart(here, bytes.subarray(at));
  }
  here.taken += bytes.length;
}

/** Only counts lines that nobody wants, up to the next one that somebody does; gives where that begins. */
function passUnwanted(
  bytes: Buffer,
  from: number,
  { here, sink }: { readonly here: Here; readonly sink: LineSink },
): number {
  const { wantedFrom } = sink;
  let at = from;
  let { line } = here;
  while (line < wantedFrom) {
    const end = endOfLf(bytes, at);
    if (end === NO_BREAK) break;
    at = end;
    line += 1;
  }
  if (line > here.line) here.offset = here.taken + at;
  here.seen['\n'] += line - here.line;
  here.line = line;
  return at;
}

/** How many of the bytes can be judged before more are seen: whole units, but not a last CR. */
function readySize(bytes: Buffer, encoding: Encoding): number {
  const whole = bytes.length - (bytes.length % encoding.unit);
  return endsWithCr(bytes.subarray(0, whole), encoding) ? whole - encoding.unit : whole;
}

function newlineOf(seen: {
  readonly '\n': number;
  readonly '\r\n': number;
  readonly '\r': number;
}): LineFacts['newline'] {
  const kinds = [
    ...(seen['\n'] > 0 ? ['lf' as const] : []),
    ...(seen['\r\n'] > 0 ? ['crlf' as const] : []),
    ...(seen['\r'] > 0 ? ['cr' as const] : []),
  ];
  return kinds.length > 1 ? 'mixed' : (kinds[0] ?? 'none');
}
