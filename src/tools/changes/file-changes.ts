import type { FileChange, Snapshot } from '../../core/change.js';
import { AUTO } from '../../core/encoding.js';
import { LocklineError } from '../../core/errors.js';
import type { HashPrefix } from '../../core/hash.js';
import type { NewlineName } from '../../core/newline.js';
import { gapBefore, isWithin } from '../../core/range.js';
import { createContents, readLines, replaceContents, reviseLines } from '../../core/revise.js';
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
  const { path, encoding = AUTO, hash } = file;
  return {
    path,
    action: 'patch',
    encoding,
    expect: { file: hash, ranges: expect },
    revise: (before, shown) => reviseLines(existing(before), shown, { encoding, ...asked }),
  };
}

/** Where new lines go: before or after a line, where 0 is before the first, or after the last one. */
export type Place = { readonly before: number } | { readonly after: number } | 'end';

/** Adds lines to a file. Its revision throws RANGE_OUT_OF_BOUNDS, naming the line as the caller did. */
export function insertChange(file: KnownFile, place: Place, contents: string): FileChange {
  const { path, encoding = AUTO, hash } = file;
  return {
    path,
    action: 'patch',
    encoding,
    expect: { file: hash, ranges: [] },
    revise(before, shown) {
      const snapshot = existing(before);
      const totalLines = readLines(snapshot, encoding).count;
      const range = gapBefore(place === 'end' ? totalLines + 1 : lineAfter(place));
      if (place !== 'end' && !isWithin(range, totalLines)) {
        const start = 'before' in place ? place.before : place.after;
        throw new LocklineError('RANGE_OUT_OF_BOUNDS', { path: shown, start, totalLines });
      }
      return reviseLines(snapshot, shown, { encoding, edits: [{ range, contents }] });
    },
  };
}

function lineAfter(place: Exclude<Place, 'end'>): number {
  return 'before' in place ? place.before : place.after + 1;
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

/** Puts a file in another place, where none is, and may change its lines on the way. */
export function moveChange(file: KnownFile, newPath: string, changes: LineChanges): FileChange {
  return { ...patchChange(file, changes), action: 'move', path: newPath, from: file.path };
}

function existing(before: Snapshot | undefined): Snapshot {
  return before ?? unreachable('a change of a file that must exist is given its snapshot');
}
