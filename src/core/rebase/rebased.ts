import { beginsWithLf, terminatorOf } from '../text/breaks.js';
import type { Move, Rebased, Revision, Snapshot } from '../change.js';
import { terminatorNear } from '../edit/contents.js';
import { finishEdits } from '../edit/draft.js';
import type { EditedRevision, FileLevel } from '../edit/draft.js';
import { applyEdits } from '../edit/edit.js';
import type { LineEdit } from '../edit/edit.js';
import { refuseForeign } from '../edit/foreign.js';
import { refuseMix } from '../edit/legible.js';
import { editsBetween } from '../diff/line-diff.js';
import type { Lines } from '../text/lines.js';
import type { LineRange } from '../range.js';
import { rebaseEdits, rebaseRanges } from './rebase.js';
import { reviseText } from '../replace/replace.js';
import type { TextRevision } from '../replace/replace.js';
import { readLines, reviseLines } from '../edit/revise.js';
import type { LinesRevision } from '../edit/revise.js';
import { unreachable } from '../unreachable.js';

/** A change of `base` that is to be made of `current`, a later version. */
export interface Rebasing {
  readonly base: Snapshot;
  readonly current: Snapshot;
  /** The path in errors. */
  readonly shown: string;
}

/**
 * Edits of lines on a later version: each goes where its lines are now, and is then made as if it had been
 * asked of that version. Throws what `reviseLines` does.
 */
export function rebaseLines(rebasing: Rebasing, asked: LinesRevision): Rebased {
  const { base, current, shown } = rebasing;
  const { edits, content } = reviseLines(base, shown, asked);
  const meant = content.hash;
  const { placed, moves } = placeEdits(rebasing, asked.encoding, edits);
  if (placed === undefined) return { moves, meant };
  const moved = asked.edits.map(({ contents }, index) => {
    const { range } = placed[index] ?? unreachable('every edit has a place');
    return { range, contents };
  });
  return { moves, meant, revision: reviseLines(current, shown, { ...asked, edits: moved }) };
}

/** The same for edits of text: the lines in which they are made must be untouched. Throws as `reviseText`. */
export function rebaseText(rebasing: Rebasing, asked: TextRevision): Rebased {
  const { base, current, shown } = rebasing;
  const meant = reviseText(base, shown, asked);
  const fresh = asked.edits.map(({ newText }) => ({ texts: [newText] }));
  const lines = readLines(current, asked.encoding);
  refuseForeign(lines, shown);
  refuseMix(lines, fresh, shown);
  const rebased = rebaseBytes(rebasing, meant, asked);
  if (rebased.revision === undefined) return rebased;
  const { revision } = rebased;
  const before = applyEdits(readLines(base, asked.encoding), meant.edits, shown).placed;
  const placed = meant.placed.map((range) => {
    const index = before.findLastIndex(({ start }) => start <= range.start);
    const shift = (revision.placed[index]?.start ?? 0) - (before[index]?.start ?? 0);
    return { start: range.start + shift, end: range.end + shift };
  });
  return { ...rebased, revision: { ...revision, placed } };
}

/**
 * The same for edits in bytes, of which `meant` is made. They must come to stand among the terminators for
 * which they were made.
 */
export function rebaseBytes(
  rebasing: Rebasing,
  { edits, content }: Pick<EditedRevision, 'edits' | 'content'>,
  level: FileLevel & { readonly encoding: string },
): Rebased {
  const { shown } = rebasing;
  const { placed, moves } = placeEdits(rebasing, level.encoding, edits);
  const meant = content.hash;
  if (placed === undefined) return { moves, meant };
  const base = readLines(rebasing.base, level.encoding);
  const lines = readLines(rebasing.current, level.encoding);
  const isAtHome = edits.every((edit, index) => {
    const { range } = placed[index] ?? unreachable('every edit has a place');
    return isWrittenAlike(edit.bytes, { lines: base, range: edit.range }, { lines, range });
  });
  const isWhole = growthBy(edits, base, shown) === growthBy(placed, lines, shown);
  if (!isAtHome || !isWhole) return { moves, meant };
  const draft = { lines, edits: placed, choose: terminatorNear, shown };
  return { moves, meant, revision: finishEdits(draft, level) };
}

/** How the numbers of lines that a later version still has differ from those that they had in `base`. */
export function shiftedSince(
  base: Snapshot,
  { content }: Revision,
  encoding: string,
): Revision['shifted'] {
  const lines = readLines(base, encoding);
  const bytes = Buffer.concat(content.slices, content.size);
  const edits = editsBetween(lines, readLines({ ...base, bytes }, encoding));
  return applyEdits(lines, edits, '').shifted;
}

interface PlacedEdits {
  readonly placed: readonly LineEdit[] | undefined;
  readonly moves: readonly Move[];
}

function placeEdits(
  { base, current, shown }: Rebasing,
  encoding: string,
  edits: readonly LineEdit[],
): PlacedEdits {
  if (edits.length === 0) return { placed: [], moves: [] };
  const from = readLines(base, encoding);
  const to = readLines(current, encoding);
  const ranges = edits.map(({ range }) => range);
  if (!isAlike(from, to)) return { placed: undefined, moves: ranges.map((one) => ({ from: one })) };
  const placed = rebaseEdits(from, to, edits, shown);
  const places = placed?.map(({ range }) => range) ?? rebaseRanges(from, to, ranges);
  const moves = ranges.map((range, index) => {
    const place = places[index];
    return { from: range, ...(place && { to: place }) };
  });
  return { placed, moves };
}

/** Whether lines of the two can be compared byte for byte, and their starts are the same to an edit. */
function isAlike({ encoding: a }: Lines, { encoding: b }: Lines): boolean {
  return a.name === b.name && a.bomLength === b.bomLength;
}

interface Spot {
  readonly lines: Lines;
  readonly range: LineRange;
}

/** Whether bytes would be written the same at another spot: with the same terminators, parted alike. */
function isWrittenAlike(bytes: Buffer, from: Spot, to: Spot): boolean {
  const { encoding } = to.lines;
  const terminator = terminatorNear(from.lines, from.range);
  if (terminator !== terminatorNear(to.lines, to.range)) return false;
  const isBlankFirst = terminatorOf(bytes.subarray(0, encoding.unit), encoding) !== '';
  if (isBlankFirst && followsCr(from) !== followsCr(to)) return false;
  const isParted = terminator === '\r' && terminatorOf(bytes, encoding) === '\r\n';
  return !isParted || precedesLf(from) === precedesLf(to);
}

function followsCr({ lines, range }: Spot): boolean {
  return range.start > 1 && lines.terminatorAt(range.start - 1) === '\r';
}

function precedesLf({ lines, range }: Spot): boolean {
  return beginsWithLf(lines.bytes.subarray(lines.startOf(range.end)), lines.encoding);
}

/** By how many lines the edits make a version longer. It tells whether a CR and an LF come to stand together. */
function growthBy(edits: readonly LineEdit[], lines: Lines, shown: string): number {
  return applyEdits(lines, edits, shown).totalLines - lines.count;
}
