import type { Conflict } from '../../core/conflict.js';
import { isGap, toInclusive } from '../../core/range.js';
import { showCurrent } from './current-lines.js';
import { foundLines, keptLine, span } from './kept-lines.js';
import type { Whose } from './kept-lines.js';
import { hashText, linesText, pathText } from './layout.js';
import { isKnown, sinceLines } from './since-lines.js';
import type { Shown } from './since-lines.js';
import type { Json, Limits } from '../tool.js';

/** Conflicts as an error shows them. */
export interface ShownConflicts {
  readonly lines: readonly string[];
  readonly objects: readonly Json[];
}

export interface ShowOptions {
  readonly limits: Limits;
  /** In characters. */
  readonly room: number;
  readonly whose: Whose;
}

/** Characters of the lines that stand around those of a conflict. */
const FRAME_CHARS = 250;

/** Shows every conflict: what is there now, and where the lines that were meant are. */
export function showConflicts(
  conflicts: readonly Conflict[],
  { limits, room, whose }: ShowOptions,
): ShownConflicts {
  const share = shareOf(conflicts, room);
  const shown = conflicts.map((conflict) => ({
    conflict,
    current: showCurrent(conflict, limits.maxLineChars, share),
  }));
  const paths = [...new Set(conflicts.map(({ path }) => path))];
  return {
    lines: paths.flatMap((path) => {
      const ofFile = shown.filter(({ conflict }) => conflict.path === path);
      return [
        ...nowLine(ofFile, paths.length > 1, limits),
        ...(tellsMoves(ofFile) ? [] : ofFile.flatMap((one) => conflictLines(one, whose, limits))),
        ...sinceLines(ofFile, whose, limits),
      ];
    }),
    objects: shown.flatMap(conflictObjects),
  };
}

/** The room of the lines of one conflict, where diffs take up to half of all. */
function shareOf(conflicts: readonly Conflict[], room: number): number {
  const diffs = conflicts.reduce((sum, { since }) => {
    return sum + (isKnown(since) ? since.diff.length : 0);
  }, 0);
  const left = Math.max(room - diffs, room / 2);
  return Math.max(0, Math.floor(left / conflicts.length) - FRAME_CHARS);
}

/** Whether it is known what became of the lines of each edit. Then nothing else is to be said about lines. */
function tellsMoves(ofFile: readonly Shown[]): boolean {
  return ofFile.some(({ conflict: { since } }) => isKnown(since) && since.moves.length > 0);
}

function nowLine(
  ofFile: readonly Shown[],
  isOneOfMany: boolean,
  limits: Limits,
): readonly string[] {
  const [conflict] = ofFile.map((one) => one.conflict);
  if (conflict?.file === undefined) return [];
  const { hash, totalLines } = conflict.file;
  const name = isOneOfMany ? `${pathText(conflict.path)}  ` : '';
  return [`${name}now ${linesText(totalLines)}  file_hash ${hashText(hash, limits)}`];
}

function conflictLines(
  { conflict, current }: Shown,
  whose: Whose,
  limits: Limits,
): readonly string[] {
  const { kind, range, actual, unchanged = [], since } = conflict;
  if (range === undefined) {
    const kept = unchanged.map((one) =>
      keptLine({ from: one.range, to: one.range, hash: one.hash }, 'your', limits),
    );
    return [
      ...(kind === 'file_hash' && !isKnown(since) ? [unknownText(since, whose)] : []),
      ...kept,
    ];
  }
  const found = foundLines(conflict, 'your', limits);
  if (found.length > 0) return found;
  if (conflict.isDoubtful === true) return doubtfulLines({ conflict, current }, limits);
  return actual === undefined
    ? [`your lines ${span(range)} are not all there any more`, ...current.lines]
    : [`lines ${span(range)} are now  range_hash ${hashText(actual, limits)}`, ...current.lines];
}

/** Nothing tells whether the lines are those that were meant, or the place is. */
function doubtfulLines({ conflict, current }: Shown, limits: Limits): readonly string[] {
  const { range = NOWHERE, now = range, actual } = conflict;
  const place = `your place before line ${range.start}`;
  if (actual === undefined) return [`${place} is not there any more`];
  const what = isGap(range)
    ? `the lines around ${place} are now ${span(now)}`
    : `your lines ${span(range)} cannot be told from equal lines, now ${span(now)}`;
  return [`${what}  range_hash ${hashText(actual, limits)}`, ...current.lines];
}

const NOWHERE = { start: 1, end: 1 };

function unknownText(since: Conflict['since'], whose: Whose): string {
  if (whose === 'its')
    return 'the version that it made is not kept, so its lines cannot be found in this one';
  const why = since === 'forgotten' ? 'no longer kept' : 'not known here';
  return `the version that you hold is ${why}, so there is no diff from it`;
}

function conflictObjects({ conflict, current }: Shown): readonly Json[] {
  const { path, kind, range, expected, actual, movedTo, unchanged = [], now } = conflict;
  const common = {
    file_path: path,
    kind,
    ...(expected !== '' && { expected }),
    ...(actual && { actual }),
  };
  return [
    {
      ...common,
      ...(range && toInclusive(range)),
      ...(conflict.current && { current: current.content }),
      ...(now && { now: toInclusive(now) }),
      ...(movedTo && { moved_to: toInclusive(movedTo) }),
      ...historyObject(conflict),
    },
    ...unchanged.map((one) => ({
      ...common,
      ...toInclusive(one.range),
      moved_to: toInclusive(one.range),
    })),
  ];
}

function historyObject({ since, by }: Conflict): { readonly [name: string]: Json } {
  return {
    ...(by && { agent: by.agent, time: new Date(by.time).toISOString() }),
    ...(isKnown(since) && { diff: since.diff }),
    ...(isKnown(since) && since.made?.changeId !== undefined && { made_as: since.made.changeId }),
  };
}
