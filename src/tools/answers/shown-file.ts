import { describeError } from '../../core/messages/describe.js';
import { isLocklineError } from '../../core/errors.js';
import type { LocklineError } from '../../core/errors.js';
import { toInclusive } from '../../core/range.js';
import type { LineRange } from '../../core/range.js';
import type { FileScan, RangeScan } from '../../core/scan/scan.js';
import { factsLine, factsObject } from './file-facts.js';
import { pathText, rangeLine } from './layout.js';
import { showRange } from './shown-range.js';
import type { ShownRange } from './shown-range.js';
import type { Json, Limits } from '../tool.js';

/** A file as a read shows it. */
export interface ShownFile {
  readonly shown: string;
  /** Lines of text: the facts, then the ranges. */
  readonly lines: readonly string[];
  readonly object: { readonly [name: string]: Json };
  /** Why there is nothing of it. */
  readonly error?: LocklineError;
  /** What was asked for and is not shown; an end may be open. */
  readonly rest: readonly LineRange[];
}

/** A file that was read, and what was asked of it. */
export interface ReadFile {
  readonly shown: string;
  readonly scan: FileScan;
  readonly asked: readonly LineRange[];
}

/** Ranges of one file that a result holds. */
const MOST_RANGES = 1000;
/** Characters of the line that names a range, beside the hash. */
const RANGE_LINE_CHARS = 48;

/** Shows a file as far as there is room, in characters. */
export function showFile(file: ReadFile, limits: Limits, room: number): ShownFile {
  const { shown, scan, asked } = file;
  const facts = factsLine(shown, scan, limits);
  const ranges: ShownRange[] = [];
  const rest: LineRange[] = [];
  let left = room - facts.length - 1;
  for (const [index, kept] of scan.ranges.entries()) {
    const wanted = asked[index] ?? kept.range;
    const inside = left - RANGE_LINE_CHARS - limits.hashLength;
    const next = ranges.length < MOST_RANGES ? showPart(file, kept, limits, inside) : undefined;
    if (isLocklineError(next)) return showFailure(shown, next);
    if (next === undefined) {
      rest.push(wanted);
      continue;
    }
    ranges.push(next);
    left = inside - next.lines.reduce((sum, { numbered }) => sum + numbered.length + 1, 0);
    if (next.next !== undefined) rest.push({ start: next.next, end: wanted.end });
  }
  const leftOut = scan.ranges.length - ranges.length;
  return {
    shown,
    lines: [facts, ...ranges.flatMap((range) => rangeLines(range, limits))],
    object: {
      ...factsObject(shown, scan),
      ranges: ranges.map(rangeObject),
      ...(leftOut > 0 && { ranges_left_out: leftOut }),
    },
    rest,
  };
}

/** A range as far as there is room for it; `undefined` if there is none for any line of it. */
function showPart(
  file: ReadFile,
  kept: RangeScan,
  limits: Limits,
  room: number,
): ShownRange | LocklineError | undefined {
  if (room <= 0) return undefined;
  const part = showRange(file, kept, { line: limits.maxLineChars, range: room });
  const isNothing = !isLocklineError(part) && part.lines.length === 0 && kept.lines.length > 0;
  return isNothing ? undefined : part;
}

/** Shows why a file could not be read. */
export function showFailure(shown: string, error: LocklineError): ShownFile {
  const { message, hint } = describeError(error);
  return {
    shown,
    lines: [`${pathText(shown)}  ${error.code}: ${message} ${hint}`],
    object: { file_path: shown, error: { code: error.code, message } },
    error,
    rest: [],
  };
}

function rangeLines({ range, hash, lines }: ShownRange, limits: Limits): readonly string[] {
  return [rangeLine(range, hash, limits), ...lines.map(({ numbered }) => numbered)];
}

function rangeObject({ range, hash, lines, next }: ShownRange): Json {
  const cropped = lines.flatMap(({ isCropped }, index) => (isCropped ? [range.start + index] : []));
  return {
    ...toInclusive(range),
    range_hash: hash,
    content: lines.map(({ content }) => content).join(''),
    ...(next !== undefined && { next_start: next }),
    ...(cropped.length > 0 && { cropped }),
  };
}
