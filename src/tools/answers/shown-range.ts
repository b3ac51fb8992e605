import { HEAD_SIZE, resolveEncoding } from '../../core/text/encoding.js';
import type { Encoding } from '../../core/text/encoding.js';
import type { LocklineError } from '../../core/errors.js';
import type { Hash } from '../../core/hash.js';
import { contentOf } from '../../core/text/lines.js';
import type { LineRange } from '../../core/range.js';
import type { FileScan, RangeScan, ScannedLine } from '../../core/scan/scan.js';
import { undecodable } from '../../core/text/undecodable.js';
import { showLine } from './shown-line.js';
import type { NumberedLine, ShownLine } from './shown-line.js';

/** The lines of a range that a read shows. */
export interface ShownRange {
  readonly range: LineRange;
  readonly hash: Hash;
  readonly lines: readonly ShownLine[];
  /** The first line that was asked for and is not shown. */
  readonly next?: number;
}

/** How much may be shown, in characters. */
export interface Room {
  readonly line: number;
  readonly range: number;
}

/**
 * Shows as many whole lines of a range as there is room for; it then ends at the last of them. Gives
 * UNDECODABLE instead for a line that is not text; `shown` is the path in it.
 */
export function showRange(
  { scan, shown }: { readonly scan: FileScan; readonly shown: string },
  kept: RangeScan,
  room: Room,
): ShownRange | LocklineError {
  const usual = resolveEncoding(scan.encoding, NO_BYTES);
  const lines: ShownLine[] = [];
  let left = room.range;
  let offset = kept.offset;
  for (const [index, line] of kept.lines.entries()) {
    const numbered = { number: kept.range.start + index, line };
    // A line for which there is no room need not be text either.
    if (left < `${numbered.number}\t\n`.length) break;
    const encoding = numbered.number === 1 ? firstEncoding(scan, line) : usual;
    const next = showLine(numbered, encoding, room.line);
    if ('badOffset' in next) return badLine(numbered, { ...next, encoding, shown, offset });
    left -= next.numbered.length + 1;
    if (left < 0) break;
    lines.push(next);
    offset += line.size;
  }
  const end = kept.range.start + lines.length;
  const isWhole = kept.complete && lines.length === kept.lines.length;
  return {
    range: { start: kept.range.start, end },
    hash: kept.hashThrough(lines.length),
    lines,
    ...(!isWhole && { next: end }),
  };
}

/** The encoding with the byte order mark, which belongs to line 1 only. */
function firstEncoding(scan: FileScan, { bytes }: ScannedLine): Encoding {
  return resolveEncoding(scan.encoding, bytes.subarray(0, HEAD_SIZE));
}

const NO_BYTES = Buffer.alloc(0);

interface BadPlace {
  readonly badOffset: number;
  readonly encoding: Encoding;
  readonly shown: string;
  /** Where the line begins in the file. */
  readonly offset: number;
}

function badLine({ number, line }: NumberedLine, place: BadPlace): LocklineError {
  const { encoding, offset } = place;
  return undecodable({
    ...place,
    line: number,
    content: contentOf(line.bytes, number, encoding),
    contentOffset: offset + (number === 1 ? encoding.bomLength : 0),
  });
}
