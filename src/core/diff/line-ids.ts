import type { Lines } from '../text/lines.js';
import type { Middle } from './middle.js';

/** Some lines of one version in their order, each with a number that only equal lines have. */
export interface NumberedLines {
  readonly lines: Int32Array;
  readonly ids: Int32Array;
}

/**
 * Numbers the lines of a middle and leaves out those that have no equal in the other version: no alignment
 * can pair them, so without them it is the same, and sooner found.
 */
export function numberLines(
  base: Lines,
  current: Lines,
  middle: Middle,
): { readonly base: NumberedLines; readonly current: NumberedLines } {
  const { start, end } = middle.base;
  const text = readText(base);
  const other = readText(current);
  const table = createTable(text, end - start);
  const idsOfBase = new Int32Array(end - start);
  for (let line = start; line < end; line += 1) idsOfBase[line - start] = table.add(line);

  const { start: otherStart, end: otherEnd } = middle.current;
  const idsOfCurrent = new Int32Array(otherEnd - otherStart);
  const isShared = new Uint8Array(end - start);
  // Most lines follow the same one as before, and to compare two lines is less work than to look one up.
  let guess = start;
  for (let line = otherStart; line < otherEnd; line += 1) {
    const isNext = guess < end && isEqual(text, guess, other, line);
    const found = isNext ? guess : table.find(other, line);
    if (found === NO_LINE) continue;
    guess = found + 1;
    const id = idsOfBase[found - start] ?? NO_LINE;
    idsOfCurrent[line - otherStart] = id;
    isShared[id - start] = 1;
  }
  return {
    base: pick(idsOfBase, start, (id) => isShared[id - start] === 1),
    current: pick(idsOfCurrent, otherStart, (id) => id !== NO_LINE),
  };
}

/** The number that no line has: an id is the number of the first line with this content. */
const NO_LINE = 0;

function pick(ids: Int32Array, start: number, isWanted: (id: number) => boolean): NumberedLines {
  const lines = new Int32Array(ids.length);
  let count = 0;
  for (let index = 0; index < ids.length; index += 1) {
    const id = ids[index] ?? NO_LINE;
    if (!isWanted(id)) continue;
    lines[count] = start + index;
    ids[count] = id;
    count += 1;
  }
  return { lines: lines.subarray(0, count), ids: ids.subarray(0, count) };
}

/** The bytes of a version, readable four at a time. */
interface Text {
  readonly view: DataView;
  readonly startOf: (line: number) => number;
}

function readText({ bytes, startOf }: Lines): Text {
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), startOf };
}

/** Lines of one text by their content. */
interface Table {
  /** Takes a line in; gives the first line with its content. */
  add(line: number): number;
  /** The first line taken in with the content of a line of another text, else `NO_LINE`. */
  find(other: Text, line: number): number;
}

/** A table for so many lines: open addresses, no string for each line. */
function createTable(text: Text, count: number): Table {
  const size = 2 ** Math.ceil(Math.log2(2 * count + 1));
  const lines = new Int32Array(size);
  const hashes = new Int32Array(size);
  const slotOf = (of: Text, line: number, hash: number): number => {
    let slot = hash & (size - 1);
    for (;;) {
      const there = lines[slot] ?? NO_LINE;
      if (there === NO_LINE) return slot;
      if (hashes[slot] === hash && isEqual(text, there, of, line)) return slot;
      slot = (slot + 1) & (size - 1);
    }
  };
  return {
    add(line) {
      const hash = hashLine(text, line);
      const slot = slotOf(text, line, hash);
      const there = lines[slot] ?? NO_LINE;
      if (there !== NO_LINE) return there;
      lines[slot] = line;
      hashes[slot] = hash;
      return line;
    },
    find: (other, line) => lines[slotOf(other, line, hashLine(other, line))] ?? NO_LINE,
  };
}

/** Mixes the bytes of a line, four at a time, by the golden ratio in 32 bits. */
function hashLine({ view, startOf }: Text, line: number): number {
  const end = startOf(line + 1);
  let at = startOf(line);
  let hash = end - at;
  for (; at + 4 <= end; at += 4) hash = mix(hash, view.getInt32(at));
  for (; at < end; at += 1) hash = mix(hash, view.getUint8(at));
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}

function mix(hash: number, value: number): number {
  return Math.imul(((hash << 13) | (hash >>> 19)) ^ value, 0x9e3779b1);
}

function isEqual(a: Text, lineOfA: number, b: Text, lineOfB: number): boolean {
  const end = a.startOf(lineOfA + 1);
  let at = a.startOf(lineOfA);
  let other = b.startOf(lineOfB);
  if (end - at !== b.startOf(lineOfB + 1) - other) return false;
  for (; at + 4 <= end; at += 4, other += 4) {
    if (a.view.getInt32(at) !== b.view.getInt32(other)) return false;
  }
  for (; at < end; at += 1, other += 1) {
    if (a.view.getUint8(at) !== b.view.getUint8(other)) return false;
  }
  return true;
}
