import { isGap, TO_END, toInclusive } from '../range.js';
import type { LineRange } from '../range.js';

const HASH_DIGITS = 16;
const QUOTE_CHARS = 80;

/** An error in words, for a model and for a tired human. */
export interface Description {
  /** What was wrong, with the values seen: a sentence, then lines of evidence where there are any. */
  readonly message: string;
  /** What to do now: whole sentences. */
  readonly hint: string;
}

/** A closed or open range as people write it: `line 3`, `lines 3-7`, `lines 3 to the last`, `the gap before line 3`. */
export function rangeText(range: LineRange): string {
  if (range.end === TO_END) return `lines ${range.start} to the last`;
  if (isGap(range)) return `the gap before line ${range.start}`;
  const { start, end } = toInclusive(range);
  return start === end ? `line ${start}` : `lines ${start}-${end}`;
}

/** `1 line`, `1,200 lines`. The plural takes an s. */
export function countText(count: number, noun: string): string {
  return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;
}

/** The first digits of a hash: as many as a caller must send. */
export function hashText(hash: string): string {
  return hash.slice(0, HASH_DIGITS);
}

const SECOND = 1000;
/** Units of time in milliseconds, and from how many milliseconds on each is used. */
const UNITS = [
  { name: 'days', size: 86_400 * SECOND, from: 48 * 3600 * SECOND },
  { name: 'h', size: 3600 * SECOND, from: 2 * 3600 * SECOND },
  { name: 'min', size: 60 * SECOND, from: 120 * SECOND },
  { name: 's', size: SECOND, from: SECOND },
] as const;

/** Milliseconds in the unit that a person would use: `350 ms`, `12 s`, `5 min`, `3 h`, `2 days`. */
export function durationText(ms: number): string {
  const unit = UNITS.find(({ from }) => ms >= from);
  return unit === undefined ? `${Math.round(ms)} ms` : `${Math.floor(ms / unit.size)} ${unit.name}`;
}

/** Text in double quotes with control characters escaped, cropped to about a line. */
export function quoteText(text: string): string {
  const chars = Array.from(text);
  return JSON.stringify(
    chars.length > QUOTE_CHARS ? `${chars.slice(0, QUOTE_CHARS).join('')}…` : text,
  );
}

/** The clause as a sentence: with a full stop unless it ends with a mark of its own. */
export function sentence(clause: string): string {
  return /[.!?…]$/.test(clause) ? clause : `${clause}.`;
}

/** `a`, `a and b`, `a, b and c`; of more than `limit` the rest is counted: `a, b and 3 more`. */
export function listText(items: readonly string[], limit: number): string {
  const shown = items.length > limit ? items.slice(0, limit) : items.slice(0, -1);
  const last = items.length > limit ? `${items.length - limit} more` : (items.at(-1) ?? '');
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}

/** Characters by their numbers: `U+00E9 U+0301`. */
export function codePointsText(text: string): string {
  return Array.from(text, (char) => {
    const digits = (char.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `U+${digits.padStart(4, '0')}`;
  }).join(' ');
}
