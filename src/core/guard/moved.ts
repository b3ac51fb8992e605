import { hashOf, matches } from '../hash.js';
import type { HashPrefix } from '../hash.js';
import type { Lines } from '../text/lines.js';
import type { LineRange } from '../range.js';

/**
 * Looks in one version of a file for lines that are not where they were thought to be. Found means: in
 * exactly one place. The work of one finder is bounded, so in a large file it may give up and find
 * nothing; it never finds a wrong place.
 */
export interface LineFinder {
  /** Where as many lines as `asked` has have this hash; an open range reaches to the last line here too. */
  byHash(asked: LineRange, given: HashPrefix): LineRange | undefined;
  /** Where as many lines begin and end with these two, given without terminator. */
  byEnds(asked: LineRange, first: string, last: string): LineRange | undefined;
}

/** All that one finder may do, as if it were bytes to hash: some tenths of a second. */
const WORK = 256 * 1024 * 1024;
/** The work of a hash beside its bytes. */
const HASH_WORK = 1024;
/** The work of looking at the size of a line. */
const LOOK_WORK = 16;
/** Bytes of a line that are not its content: CR and LF of four bytes each, and a byte order mark. */
const MOST_BESIDE_CONTENT = 12;

/** Looks and hashes in one search. */
interface Search {
  readonly lines: Lines;
  /** Takes room for work that is about to be done; false when there is none left. */
  readonly spend: (work: number) => boolean;
}

/** A finder in these lines. Holds no copy of them. */
export function createLineFinder(lines: Lines): LineFinder {
  let left = WORK;
  // How far the lines found last had moved. Others have most likely moved as far.
  let shift = 0;

  // A search gets a quarter of what is left, so that one in vain leaves enough to those after it.
  const startSearch = (): Search => {
    let room = left / 4;
    const spend = (work: number) => {
      room -= work;
      left -= work;
      return room >= 0;
    };
    return { lines, spend };
  };

  return {
    byHash({ start, end }, given) {
      const search = startSearch();
      const found = findHash(search, windowsOf(lines, end - start), start + shift, given);
      if (found === undefined || !standsAlone(search, found)) return undefined;
      shift = found.start - start;
      return found;
    },
    byEnds: ({ start, end }, first, last) =>
      findEnds(startSearch(), windowsOf(lines, end - start), first, last),
  };
}

/** All ranges of one size; of size infinity all that reach to the last line. */
interface Windows {
  /** They start at lines 1 to this one. */
  readonly lastStart: number;
  at(start: number): LineRange;
}

function windowsOf({ count }: Lines, size: number): Windows {
  return {
    lastStart: size === Infinity ? count : count - size + 1,
    at: (start) => ({ start, end: Math.min(start + size, count + 1) }),
  };
}

/** The window with this hash that is nearest to `origin`. The bytes are not known, so each must be hashed. */
function findHash(
  { lines, spend }: Search,
  windows: Windows,
  origin: number,
  given: HashPrefix,
): LineRange | undefined {
  for (const start of outward(origin, windows.lastStart)) {
    const window = windows.at(start);
    if (!spend(HASH_WORK + bytesBetween(lines, window.start, window.end))) return undefined;
    if (matches(hashOf(lines.slice(window)), given)) return window;
  }
  return undefined;
}

/** The numbers 1 to `last`, those near `origin` first. */
function* outward(origin: number, last: number): Generator<number> {
  const middle = Math.max(1, Math.min(origin, last));
  for (let distance = 0; distance < last; distance += 1) {
    if (middle - distance >= 1) yield middle - distance;
    if (middle + distance < last) yield middle + distance + 1;
  }
}

function standsAlone({ lines, spend }: Search, range: LineRange): boolean {
  const bytes = lines.slice(range);
  const size = range.end - range.start;
  if (!spend(LOOK_WORK * lines.count)) return false;
  for (let start = 1; start + size <= lines.count + 1; start += 1) {
    if (bytesBetween(lines, start, start + size) !== bytes.length || start === range.start)
      continue;
    const others = lines.slice({ start, end: start + size });
    if (!spend(bytes.length) || bytes.equals(others)) return false;
  }
  return true;
}

function findEnds(
  { lines, spend }: Search,
  windows: Windows,
  firstText: string,
  lastText: string,
): LineRange | undefined {
  const first = lines.encoding.encode(firstText);
  const last = lines.encoding.encode(lastText);
  if (!('bytes' in first) || !('bytes' in last)) return undefined;
  if (!spend(LOOK_WORK * lines.count)) return undefined;
  let found: LineRange | undefined;
  for (let start = 1; start <= windows.lastStart; start += 1) {
    if (!hasContent(lines, start, first.bytes)) continue;
    if (!spend(first.bytes.length + last.bytes.length)) return undefined;
    const window = windows.at(start);
    if (!hasContent(lines, window.end - 1, last.bytes)) continue;
    if (found !== undefined) return undefined;
    found = window;
  }
  return found;
}

function hasContent(lines: Lines, line: number, content: Buffer): boolean {
  const rest = bytesBetween(lines, line, line + 1) - content.length;
  // Most lines have another size: then their bytes need not be looked at.
  return rest >= 0 && rest <= MOST_BESIDE_CONTENT && lines.contentAt(line).equals(content);
}

/** Bytes of the lines from `start` on that are before `end`. */
function bytesBetween(lines: Lines, start: number, end: number): number {
  return lines.startOf(end) - (start === 1 ? 0 : lines.startOf(start));
}
