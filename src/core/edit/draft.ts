import { terminatorOf } from '../text/breaks.js';
import type { Revision } from '../change.js';
import { contentOf } from '../content.js';
import { encodeShaped, shapeTexts } from './contents.js';
import type { ChooseTerminator, TextEdit } from './contents.js';
import { unifiedDiff } from '../diff/diff.js';
import { applyEdits, orderEdits } from './edit.js';
import type { LineEdit } from './edit.js';
import { refuseMix } from './legible.js';
import type { Lines } from '../text/lines.js';
import { undecodableAt } from '../text/undecodable.js';
import { convertTerminators, withFinalNewline } from '../text/newline.js';
import type { NewlineName } from '../text/newline.js';
import { convertedNote, lineNumbersNote } from './note.js';

/** Edits of a version, as text or as bytes. */
export interface Draft<Edit> {
  readonly lines: Lines;
  /** In the order of the file; none collides and none is out of bounds. */
  readonly edits: readonly Edit[];
  /** The terminator of new text, also of an end that is added. */
  readonly choose: ChooseTerminator;
  /** The path in errors. */
  readonly shown: string;
}

/** A revision, and how it was made. */
export interface EditedRevision extends Revision {
  /** Those of lines; changes of the file as a whole are not among them. */
  readonly edits: readonly LineEdit[];
}

/** Changes of the file as a whole; they apply after all others. */
export interface FileLevel {
  /** Converts every terminator of the file. */
  readonly newline?: NewlineName | undefined;
  /** Adds or takes away the last terminator. */
  readonly finalNewline?: boolean | undefined;
}

/**
 * The version with new text for lines that may be replaced; `placed` is in the order of the edits. Throws
 * UNDECODABLE and UNENCODABLE.
 */
export function finishTexts(draft: Draft<TextEdit>, level: FileLevel): EditedRevision {
  refuseMix(draft.lines, draft.edits, draft.shown);
  const revision = finishEdits({ ...draft, edits: encodeEdits(draft) }, level);
  return { ...revision, notes: [...lineNumbersNote(draft.edits), ...revision.notes] };
}

/** The same for new bytes. Throws UNDECODABLE where they would follow half a character. */
export function finishEdits(
  draft: Draft<LineEdit>,
  { newline, finalNewline }: FileLevel,
): EditedRevision {
  const { lines, choose, shown } = draft;
  const edits =
    finalNewline === undefined
      ? draft.edits
      : withFinalNewline(lines, draft.edits, { isWanted: finalNewline, choose });
  const applied = applyEdits(lines, edits, shown);
  refuseRagged(draft, applied.slices, finalNewline);
  const { slices, converted } = convert(withSignature(applied.slices, lines), lines, newline);
  return {
    edits: draft.edits,
    content: contentOf(slices),
    placed: applied.placed.slice(0, draft.edits.length),
    totalLines: applied.totalLines,
    diff: unifiedDiff(
      lines,
      orderEdits(edits, shown).map(({ edit }) => edit),
    ),
    shifted: applied.shifted,
    notes: [
      ...convertedNote(converted, newline),
      ...(finalNewline === false && isEnded(slices, lines) ? [STILL_ENDED] : []),
    ],
  };
}

/**
 * A file of 16- or 32-bit units may end inside of one. Whatever came after that would be read as other
 * characters than it is.
 */
function refuseRagged(
  { lines, shown }: Pick<Draft<LineEdit>, 'lines' | 'shown'>,
  slices: readonly Buffer[],
  finalNewline: boolean | undefined,
): void {
  const { bytes, encoding } = lines;
  const place = slices.findIndex((slice) => slice.length % encoding.unit !== 0);
  const isFollowed = place < slices.length - 1 || finalNewline === true;
  if (place === -1 || !isFollowed) return;
  throw undecodableAt(lines, bytes.length - (bytes.length % encoding.unit), shown);
}

const STILL_ENDED =
  'The last terminator was taken away; the file still ends with one, since a blank line was its last.';

function encodeEdits({ lines, edits, choose, shown }: Draft<TextEdit>): readonly LineEdit[] {
  const shaped = shapeTexts(lines, edits, choose);
  return edits.map(({ range, texts }, index) => {
    const bytes = encodeShaped(shaped[index] ?? '', texts, { encoding: lines.encoding, shown });
    return { range, bytes };
  });
}

/** A file that was empty gets the byte order mark that its encoding asks for. */
function withSignature(slices: readonly Buffer[], { bytes, encoding }: Lines): readonly Buffer[] {
  const isFirstText = bytes.length === 0 && slices.length > 0 && encoding.signature.length > 0;
  return isFirstText ? [Buffer.from(encoding.signature), ...slices] : slices;
}

function convert(
  slices: readonly Buffer[],
  { encoding }: Lines,
  newline: NewlineName | undefined,
): { readonly slices: readonly Buffer[]; readonly converted: number } {
  if (newline === undefined) return { slices, converted: 0 };
  const { bytes, converted } = convertTerminators(Buffer.concat(slices), encoding, newline);
  return converted === 0 ? { slices, converted } : { slices: [bytes], converted };
}

function isEnded(slices: readonly Buffer[], { encoding }: Lines): boolean {
  const last = slices.at(-1);
  return last !== undefined && terminatorOf(last, encoding) !== '';
}
