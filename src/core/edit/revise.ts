import type { Revision, Snapshot } from '../change.js';
import { encodeShaped, readContents, terminatorNear } from './contents.js';
import { contentOf } from '../content.js';
import { finishTexts } from './draft.js';
import type { EditedRevision, FileLevel } from './draft.js';
import { orderEdits, refuseOutside } from './edit.js';
import type { Ordered } from './edit.js';
import { HEAD_SIZE, resolveEncoding } from '../text/encoding.js';
import { refuseForeign } from './foreign.js';
import { refuseIllegible } from './legible.js';
import { indexLines } from '../text/lines.js';
import type { Lines } from '../text/lines.js';
import { mainTerminator, NEWLINES } from '../text/newline.js';
import type { NewlineName } from '../text/newline.js';
import { lineNumbersNote } from './note.js';
import { closeRange, TO_END } from '../range.js';
import type { LineRange } from '../range.js';
import { unreachable } from '../unreachable.js';

/** New lines in the place of a range, which may be open. `contents` is whole lines; empty takes lines away. */
export interface LinesEdit {
  readonly range: LineRange;
  readonly contents: string;
}

export interface LinesRevision extends FileLevel {
  /** Name of an encoding, or `auto`. */
  readonly encoding: string;
  /** In the order of the request. */
  readonly edits: readonly LinesEdit[];
  /** Longer lines are not replaced, in characters; no limit if absent. */
  readonly maxLineChars?: number | undefined;
}

export interface ContentsRevision extends FileLevel {
  readonly encoding: string;
  /** The new lines of the whole file. */
  readonly contents: string;
}

export interface Creation {
  readonly encoding: string;
  /** The new file, to the letter. */
  readonly contents: string;
  /** Converts the terminators of `contents`. */
  readonly newline?: NewlineName | undefined;
}

/**
 * The version in which lines are replaced, inserted or taken away; all other bytes stay. Nothing asked
 * gives the version as it is, binary or not. `edits` are in the order of the request. `shown` is the path
 * in errors.
 *
 * Throws UNSUPPORTED_ENCODING, BINARY_FILE, OVERLAPPING_PATCHES, RANGE_OUT_OF_BOUNDS, INVALID_ARGUMENT for
 * a NUL or the byte order mark of another encoding, UNDECODABLE, LINE_TOO_LONG and UNENCODABLE; the same
 * in whatever order the edits are given.
 */
export function reviseLines(before: Snapshot, shown: string, asked: LinesRevision): EditedRevision {
  const lines = readLines(before, asked.encoding);
  if (isNothing(asked)) return unchanged(before, lines);
  refuseForeign(lines, shown);
  const ordered = orderEdits(
    asked.edits.map((edit) => closeEdit(edit, lines)),
    shown,
  );
  const edits = ordered.map(({ edit: { range, contents } }) => {
    refuseOutside(range, lines, shown);
    return { range, texts: readContents(contents, shown) };
  });
  refuseIllegible(lines, edits, { maxLineChars: asked.maxLineChars ?? Infinity, shown });
  const revision = finishTexts({ lines, edits, choose: terminatorNear, shown }, asked);
  return {
    ...revision,
    edits: inRequestOrder(revision.edits, ordered),
    placed: inRequestOrder(revision.placed, ordered),
  };
}

/**
 * The version with other contents: one edit of all lines, written with the terminator that most of them
 * have. As in every edit, the byte order mark and the state of the file's end stay: a last terminator is
 * there if it was before, or in an empty file. Throws as `reviseLines`.
 */
export function replaceContents(
  before: Snapshot,
  shown: string,
  asked: ContentsRevision,
): Revision {
  const lines = readLines(before, asked.encoding);
  refuseForeign(lines, shown);
  const range = { start: 1, end: lines.count + 1 };
  const edits = [{ range, texts: readContents(asked.contents, shown) }];
  refuseIllegible(lines, edits, { maxLineChars: Infinity, shown });
  return finishTexts({ lines, edits, choose: mainTerminator, shown }, asked);
}

/**
 * The first version of a file: `contents` as given, terminators and last line included. Under `auto` it is
 * UTF-8; a byte order mark is written where `contents` begins with one or the name asks for it (`utf-16`,
 * `utf-32`, `utf-8-sig`). There is no diff. Throws UNSUPPORTED_ENCODING, UNENCODABLE, and INVALID_ARGUMENT
 * for a NUL.
 */
export function createContents(shown: string, { encoding, contents, newline }: Creation): Revision {
  const { signature, ...form } = resolveEncoding(encoding, NO_BYTES);
  const texts = readContents(contents, shown);
  const text =
    newline === undefined ? contents : contents.replaceAll(/\r\n|\n|\r/g, NEWLINES[newline]);
  const written = encodeShaped(text, texts, { encoding: form, shown });
  const isMarked = text === '' || text.startsWith('\uFEFF');
  const bytes = isMarked ? written : Buffer.concat([signature, written]);
  const { count } = indexLines(bytes, resolveEncoding(encoding, bytes.subarray(0, HEAD_SIZE)));
  return {
    content: contentOf([bytes]),
    placed: [{ start: 1, end: count + 1 }],
    totalLines: count,
    diff: '',
    shifted: [],
    notes: lineNumbersNote([{ range: { start: 1, end: 1 }, texts }]),
  };
}

const NO_BYTES = Buffer.alloc(0);

/** The lines of a version in the encoding named. Throws UNSUPPORTED_ENCODING. */
export function readLines({ bytes }: Snapshot, encoding: string): Lines {
  const ofVersion = indexed.get(bytes) ?? new Map<string, Lines>();
  indexed.set(bytes, ofVersion);
  const lines =
    ofVersion.get(encoding) ??
    indexLines(bytes, resolveEncoding(encoding, bytes.subarray(0, HEAD_SIZE)));
  ofVersion.set(encoding, lines);
  return lines;
}

/** A version is asked for its lines several times on its way from check to answer. */
const indexed = new WeakMap<Buffer, Map<string, Lines>>();

function isNothing({ edits, newline, finalNewline }: LinesRevision): boolean {
  return edits.length === 0 && newline === undefined && finalNewline === undefined;
}

function unchanged({ bytes, hash }: Snapshot, { count }: Lines): EditedRevision {
  const content = { slices: [bytes], size: bytes.length, hash };
  return { edits: [], content, placed: [], totalLines: count, diff: '', shifted: [], notes: [] };
}

/** An open range holds at least its first line, so that one past the end is refused; an empty file has none. */
function closeEdit({ range, contents }: LinesEdit, { count }: Lines): LinesEdit {
  const closed = closeRange(range, count);
  const isPastEnd = range.end === TO_END && range.start > Math.max(count, 1);
  return { range: isPastEnd ? { start: range.start, end: range.start + 1 } : closed, contents };
}

/** Facts of each edit, which are in the order of the file. */
function inRequestOrder<Fact>(
  facts: readonly Fact[],
  ordered: readonly Ordered<LinesEdit>[],
): readonly Fact[] {
  const asRequested = [...facts];
  for (const [place, { index }] of ordered.entries()) {
    asRequested[index] = facts[place] ?? unreachable('every edit has its facts');
  }
  return asRequested;
}
