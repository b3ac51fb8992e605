import type { Hunk, HunkLine } from './file-patch.js';
import type { PatchReader } from './reader.js';

/** Whether what comes next is no longer of a hunk. */
export type IsPast = (reader: PatchReader) => boolean;

/** Reads the hunks of a file, each after one or several `@@` lines. */
export function readHunks(reader: PatchReader, isPast: IsPast): readonly Hunk[] {
  const hunks: Hunk[] = [];
  while (isHeader(reader)) hunks.push(readHunk(reader, isPast));
  return hunks;
}

/** The same where the first may stand without such a line. */
export function readLooseHunks(reader: PatchReader, isPast: IsPast): readonly Hunk[] {
  while (reader.peek()?.trim() === '') reader.take();
  const isBare = reader.peek() !== undefined && !isHeader(reader) && !isPast(reader);
  const first = isBare ? [readHunk(reader, isPast)] : [];
  return [...first, ...readHunks(reader, isPast)];
}

function isHeader(reader: PatchReader): boolean {
  return reader.peek()?.startsWith('@@') === true;
}

const END_OF_FILE = '*** End of File';
const OPEN = '\\';

interface Header {
  readonly start?: number;
  readonly counts?: Counts;
  readonly anchors: readonly string[];
}

/** How many lines the old and the new file have in a hunk. */
interface Counts {
  readonly old: number;
  readonly now: number;
}

function readHunk(reader: PatchReader, isPast: IsPast): Hunk {
  const { start, counts, anchors } = readHeader(reader);
  const lines = (counts && readCounted(reader, counts)) ?? readMarked(reader, isPast);
  const isAtEnd = reader.peek()?.trimEnd() === END_OF_FILE;
  if (isAtEnd) reader.take();
  if (lines.every(({ kind }) => kind === 'kept')) {
    reader.refuse(
      'ends a hunk that changes nothing.',
      'In a hunk, lines that go begin with "-", new lines with "+", and lines that stay with a space.',
    );
  }
  return { ...(start !== undefined && { start }), anchors, lines, isAtEnd };
}

const NUMBERS = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

function readHeader(reader: PatchReader): Header {
  const anchors: string[] = [];
  for (let line = reader.peek(); line?.startsWith('@@') === true; line = reader.peek()) {
    if (line.startsWith('@@@')) {
      reader.refuse('is of a merge.', 'Send the difference from one version only.');
    }
    reader.take();
    const numbered = readNumbers(line);
    if (numbered !== undefined) return numbered;
    const anchor = line.replace(/^@@ ?/, '').replace(/ ?@@\s*$/, '');
    if (!/^[\s.…]*$/.test(anchor)) anchors.push(anchor);
  }
  return { anchors };
}

function readNumbers(line: string): Header | undefined {
  const [numbers, start, old = '1', now = '1'] = NUMBERS.exec(line) ?? [];
  if (numbers === undefined) return undefined;
  const counts = { old: Number(old), now: Number(now) };
  // By convention a hunk without old lines is given by the line before it.
  return { start: Number(start) + (counts.old === 0 ? 1 : 0), counts, anchors: [] };
}

/** Reads as many lines as the header says; nothing if these are not the lines of the hunk. */
function readCounted(reader: PatchReader, counts: Counts): readonly HunkLine[] | undefined {
  const from = reader.position();
  const lines: HunkLine[] = [];
  let { old, now } = counts;
  while (old > 0 || now > 0) {
    const line = readLine(reader);
    if (line === undefined) break;
    lines.push(line);
    old -= line.kind === 'new' ? 0 : 1;
    now -= line.kind === 'old' ? 0 : 1;
  }
  if (old === 0 && now === 0 && !goesOn(reader)) return lines;
  reader.rewind(from);
  return undefined;
}

/** Whether there are more lines of a hunk. A letter with a patch ends with `-- ` and a version. */
function goesOn(reader: PatchReader): boolean {
  const next = reader.peek() ?? '';
  return /^[ +-]/.test(next) && next.trimEnd() !== '--' && !isFileHeader(reader);
}

/** Reads lines as long as they look like those of a hunk. */
function readMarked(reader: PatchReader, isPast: IsPast): readonly HunkLine[] {
  const lines: HunkLine[] = [];
  let solid = 0;
  while (isInside(reader, isPast)) {
    const isBare = reader.peek() === '';
    const line = readLine(reader) ?? refuseLine(reader);
    lines.push(line);
    if (!isBare) solid = lines.length;
  }
  // Blank lines after a hunk are more likely those between files than lines of this one.
  return lines.slice(0, solid);
}

function isInside(reader: PatchReader, isPast: IsPast): boolean {
  const next = reader.peek();
  if (next === undefined || isHeader(reader) || next.trimEnd() === END_OF_FILE) return false;
  return !isPast(reader);
}

/** Whether the names of another file come next. */
export function isFileHeader(reader: PatchReader): boolean {
  return reader.peek()?.startsWith('--- ') === true && reader.peek(1)?.startsWith('+++ ') === true;
}

const KINDS: ReadonlyMap<string, HunkLine['kind']> = new Map([
  [' ', 'kept'],
  // Editors take away the space of a blank line that stays.
  ['', 'kept'],
  ['-', 'old'],
  ['+', 'new'],
]);

function readLine(reader: PatchReader): HunkLine | undefined {
  const line = reader.peek();
  const kind = KINDS.get(line?.slice(0, 1) ?? 'none');
  if (line === undefined || kind === undefined) return undefined;
  reader.take();
  const isOpen = reader.peek()?.startsWith(OPEN) === true;
  if (isOpen) reader.take();
  return { kind, text: line.slice(1), isOpen };
}

function refuseLine(reader: PatchReader): never {
  return reader.refuse(
    'is in a hunk, but begins with none of "+", "-" and a space.',
    'Put a space before each line that stays. If the hunk ends there, begin the next part with its header.',
  );
}
