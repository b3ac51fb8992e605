import type { Conflict, MadeBefore, Since } from '../../core/conflict.js';
import { isGap } from '../../core/range.js';
import type { LineRange } from '../../core/range.js';
import type { CurrentLines } from './current-lines.js';
import { foundLines, keptLine, span } from './kept-lines.js';
import type { Whose } from './kept-lines.js';
import { hashText } from './layout.js';
import type { Limits } from '../tool.js';

/** A conflict, and the lines that now stand there as far as there is room. */
export interface Shown {
  readonly conflict: Conflict;
  readonly current: CurrentLines;
}

type Known = Exclude<Since, 'forgotten'>;
type Move = Known['moves'][number];

/**
 * What became of the lines meant, and the diff from the version that they were meant in; nothing if that
 * version is not known.
 */
export function sinceLines(
  ofFile: readonly Shown[],
  whose: Whose,
  limits: Limits,
): readonly string[] {
  const since = ofFile.map(({ conflict }) => conflict.since).find(isKnown);
  if (since === undefined) return [];
  return [
    ...(whose === 'your' ? madeLines(since) : []),
    ...since.moves.flatMap((move) => moveLines(move, ofFile, { whose, limits })),
    ...diffLines(since, whose === 'your' ? 'your version' : 'the change'),
  ];
}

/** Whether the version that was meant is known, and so what it has become. */
export function isKnown(since: Since | undefined): since is Known {
  return typeof since === 'object';
}

function madeLines(since: Known): readonly string[] {
  if (since.made !== undefined) return [madeLine(since.made)];
  return mayBeMade(since) ? ['this edit may have been made already'] : [];
}

function madeLine({ changeId, undoneBy, mayBeUndone }: MadeBefore): string {
  const as = changeId === undefined ? '' : `, as change ${changeId}`;
  const undone = undoneBy === undefined ? '' : `, and taken back by change ${undoneBy}`;
  const perhaps = mayBeUndone === true ? ', and perhaps taken back by somebody since' : '';
  return `this very edit was made already${as}${undone}${perhaps}`;
}

/** Every line that is meant is still there, and yet the edits do not fit. */
function mayBeMade({ moves, fits }: Known): boolean {
  return !fits && moves.length > 0 && moves.every(({ to }) => to !== undefined);
}

interface Telling {
  readonly whose: Whose;
  readonly limits: Limits;
}

function moveLines(
  { from, to, hash }: Move,
  ofFile: readonly Shown[],
  { whose, limits }: Telling,
): readonly string[] {
  if (isGap(from)) return [gapLine(from, to, whose)];
  if (to !== undefined && hash !== undefined) return [keptLine({ from, to, hash }, whose, limits)];
  const changed = ofFile.find(({ conflict }) => isOf(conflict, from));
  if (changed === undefined) return [`${whose} lines ${span(from)} have changed`];
  const { conflict, current } = changed;
  const found = foundLines(conflict, whose, limits);
  if (found.length > 0) return found;
  const { now = from, actual, expected } = conflict;
  if (actual === undefined)
    return [`${whose} lines ${span(from)} are gone; they stood before line ${now.start}`];
  // Among equal lines these may be others than those meant.
  const what = actual.startsWith(expected) ? 'cannot be told from equal lines' : 'have changed';
  return [
    `${whose} lines ${span(from)} ${what}, now ${span(now)}  range_hash ${hashText(actual, limits)}`,
    ...current.lines,
  ];
}

function gapLine(from: LineRange, to: LineRange | undefined, whose: Whose): string {
  const place = `${whose} place before line ${from.start}`;
  if (to === undefined) return `the lines around ${place} have changed`;
  return `${place} is ${from.start === to.start ? 'still' : 'now'} before line ${to.start}`;
}

function diffLines({ diff }: Known, version: string): readonly string[] {
  return diff === ''
    ? [`since ${version}: no line that can be shown, but perhaps line ends or a byte order mark`]
    : [`since ${version}:`, ...diff.split('\n')];
}

function isOf({ range }: Conflict, from: LineRange): boolean {
  return range?.start === from.start && range.end === from.end;
}
