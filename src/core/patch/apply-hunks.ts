import type { Revision, Snapshot } from '../change.js';
import { LocklineError } from '../errors.js';
import { refuseForeign } from '../edit/foreign.js';
import type { Lines } from '../text/lines.js';
import { collide } from '../range.js';
import type { LineRange } from '../range.js';
import { readLines, reviseLines } from '../edit/revise.js';
import type { LinesEdit, LinesRevision } from '../edit/revise.js';
import type { Hunk, HunkLine } from './file-patch.js';
import { placeHunk } from './place-hunk.js';

export interface HunksRevision {
  /** Name of an encoding, or `auto`. */
  readonly encoding: string;
  readonly hunks: readonly Hunk[];
}

/**
 * The version in which hunks are applied; their places are those in the file as it is. Lines that stay keep
 * their bytes. `placed` has each run of new lines in turn. `shown` is the path in errors.
 *
 * Throws NO_MATCH, OVERLAPPING_PATCHES, and what `reviseLines` does but for ranges.
 */
export function reviseHunks(before: Snapshot, shown: string, asked: HunksRevision): Revision {
  return reviseLines(before, shown, editsOfHunks(before, shown, asked));
}

/**
 * The edits of lines that hunks come to in a version: one for each run of lines that do not stay, in turn.
 * `shown` is the path in errors. Throws NO_MATCH, OVERLAPPING_PATCHES, UNSUPPORTED_ENCODING and what
 * `refuseForeign` does.
 */
export function editsOfHunks(
  before: Snapshot,
  shown: string,
  { encoding, hunks }: HunksRevision,
): LinesRevision {
  const lines = readLines(before, encoding);
  if (hunks.length > 0) refuseForeign(lines, shown);
  const edits = hunks.map((hunk, index) => hunkEdits(lines, hunk, { index, shown }));
  refuseOverlap(edits, shown);
  const finalNewline = lastEnd(hunks);
  return { encoding, edits: edits.flat(), ...(finalNewline !== undefined && { finalNewline }) };
}

function hunkEdits(
  lines: Lines,
  hunk: Hunk,
  { index, shown }: { readonly index: number; readonly shown: string },
): readonly LinesEdit[] {
  const edits: LinesEdit[] = [];
  let next = placeHunk(lines, { hunk, name: `Hunk ${index + 1}`, shown });
  for (const run of runsOf(hunk)) {
    const end = next + run.filter(({ kind }) => kind !== 'new').length;
    const fresh = run.filter(({ kind }) => kind === 'new');
    const contents = fresh.map(({ text }) => `${text}\n`).join('');
    if (run.some(({ kind }) => kind !== 'kept'))
      edits.push({ range: { start: next, end }, contents });
    next = end;
  }
  return edits;
}

/** The lines of a hunk in runs of those that stay and those that do not. */
function runsOf({ lines }: Hunk): readonly (readonly HunkLine[])[] {
  const runs: HunkLine[][] = [];
  let wasKept: boolean | undefined;
  for (const line of lines) {
    const isKept = line.kind === 'kept';
    if (isKept === wasKept) runs.at(-1)?.push(line);
    else runs.push([line]);
    wasKept = isKept;
  }
  return runs;
}

function refuseOverlap(edits: readonly (readonly LinesEdit[])[], shown: string): void {
  const all = edits
    .flatMap((ofHunk, hunk) => ofHunk.map(({ range }) => ({ range, hunk })))
    .toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  for (const [index, current] of all.entries()) {
    const before = all[index - 1];
    if (before !== undefined && collide(before.range, current.range)) {
      throw overlap(before, current, shown);
    }
  }
}

interface HunkRange {
  readonly range: LineRange;
  readonly hunk: number;
}

function overlap(a: HunkRange, b: HunkRange, shown: string): LocklineError {
  const [first, second] = a.hunk < b.hunk ? [a, b] : [b, a];
  return new LocklineError('OVERLAPPING_PATCHES', {
    path: shown,
    first: first.hunk + 1,
    second: second.hunk + 1,
    firstRange: first.range,
    secondRange: second.range,
  });
}

/** Whether the hunks add or take away the last terminator of the file. */
function lastEnd(hunks: readonly Hunk[]): boolean | undefined {
  const open = hunks.flatMap(({ lines }) => lines).filter(({ isOpen }) => isOpen);
  const wasOpen = open.some(({ kind }) => kind !== 'new');
  const isOpen = open.some(({ kind }) => kind !== 'old');
  return wasOpen === isOpen ? undefined : wasOpen;
}
