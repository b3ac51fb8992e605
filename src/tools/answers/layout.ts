import type { Hash } from '../../core/hash.js';
import { toInclusive } from '../../core/range.js';
import type { LineRange } from '../../core/range.js';
import type { Limits } from '../tool.js';

/** A path as it stands in a text: one with control characters is escaped, since it could pass for more lines. */
export function pathText(path: string): string {
  if (!BREAKING.test(path)) return path;
  return JSON.stringify(path).replaceAll(UNESCAPED, (character) => {
    const digits = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${digits}`;
  });
}

const BREAKING = /[\p{Cc}\u2028\u2029]/u;
/** Those of them that JSON leaves as they are. */
const UNESCAPED = /[\u007f-\u009f\u2028\u2029]/g;

/** The digits of a hash that texts show; of one that a caller gave not more than it has. */
export function hashText(hash: string, { hashLength }: Pick<Limits, 'hashLength'>): string {
  return hash.slice(0, hashLength);
}

/** `213 lines`, without separators: the number may be sent back. */
export function linesText(count: number): string {
  return `${count} line${count === 1 ? '' : 's'}`;
}

/** The line that names a closed range by its first and last number and its hash. */
export function rangeLine(
  range: LineRange,
  hash: Hash,
  limits: Pick<Limits, 'hashLength'>,
): string {
  const { start, end } = toInclusive(range);
  return `lines ${start}-${end}  range_hash ${hashText(hash, limits)}`;
}

/** The first lines that fit into `room` characters, each with its line break, and how many are left. */
export function fitLines(
  lines: readonly string[],
  room: number,
): { readonly lines: readonly string[]; readonly left: number } {
  let used = 0;
  const end = lines.findIndex((line) => {
    used += line.length + 1;
    return used > room;
  });
  return end === -1 ? { lines, left: 0 } : { lines: lines.slice(0, end), left: lines.length - end };
}

const REST_NOTE = '… the rest did not fit';

/** The text if it fits into `room` characters, else cut at a whole line, with a last line that says so. */
export function fitText(text: string, room: number): string {
  if (text.length <= room) return text;
  const { lines } = fitLines(text.split('\n'), room - REST_NOTE.length);
  return [...lines, REST_NOTE].join('\n');
}
