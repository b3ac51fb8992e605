import type { Revision } from '../../core/change.js';
import { countText } from '../../core/messages/phrase.js';
import { isGap, toInclusive } from '../../core/range.js';
import type { FileResult } from '../../workspace/workspace.js';
import { hashText, linesText, pathText, rangeLine } from './layout.js';
import type { Json, Limits } from '../tool.js';

/** Whether the files were written, or only what they would become is told. */
export type Occasion =
  { readonly kind: 'commit'; readonly changeId: string | undefined } | { readonly kind: 'preview' };

/** Ranges of one file that a result holds. */
const MOST_RANGES = 1000;
/** Runs of shifted lines of one file that a text tells. */
const MOST_SHIFTS = 20;

/** The line that says what was done to a file. */
export function headLine(result: FileResult, occasion: Occasion): string {
  return [
    `${occasion.kind === 'commit' ? 'OK' : 'DRY RUN'} ${pathText(result.shown)}`,
    ...deed(result),
    sizeText(result),
    ...(result.changed ? changeText(occasion) : ['unchanged']),
  ].join('  ');
}

/** The id by which the history has the change, which is one for all its files. */
function changeText(occasion: Occasion): readonly string[] {
  if (occasion.kind === 'preview' || occasion.changeId === undefined) return [];
  return [`change ${occasion.changeId}`];
}

function deed({ action, movedFrom }: FileResult): readonly string[] {
  switch (action) {
    case 'create':
      return ['created'];
    case 'delete':
      return ['deleted'];
    case 'move':
      return [`moved from ${pathText(movedFrom ?? '')}`];
    case 'patch':
    case 'replace':
      return [];
  }
}

function sizeText({ changed, previous, revision }: FileResult): string {
  if (revision === undefined) return linesText(previous?.totalLines ?? 0);
  const { totalLines } = revision;
  if (!changed || previous === undefined) return linesText(totalLines);
  return `${previous.totalLines} -> ${linesText(totalLines)}`;
}

/** The line with the hash that the file now has; none where it is gone. */
export function hashLines(
  { revision }: FileResult,
  limits: Limits,
  occasion: Occasion,
): readonly string[] {
  if (revision === undefined) return [];
  const time = occasion.kind === 'commit' ? 'now' : 'then';
  return [`${time} file_hash ${hashText(revision.content.hash, limits)}`];
}

/** The lines that say where the text of each edit is now. */
export function rangeLines({ action, ranges }: FileResult, limits: Limits): readonly string[] {
  // All of a file that was written whole has the hash of the file.
  if (action === 'create' || action === 'replace') return [];
  return ranges
    .slice(0, MOST_RANGES)
    .map(({ range, hash }) =>
      isGap(range) ? `deleted before line ${range.start}` : rangeLine(range, hash, limits),
    );
}

/** The lines that say how the numbers of other lines have changed, and what else there is to know. */
export function tailLines({ revision, rebased }: FileResult): readonly string[] {
  if (revision === undefined) return [];
  const { shifted, notes } = revision;
  const told = shifted.slice(0, MOST_SHIFTS).map(shiftLine);
  const more = shifted.length - told.length;
  return [
    ...(rebased === undefined ? [] : [rebasedLine(rebased)]),
    ...told,
    ...(more === 0 ? [] : [`… and ${more} more runs of lines have new numbers`]),
    ...notes.map((note) => `note: ${note}`),
  ];
}

/** `rebased over 2 changes, +3 lines`. */
function rebasedLine({ shifts, steps }: NonNullable<FileResult['rebased']>): string {
  const over = steps === undefined ? 'newer changes' : countText(steps, 'change');
  const least = Math.min(...shifts);
  const most = Math.max(...shifts);
  const by = least === most ? signed(most) : `${signed(least)} to ${signed(most)}`;
  const hasMoved = shifts.some((shift) => shift !== 0);
  return `rebased over ${over}${hasMoved ? `, ${by} line${by === '+1' || by === '-1' ? '' : 's'}` : ''}`;
}

function signed(shift: number): string {
  return shift > 0 ? `+${shift}` : String(shift);
}

function shiftLine({ oldStart, oldEnd, by }: Revision['shifted'][number]): string {
  return `old lines ${oldStart}-${oldEnd} are now ${oldStart + by}-${oldEnd + by}`;
}

/** The same facts for programs. */
export function writtenObject(result: FileResult, diff: string): Json {
  const { shown, action, movedFrom, changed, previous, revision } = result;
  return {
    file_path: shown,
    previous_path: movedFrom,
    action,
    changed,
    file_hash: revision?.content.hash,
    previous_hash: previous?.hash,
    total_lines: revision?.totalLines,
    previous_lines: previous?.totalLines,
    ...(revision && rangesObject(result)),
    ...(diff !== '' && { diff }),
    ...rebasedObject(result),
    ...(revision && revision.notes.length > 0 && { notes: revision.notes }),
  };
}

/** One number for all edits: by how much the first has moved. */
function rebasedObject({ rebased }: FileResult): { readonly [name: string]: Json } {
  return rebased === undefined ? {} : { rebased: { shift: rebased.shifts[0] ?? 0 } };
}

function rangesObject({ ranges }: FileResult): { readonly [name: string]: Json } {
  const leftOut = ranges.length - MOST_RANGES;
  return {
    ranges: ranges
      .slice(0, MOST_RANGES)
      .map(({ range, hash }) => ({ ...toInclusive(range), range_hash: hash })),
    ...(leftOut > 0 && { ranges_left_out: leftOut }),
  };
}
