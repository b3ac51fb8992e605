import type { FilePatch } from './file-patch.js';
import { readLooseHunks } from './hunks.js';
import type { PatchReader } from './reader.js';

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';
const ADD = '*** Add File: ';
const DELETE = '*** Delete File: ';
const UPDATE = '*** Update File: ';
const MOVE = '*** Move to: ';

/** Reads the form from `*** Begin Patch` to `*** End Patch`. */
export function readBeginPatch(reader: PatchReader): readonly FilePatch[] {
  while (reader.take().trimEnd() !== BEGIN);
  const files: FilePatch[] = [];
  while (reader.peek()?.trimEnd() !== END) {
    if (reader.peek() === undefined) {
      reader.refuse(
        `should be "${END}", but there is none.`,
        'Send the whole patch: it is cut off.',
      );
    }
    if (reader.peek()?.trim() === '') reader.take();
    else files.push(readFile(reader));
  }
  return files;
}

function readFile(reader: PatchReader): FilePatch {
  const line = reader.peek() ?? '';
  if (line.startsWith(ADD)) return readAdded(reader);
  if (line.startsWith(DELETE)) {
    return { kind: 'delete', path: pathAfter(DELETE, reader), hunks: [] };
  }
  if (line.startsWith(UPDATE)) return readUpdated(reader);
  return reader.refuse(
    'begins no part of a file.',
    `Each file begins with "${ADD}PATH", "${UPDATE}PATH" or "${DELETE}PATH".`,
  );
}

function pathAfter(title: string, reader: PatchReader): string {
  const path = reader.peek()?.slice(title.length).trim() ?? '';
  if (path === '') reader.refuse('has no path.', `Write it after "${title.trim()}".`);
  reader.take();
  return path;
}

function readAdded(reader: PatchReader): FilePatch {
  const path = pathAfter(ADD, reader);
  let contents = '';
  while (reader.peek() !== undefined && !isTitle(reader)) {
    const line = reader.peek() ?? '';
    if (!line.startsWith('+') && line.trim() !== '') {
      reader.refuse(
        `is of the new file ${path}, but does not begin with "+".`,
        'In a file that is added, every line begins with "+".',
      );
    }
    reader.take();
    if (line.startsWith('+')) contents += `${line.slice(1)}\n`;
  }
  return { kind: 'create', path, contents };
}

function readUpdated(reader: PatchReader): FilePatch {
  const path = pathAfter(UPDATE, reader);
  const newPath = reader.peek()?.startsWith(MOVE) === true ? pathAfter(MOVE, reader) : undefined;
  const hunks = readLooseHunks(reader, isTitle);
  if (hunks.length === 0 && newPath === undefined) {
    reader.refuse(
      `ends the part of ${path}, which has no change.`,
      'Give a hunk: lines that begin with "-", "+" or a space.',
    );
  }
  return { kind: 'update', path, ...(newPath !== undefined && { newPath }), hunks };
}

/** Whether the next line is none of the file's. */
function isTitle(reader: PatchReader): boolean {
  const line = reader.peek() ?? '';
  return (
    line.trimEnd() === END || [ADD, DELETE, UPDATE, MOVE].some((title) => line.startsWith(title))
  );
}
