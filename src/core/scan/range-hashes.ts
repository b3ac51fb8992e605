import type { Content, Snapshot } from '../change.js';
import type { LineStart } from './capture.js';
import { HEAD_SIZE, resolveEncoding } from '../text/encoding.js';
import { hashOf } from '../hash.js';
import type { Hash } from '../hash.js';
import { createLineCounter } from './line-counter.js';
import type { LineSink } from './line-counter.js';
import type { LineRange } from '../range.js';
import { readLines } from '../edit/revise.js';

interface Version {
  /** Name of an encoding, or `auto`. */
  readonly encoding: string;
  /** The version of which the content has slices. */
  readonly before: Snapshot | undefined;
}

/** Bytes that are looked at before it is asked whether more are needed. */
const PIECE = 1 << 20;

/**
 * The hashes of closed ranges of a content that need not be joined for it: only its bytes from the first
 * change to the last of these lines are looked at. Throws UNSUPPORTED_ENCODING.
 */
export function hashRanges(
  content: Content,
  ranges: readonly LineRange[],
  version: Version,
): readonly Hash[] {
  const asked = ranges.flatMap(({ start, end }) => [start, end]);
  const viewsOf = createViews(content.slices);
  const offsetOf = findLines(content, asked, { ...version, viewsOf });
  return ranges.map(({ start, end }) => hashOf(...viewsOf(offsetOf(start), offsetOf(end))));
}

/** Tells where lines begin, in bytes from 0; those after the last one at the end. */
function findLines(
  content: Content,
  lines: readonly number[],
  { viewsOf, ...version }: Version & { readonly viewsOf: ViewsOf },
): (line: number) => number {
  const { size } = content;
  const head = Buffer.concat(viewsOf(0, HEAD_SIZE));
  const encoding = resolveEncoding(version.encoding, head);
  const sink = createStartFinder(lines);
  const counter = createLineCounter(sink);
  const begin = lastCommonStart(content, lines, version);
  counter.seek(begin);
  for (const view of viewsOf(begin.offset, size)) {
    for (let at = 0; at < view.length && sink.wantedFrom !== Infinity; at += PIECE) {
      counter.push(view.subarray(at, at + PIECE), encoding);
    }
  }
  if (sink.wantedFrom !== Infinity) counter.finish(encoding);
  return (line) => sink.starts.get(line) ?? size;
}

/** A line before all that is asked for which begins where it did before. */
function lastCommonStart(
  { slices: [first] }: Content,
  lines: readonly number[],
  { before, encoding }: Version,
): LineStart {
  const isCommon = before !== undefined && first?.buffer === before.bytes.buffer;
  if (!isCommon || first.byteOffset !== before.bytes.byteOffset) return { line: 1, offset: 0 };
  const known = readLines(before, encoding);
  const line = Math.min(known.lineAt(first.length - 1), ...lines);
  return { line, offset: line === 1 ? 0 : known.startOf(line) };
}

interface StartFinder extends LineSink {
  readonly starts: ReadonlyMap<number, number>;
}

/** Takes note of where some lines begin. */
function createStartFinder(lines: readonly number[]): StartFinder {
  const wanted = [...new Set(lines)].toSorted((a, b) => b - a);
  const starts = new Map<number, number>();
  const see = ({ line, offset }: LineStart): void => {
    if (line !== wanted.at(-1)) return;
    wanted.pop();
    starts.set(line, offset);
  };
  return {
    starts,
    get wantedFrom() {
      return wanted.at(-1) ?? Infinity;
    },
    addPart: see,
    endLine: see,
  };
}

/** The bytes from one offset to another, as views. */
type ViewsOf = (from: number, to: number) => readonly Buffer[];

function createViews(slices: readonly Uint8Array[]): ViewsOf {
  let size = 0;
  const starts = slices.map(({ length }) => {
    size += length;
    return size - length;
  });
  return (from, to) => {
    const views: Buffer[] = [];
    for (let index = lastBefore(starts, from); index < slices.length; index += 1) {
      const [slice, at] = [slices[index], starts[index]];
      if (slice === undefined || at === undefined || at >= to) break;
      const [start, end] = [Math.max(from - at, 0), Math.min(to - at, slice.length)];
      if (start < end) views.push(Buffer.from(slice.buffer, slice.byteOffset + start, end - start));
    }
    return views;
  };
}

/** The index of the last of ascending numbers that is not over a limit; 0 if there is none. */
function lastBefore(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? Infinity) <= limit) low = middle;
    else high = middle;
  }
  return low;
}
