import type { FileChange, RangeExpectation, Snapshot } from '../../core/change.js';
import { AUTO } from '../../core/text/encoding.js';
import { LocklineError } from '../../core/errors.js';
import type { HashPrefix } from '../../core/hash.js';
import type { Lines } from '../../core/text/lines.js';
import type { NewlineName } from '../../core/text/newline.js';
import { linesOf } from '../../core/text/match.js';
import { findExpected } from '../../core/replace/occurrences.js';
import { refuseForeign } from '../../core/edit/foreign.js';
import { gapBefore, isWithin } from '../../core/range.js';
import type { LineRange } from '../../core/range.js';
import { rebaseLines, rebaseText } from '../../core/rebase/rebased.js';
import { reviseText } from '../../core/replace/replace.js';
import type { TextRevision } from '../../core/replace/replace.js';
import { createContents, readLines, replaceContents, reviseLines } from '../../core/edit/revise.js';
import type { LinesRevision } from '../../core/edit/revise.js';
import { unreachable } from '../../core/unreachable.js';
import type { ProvedEdits } from './patches.js';

/** A file as the caller names it. */
export interface NamedFile {
  readonly path: string;
  /** `auto` if the caller names none. */
  readonly encoding?: string | undefined;
}

/** A file that exists, in the version that the caller knows. */
export interface KnownFile extends NamedFile {
  readonly hash: HashPrefix;
}

/** Edits of lines, and changes of the whole file that apply after them. */
export interface LineChanges extends ProvedEdits {
  readonly newline?: NewlineName | undefined;
  readonly finalNewline?: boolean | undefined;
  /** Longer lines are not replaced, in characters. */
  readonly maxLineChars: number;
}

/** Changes lines of a file. */
export function patchChange(file: KnownFile, { expect, ...asked }: LineChanges): FileChange {
  const { encoding = AUTO } = file;
  return linesChange(file, expect, () => ({ encoding, ...asked }));
}

/** Changes lines that are found in the version that the caller knows. */
export function linesChange(
  { path, encoding = AUTO, hash }: KnownFile,
  ranges: readonly RangeExpectation[],
  find: (version: Snapshot, shown: string) => LinesRevision,
): FileChange {
  return {
    path,
    action: 'patch',
    encoding,
    expect: { file: hash, ranges },
    revise(before, shown) {
      const version = existing(before);
      return reviseLines(version, shown, find(version, shown));
    },
    rebase: (base, current, shown) => rebaseLines({ base, current, shown }, find(base, shown)),
  };
}

/** Edits of text, and changes of the whole file that apply after them. */
export type TextChanges = Omit<TextRevision, 'encoding'>;

/** Replaces text in a file. */
export function replaceTextChange(file: KnownFile, asked: TextChanges): FileChange {
  const { path, encoding = AUTO, hash } = file;
  return {
    path,
    action: 'patch',
    encoding,
    expect: { file: hash, ranges: [] },
    revise: (before, shown) => reviseText(existing(before), shown, { encoding, ...asked }),
    rebase: (base, current, shown) => rebaseText({ base, current, shown }, { encoding, ...asked }),
  };
}

/**
 * Where new lines go: before or after a line, where 0 is before the first, before or after the lines of a
 * text that occurs once, or after the last line.
 */
export type Place =
  | { readonly before: number }
  | { readonly after: number }
  | { readonly beforeText: string }
  | { readonly afterText: string }
  | 'end';

/**
 * Adds lines to a file. Its revision throws RANGE_OUT_OF_BOUNDS, naming the line as the caller did, and
 * NO_MATCH and COUNT_MISMATCH for a text.
 */
export function insertChange(file: KnownFile, place: Place, contents: string): FileChange {
  const { encoding = AUTO } = file;
  const change = linesChange(file, [], (version, shown) => {
    const lines = readLines(version, encoding);
    refuseForeign(lines, shown);
    const range = gapBefore(lineAfter(place, lines, shown));
    return { encoding, edits: [{ range, contents }] };
  });
  return { ...change, expect: { ...change.expect, places: numbered(place) } };
}

/** The gap that is named by a number, which tells nothing of what stands around it. */
function numbered(place: Place): readonly LineRange[] {
  if (place === 'end') return [];
  if ('before' in place) return [gapBefore(place.before)];
  return 'after' in place ? [gapBefore(place.after + 1)] : [];
}

/** The line before which the place is. */
function lineAfter(place: Place, lines: Lines, shown: string): number {
  if (place === 'end') return lines.count + 1;
  if ('before' in place) return refuseOutside(place.before, place.before, { lines, shown });
  if ('after' in place) return refuseOutside(place.after + 1, place.after, { lines, shown });
  if ('beforeText' in place)
    return linesOfText(lines, 'before_text', place.beforeText, shown).start;
  return linesOfText(lines, 'after_text', place.afterText, shown).end;
}

function refuseOutside(
  line: number,
  named: number,
  { lines, shown }: { readonly lines: Lines; readonly shown: string },
): number {
  if (isWithin(gapBefore(line), lines.count)) return line;
  const totalLines = lines.count;
  throw new LocklineError('RANGE_OUT_OF_BOUNDS', { path: shown, start: named, totalLines });
}

function linesOfText(lines: Lines, name: string, text: string, shown: string): LineRange {
  const [found] = findExpected(lines, { text, name, expected: 1 }, shown);
  return linesOf(found ?? unreachable('a text that is expected once is found or refused'));
}

/** Makes a file that does not exist. */
export function createChange(
  { path, encoding = AUTO }: NamedFile,
  text: { readonly contents: string; readonly newline?: NewlineName | undefined },
): FileChange {
  return {
    path,
    action: 'create',
    encoding,
    expect: { file: 'absent', ranges: [] },
    revise: (_, shown) => createContents(shown, { encoding, ...text }),
  };
}

/** Gives a file other contents. */
export function replaceChange(file: KnownFile, contents: string): FileChange {
  const { path, encoding = AUTO, hash } = file;
  return {
    path,
    action: 'replace',
    encoding,
    expect: { file: hash, ranges: [] },
    revise: (before, shown) => replaceContents(existing(before), shown, { encoding, contents }),
  };
}

/** Takes a file away. */
export function deleteChange({ path, encoding = AUTO, hash }: KnownFile): FileChange {
  return {
    path,
    action: 'delete',
    encoding,
    expect: { file: hash, ranges: [] },
    revise: () => undefined,
  };
}

/** Puts a file in another place, where none is, changed on the way. */
export function moveChange(change: FileChange, newPath: string): FileChange {
  return { ...change, action: 'move', path: newPath, from: change.path };
}

/** The snapshot of a file that must exist: it is given to every change that expects one. */
export function existing(before: Snapshot | undefined): Snapshot {
  return before ?? unreachable('a change of a file that must exist is given its snapshot');
}
