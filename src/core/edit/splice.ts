import { beginsWithLf, endsWithCr, terminatorOf } from '../text/breaks.js';
import type { Terminator } from '../text/breaks.js';
import { relateBytes } from '../text/byte-offset.js';
import type { FindByte } from '../text/byte-offset.js';
import { terminatorNear } from './contents.js';
import type { LineEdit } from './edit.js';
import type { Encoding } from '../text/encoding.js';
import type { Lines } from '../text/lines.js';
import type { Occurrence, Place } from '../text/match.js';
import { unreachable } from '../unreachable.js';
import { lineText } from '../text/window.js';

/** New text in bytes, its lines ended by a terminator. */
export type EncodeText = (terminator: Terminator) => Buffer;

/**
 * Puts new text in the place of occurrences, which are in the order of the file and do not overlap, as edits
 * of the lines that they touch. Every other byte of these lines stays, but where CR and LF would come to
 * stand together the line ended by one of them is ended by both. `undefined` if the encoding has no boundary
 * where an occurrence begins or ends.
 */
export function spliceText(
  lines: Lines,
  occurrences: readonly Occurrence[],
  encode: EncodeText,
): readonly LineEdit[] | undefined {
  const offsetOf = createOffsets(lines);
  const edits: LineEdit[] = [];
  let open: Splice | undefined;
  for (const { start, end } of occurrences) {
    const [from, to] = [offsetOf(start), offsetOf(end)];
    if (from === undefined || to === undefined) return undefined;
    if (open !== undefined && start.line > open.end()) {
      edits.push(open.finish());
      open = undefined;
    }
    open ??= beginSplice(lines, start.line);
    const line = { start: start.line, end: start.line + 1 };
    open.replace({ from, to, end }, encode(terminatorNear(lines, line)));
  }
  return open === undefined ? edits : [...edits, open.finish()];
}

/** The offset of a place in the file, in bytes from 0. Places are asked for in the order of the file. */
function createOffsets(lines: Lines): (place: Place) => number | undefined {
  let line = 0;
  let findByte: FindByte | undefined;
  return (place) => {
    const start = lines.startOf(place.line);
    if (place.index === 0) return start;
    if (place.line !== line || findByte === undefined) {
      line = place.line;
      const text = lineText(lines, line) ?? unreachable('a text occurs in lines that decode');
      findByte = relateBytes(lines.contentAt(line), text, lines.encoding);
    }
    const offset = findByte(place.index);
    return offset === undefined ? undefined : start + offset;
  };
}

/** An occurrence in bytes, and its end as a place. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly end: Place;
}

/** An edit that is being made of occurrences whose lines touch. */
interface Splice {
  replace(old: Stretch, text: Buffer): void;
  /** The line after the last one that is edited. */
  end(): number;
  finish(): LineEdit;
}

function beginSplice(lines: Lines, start: number): Splice {
  const { bytes, encoding } = lines;
  const ink = createInk(encoding, start > 1 && lines.terminatorAt(start - 1) === '\r');
  let taken = lines.startOf(start);
  let end = start + 1;
  return {
    replace({ from, to, end: place }, text) {
      ink.add(bytes.subarray(taken, from), 'old');
      ink.add(text, 'new');
      taken = to;
      // A line of which nothing is changed, but that comes to be joined with the text before it, is edited.
      const isJoined = place.index > 0 || !ink.isAtLineStart();
      end = Math.min(isJoined ? place.line + 1 : place.line, lines.count + 1);
    },
    end: () => end,
    finish() {
      ink.add(bytes.subarray(taken, lines.startOf(end)), 'old');
      const after = bytes.subarray(lines.startOf(end));
      if (ink.isEmpty() && ink.joinsWith(after)) return withNeighbours(lines, start, end);
      ink.protect(after);
      return { range: { start, end }, bytes: ink.bytes() };
    },
  };
}

/** The lines on both sides become one, so that they are edited too. */
function withNeighbours(lines: Lines, start: number, end: number): LineEdit {
  const before = lines.bytes.subarray(lines.startOf(start - 1), lines.startOf(start));
  const after = lines.bytes.subarray(lines.startOf(end), lines.startOf(end + 1));
  return { range: { start: start - 1, end: end + 1 }, bytes: Buffer.concat([before, after]) };
}

/** The bytes of an edit as they come to be. */
interface Ink {
  add(part: Buffer, kind: 'old' | 'new'): void;
  isEmpty(): boolean;
  isAtLineStart(): boolean;
  /** Whether bytes after it would begin with the LF of a CRLF. */
  joinsWith(after: Buffer): boolean;
  /** Keeps its last CR apart from the LF of the old line after it. */
  protect(after: Buffer): void;
  bytes(): Buffer;
}

function createInk(encoding: Encoding, isAfterCr: boolean): Ink {
  const parts: Buffer[] = [];
  let last: { readonly part: Buffer; readonly kind: 'old' | 'new' } | undefined;
  const isCr = () => (last === undefined ? isAfterCr : endsWithCr(last.part, encoding));
  const joinsWith = (part: Buffer) => isCr() && beginsWithLf(part, encoding);
  const push = (part: Buffer, kind: 'old' | 'new') => {
    parts.push(part);
    last = { part, kind };
  };
  return {
    add(part, kind) {
      if (part.length === 0) return;
      // Of the two, the terminator that is new is completed; of two old ones the later.
      if (joinsWith(part)) push(bytesOf(last?.kind === 'new' ? '\n' : '\r', encoding), 'new');
      push(part, kind);
    },
    isEmpty: () => last === undefined,
    isAtLineStart: () => last === undefined || terminatorOf(last.part, encoding) !== '',
    joinsWith,
    protect(after) {
      if (last !== undefined && joinsWith(after)) push(bytesOf('\n', encoding), 'new');
    },
    bytes: () => Buffer.concat(parts),
  };
}

function bytesOf(terminator: Terminator, encoding: Encoding): Buffer {
  const encoded = encoding.encode(terminator);
  return 'bytes' in encoded ? encoded.bytes : unreachable('every encoding has CR and LF');
}
