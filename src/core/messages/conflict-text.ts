import type { Conflict } from '../conflict.js';
import { departureText } from './departure-text.js';
import {
  countText,
  durationText,
  hashText,
  listText,
  quoteText,
  rangeText,
  sentence,
} from './phrase.js';

const FILES_NAMED = 3;

/** Conflicts in one sentence: the first of each file, and of no more than three files. */
export function conflictsText(conflicts: readonly Conflict[]): string {
  const firstOfFile = new Map<string, Conflict>();
  for (const conflict of conflicts) {
    if (!firstOfFile.has(conflict.path)) firstOfFile.set(conflict.path, conflict);
  }
  return sentence(listText([...firstOfFile.values()].map(oneConflictText), FILES_NAMED));
}

/** Whether every edit that conflicts was made before, and nobody has taken it back. */
export function isAllDone(conflicts: readonly Conflict[]): boolean {
  const stale = conflicts.filter(({ kind }) => kind === 'file_hash');
  return stale.length > 0 && stale.every(({ since }) => isInPlace(since));
}

function isInPlace(since: Conflict['since']): boolean {
  if (typeof since !== 'object' || since.made === undefined) return false;
  return since.made.undoneBy === undefined && since.made.mayBeUndone !== true;
}

function oneConflictText(conflict: Conflict): string {
  const { path, kind, expected } = conflict;
  const now = nowText(conflict);
  switch (kind) {
    case 'file_hash':
      return `${path} changed since file_hash ${hashText(expected)} (${makerText(conflict) ?? `now ${now}`})`;
    case 'range_hash':
      return `${otherLines(conflict)} with range_hash ${hashText(expected)} (now ${now})`;
    case 'lines':
      return `${otherLines(conflict)} that begin and end as given, ${quoteText(expected)} (now ${now})`;
    case 'absent':
      return `${path} exists again`;
    case 'missing':
      return `${path} with file_hash ${hashText(expected)} is gone${goneText(conflict)}`;
  }
}

function otherLines({ path, range }: Conflict): string {
  if (range === undefined) return `lines of ${path} are not those`;
  const isOne = range.end === range.start + 1;
  return `${rangeText(range)} of ${path} ${isOne ? 'is none of those' : 'are not those'}`;
}

function goneText({ departure }: Conflict): string {
  return departure === undefined ? '' : ` (${departureText(departure)})`;
}

function nowText({ actual, file }: Conflict): string {
  return actual === undefined ? `it has ${file?.totalLines ?? 0} lines` : hashText(actual);
}

/** Who made the version that is there now: `claude-code-x2k1, 3 s ago`. */
function makerText({ by }: Conflict): string | undefined {
  if (by === undefined) return undefined;
  const { agent, isCaller, ageMs, changes = 1 } = by;
  const who = `${isCaller ? 'you' : agent}, ${durationText(ageMs)} ago`;
  return changes > 1 ? `${countText(changes, 'change')}, the last by ${who}` : who;
}
