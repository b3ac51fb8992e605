import { findBreaks, NO_BREAK, sizeOf, terminatorBefore, terminatorOf } from './breaks.js';
import type { Terminator } from './breaks.js';
import type { ChooseTerminator } from '../edit/contents.js';
import type { LineEdit } from '../edit/edit.js';
import type { Encoding } from './encoding.js';
import type { Lines } from './lines.js';
import { unreachable } from '../unreachable.js';

/** Terminators by the names that callers use. */
export const NEWLINES = { lf: '\n', crlf: '\r\n', cr: '\r' } as const;

export type NewlineName = keyof typeof NEWLINES;

/** The terminator that most lines have, the first of equally many; LF in a file without any. */
export function mainTerminator(lines: Lines): Terminator {
  const counts = new Map<Terminator, number>();
  for (let line = 1; line <= lines.count; line += 1) {
    const terminator = lines.terminatorAt(line);
    if (terminator !== '') counts.set(terminator, (counts.get(terminator) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most?.[0] ?? '\n';
}

/** The bytes with every terminator made `to`, and how many were another one before. */
export function convertTerminators(
  bytes: Buffer,
  encoding: Encoding,
  to: NewlineName,
): { readonly bytes: Buffer; readonly converted: number } {
  const wanted = terminatorBytes(NEWLINES[to], encoding);
  const next = findBreaks(bytes, encoding);
  const parts: Buffer[] = [];
  let taken = 0;
  for (let end = next(0); end !== NO_BREAK; end = next(end)) {
    const terminator = terminatorBefore(bytes, end, encoding);
    if (terminator === NEWLINES[to]) continue;
    parts.push(bytes.subarray(taken, end - sizeOf(terminator, encoding)), wanted);
    taken = end;
  }
  if (parts.length === 0) return { bytes, converted: 0 };
  return { bytes: Buffer.concat([...parts, bytes.subarray(taken)]), converted: parts.length / 2 };
}

/**
 * The edits, which are in the order of the file, changed so that the version to come has or has not a
 * terminator at its end. At most one is added, as the last. A version without lines stays as it is.
 */
export function withFinalNewline(
  lines: Lines,
  edits: readonly LineEdit[],
  { isWanted, choose }: { readonly isWanted: boolean; readonly choose: ChooseTerminator },
): readonly LineEdit[] {
  const last = lastPiece(lines, edits);
  if (last === undefined) return edits;
  const { edit, index } = last;
  const bytes = isWanted
    ? ended(edit.bytes, choose(lines, edit.range), lines.encoding)
    : unended(edit.bytes, lines.encoding);
  if (bytes === edit.bytes) return edits;
  return [...edits.slice(0, index), { range: edit.range, bytes }, ...edits.slice(index + 1)];
}

/**
 * What stands last in the version to come: an edit's text, or an old line as an edit that leaves it as it
 * is, with the index after all others.
 */
function lastPiece(
  lines: Lines,
  edits: readonly LineEdit[],
): { readonly edit: LineEdit; readonly index: number } | undefined {
  let end = lines.count + 1;
  for (const [index, edit] of [...edits.entries()].toReversed()) {
    if (edit.range.end < end) break;
    if (edit.bytes.length > 0) return { edit, index };
    end = edit.range.start;
  }
  if (end === 1) return undefined;
  const bytes = lines.bytes.subarray(lines.startOf(end - 1), lines.startOf(end));
  return { edit: { range: { start: end - 1, end }, bytes }, index: edits.length };
}

function ended(bytes: Buffer, terminator: Terminator, encoding: Encoding): Buffer {
  if (terminatorOf(bytes, encoding) !== '') return bytes;
  return Buffer.concat([bytes, terminatorBytes(terminator, encoding)]);
}

function unended(bytes: Buffer, encoding: Encoding): Buffer {
  const size = sizeOf(terminatorOf(bytes, encoding), encoding);
  return size === 0 ? bytes : bytes.subarray(0, bytes.length - size);
}

function terminatorBytes(terminator: Terminator, encoding: Encoding): Buffer {
  const encoded = encoding.encode(terminator);
  return 'bytes' in encoded ? encoded.bytes : unreachable('every encoding has CR and LF');
}
