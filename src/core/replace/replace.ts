import { countLines } from '../text/breaks.js';
import type { Snapshot } from '../change.js';
import { encodeShaped, readContents, terminatorNear } from '../edit/contents.js';
import { finishEdits } from '../edit/draft.js';
import type { EditedRevision, FileLevel } from '../edit/draft.js';
import { applyEdits } from '../edit/edit.js';
import type { LineEdit } from '../edit/edit.js';
import { LocklineError } from '../errors.js';
import { refuseForeign } from '../edit/foreign.js';
import { refuseMix } from '../edit/legible.js';
import { indexLines } from '../text/lines.js';
import type { Lines } from '../text/lines.js';
import type { Occurrence } from '../text/match.js';
import { findExpected } from './occurrences.js';
import type { LineRange } from '../range.js';
import { readLines } from '../edit/revise.js';
import { joinShifts, shiftRange } from '../edit/shift.js';
import type { Shift } from '../edit/shift.js';
import { spliceText } from '../edit/splice.js';
import { unreachable } from '../unreachable.js';
import { withLf } from '../text/window.js';

/** New text in the place of each occurrence of another. Line breaks in the old one match any terminator. */
export interface TextReplacement {
  readonly oldText: string;
  /** To the letter, but that its line breaks become those of the file. */
  readonly newText: string;
  /** How often the old text must occur; once if absent. */
  readonly expectCount?: number | undefined;
  /** Whether an occurrence counts only where no word goes on at either side of it. */
  readonly wholeWord?: boolean | undefined;
}

export interface TextRevision extends FileLevel {
  /** Name of an encoding, or `auto`. */
  readonly encoding: string;
  readonly edits: readonly TextReplacement[];
  /** What the call names the list of edits, for errors: `edits`. */
  readonly list: string;
}

/**
 * The version in which texts are replaced, each in the text as the edits before left it; all other bytes
 * stay, also of the lines that are touched. `placed` has the lines of each edit in turn; `edits` has those of
 * all that touch as one. `shown` is the path in errors.
 *
 * Throws UNSUPPORTED_ENCODING, BINARY_FILE, NO_MATCH, COUNT_MISMATCH, NO_CHANGE, INVALID_ARGUMENT for an
 * empty old text, a NUL in a new one or the byte order mark of another encoding, UNDECODABLE and
 * UNENCODABLE.
 */
export function reviseText(before: Snapshot, shown: string, asked: TextRevision): EditedRevision {
  const lines = readLines(before, asked.encoding);
  refuseForeign(lines, shown);
  const start: Progress = { lines, shifts: [], placed: [] };
  const end = asked.edits.reduce((progress, edit, index) => {
    const name = `${asked.list}[${index}]`;
    refusePointless(edit, name, shown);
    return advance(progress, { ...edit, name, shown, ...(index > 0 && { earlier: lines }) });
  }, start);
  const edits = end.shifts.map(({ from, to }) => ({ range: from, bytes: bytesOf(end.lines, to) }));
  const fresh = asked.edits.map(({ newText }) => ({ texts: [newText] }));
  refuseMix(lines, fresh, shown);
  const revision = finishEdits({ lines, edits, choose: terminatorNear, shown }, asked);
  return { ...revision, placed: end.placed };
}

/** The text after some of the edits. */
interface Progress {
  readonly lines: Lines;
  /** From the version read to this one. */
  readonly shifts: readonly Shift[];
  /** Where the text of each edit is now. */
  readonly placed: readonly LineRange[];
}

interface NamedEdit extends TextReplacement {
  readonly name: string;
  readonly shown: string;
  /** The version read, if this is not it. */
  readonly earlier?: Lines;
}

function refusePointless({ oldText, newText }: TextReplacement, name: string, shown: string): void {
  if (oldText === '') {
    throw new LocklineError('INVALID_ARGUMENT', {
      what: `${name}.old_text for ${shown} is empty.`,
      hint: 'Give the text to replace. To add lines take insert_text_file_contents or append_text_file_contents.',
    });
  }
  if (withLf(oldText) !== withLf(newText)) return;
  throw new LocklineError('NO_CHANGE', {
    path: shown,
    what: `${name}.old_text and its new_text are the same${oldText === newText ? '' : ' but for the kind of their line breaks, which is that of the file'}`,
  });
}

function advance({ lines, shifts, placed }: Progress, edit: NamedEdit): Progress {
  const edits = editsOf(lines, edit);
  const applied = applyEdits(lines, edits, edit.shown);
  const step = edits.map(({ range, bytes }, index) => {
    const { start } = applied.placed[index] ?? range;
    return { from: range, to: { start, end: start + countLines(bytes, lines.encoding) } };
  });
  return {
    lines: indexLines(Buffer.concat(applied.slices, applied.size), lines.encoding),
    shifts: joinShifts(shifts, step),
    placed: [...placed.map((range) => shiftRange(range, step)), ...step.map(({ to }) => to)],
  };
}

function editsOf(lines: Lines, edit: NamedEdit): readonly LineEdit[] {
  const { name, shown, newText, expectCount = 1 } = edit;
  const sought = {
    text: edit.oldText,
    name: `${name}.old_text`,
    expected: expectCount,
    wholeWord: edit.wholeWord,
    edit: name,
    earlier: edit.earlier,
  };
  const occurrences = findExpected(lines, sought, shown);
  const known = new Map<string, Buffer>();
  const edits = spliceText(lines, occurrences, (terminator) => {
    const bytes = known.get(terminator) ?? encodeText(newText, terminator, { lines, shown });
    known.set(terminator, bytes);
    return bytes;
  });
  return edits ?? refuseHalves(lines, occurrences, sought.name);
}

function encodeText(
  text: string,
  terminator: string,
  { lines: { encoding }, shown }: { readonly lines: Lines; readonly shown: string },
): Buffer {
  const texts = readContents(text, shown);
  const shaped = withLf(text).replaceAll('\n', () => terminator);
  return encodeShaped(shaped, texts, { encoding, shown });
}

/** Some encodings write two characters of Unicode as one, of which the text has only one. */
function refuseHalves(lines: Lines, occurrences: readonly Occurrence[], name: string): never {
  const first = occurrences[0] ?? unreachable('a text that does not occur is refused before');
  throw new LocklineError('INVALID_ARGUMENT', {
    what: `${name} begins or ends inside of a character of ${lines.encoding.name}, in line ${first.start.line} or after it.`,
    hint: 'Make it longer by a character.',
  });
}

function bytesOf(lines: Lines, { start, end }: LineRange): Buffer {
  return lines.bytes.subarray(lines.startOf(start), lines.startOf(end));
}
