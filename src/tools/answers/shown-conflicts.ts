import type { Conflict } from '../../core/conflict.js';
import { toInclusive } from '../../core/range.js';
import type { LineRange } from '../../core/range.js';
import { showCurrent } from './current-lines.js';
import type { CurrentLines } from './current-lines.js';
import { hashText, linesText, pathText } from './layout.js';
import type { Json, Limits } from '../tool.js';

/** Conflicts as an error shows them. */
export interface ShownConflicts {
  readonly lines: readonly string[];
  readonly objects: readonly Json[];
}

/** A conflict, and the lines that now stand there as far as there is room. */
interface Shown {
  readonly conflict: Conflict;
  readonly current: CurrentLines;
}

/** Characters of the lines that stand around those of a conflict. */
const FRAME_CHARS = 250;

/** Shows every conflict: what is there now, and where the lines that were meant are. */
export function showConflicts(
  conflicts: readonly Conflict[],
  limits: Limits,
  room: number,
): ShownConflicts {
  const share = Math.max(0, Math.floor(room / conflicts.length) - FRAME_CHARS);
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
        ...ofFile.flatMap((one) => conflictLines(one, limits)),
      ];
    }),
    objects: shown.flatMap(conflictObjects),
  };
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

function conflictLines({ conflict, current }: Shown, limits: Limits): readonly string[] {
  const { kind, range, expected, actual, movedTo, unchanged = [] } = conflict;
  if (range === undefined) {
    const kept = unchanged.map((one) =>
      unchangedLine(one.range, one.range, hashText(one.hash, limits)),
    );
    return [...(kind === 'file_hash' ? [UNKNOWN_VERSION] : []), ...kept];
  }
  if (movedTo !== undefined) {
    return kind === 'range_hash'
      ? [unchangedLine(range, movedTo, hashText(expected, limits))]
      : [`lines that begin and end as yours are now ${span(movedTo)}`];
  }
  return actual === undefined
    ? [`your lines ${span(range)} are not all there any more`, ...current.lines]
    : [`lines ${span(range)} are now  range_hash ${hashText(actual, limits)}`, ...current.lines];
}

const UNKNOWN_VERSION = 'the version that you hold is not known here, so there is no diff from it';

function unchangedLine(asked: LineRange, now: LineRange, hash: string): string {
  const where = asked.start === now.start ? 'still' : 'now';
  return `your lines ${span(asked)} are unchanged, ${where} ${span(now)}  range_hash ${hash}`;
}

function span(range: LineRange): string {
  const { start, end } = toInclusive(range);
  return `${start}-${end}`;
}

function conflictObjects({ conflict, current }: Shown): readonly Json[] {
  const { path, kind, range, expected, actual, movedTo, unchanged = [] } = conflict;
  const common = { file_path: path, kind, expected, ...(actual && { actual }) };
  return [
    {
      ...common,
      ...(range && toInclusive(range)),
      ...(conflict.current && { current: current.content }),
      ...(movedTo && { moved_to: toInclusive(movedTo) }),
    },
    ...unchanged.map((one) => ({
      ...common,
      ...toInclusive(one.range),
      moved_to: toInclusive(one.range),
    })),
  ];
}
