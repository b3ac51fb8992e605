import type { FilePatch, Hunk } from './file-patch.js';
import { readGitHeader } from './git-header.js';
import type { GitHeader } from './git-header.js';
import { isFileHeader, readHunks } from './hunks.js';
import { pairOf, pathIn, withoutPrefixes } from './patch-path.js';
import type { PathPair } from './patch-path.js';
import type { PatchReader } from './reader.js';

/** Reads a unified diff, also with the headers of git. What stands before and between the files is passed over. */
export function readUnifiedDiff(reader: PatchReader): readonly FilePatch[] {
  const files: FilePatch[] = [];
  while (reader.peek() !== undefined) {
    if (isStart(reader)) {
      files.push(readFile(reader));
      continue;
    }
    if (reader.peek()?.startsWith('@@ ') === true) {
      reader.refuse('begins a hunk, but no file is named before it.', NAME_FILES);
    }
    reader.take();
  }
  return files;
}

const NAME_FILES = 'Write "--- a/PATH" and "+++ b/PATH" before the hunks of each file.';

function isStart(reader: PatchReader): boolean {
  return reader.peek()?.startsWith('diff --git ') === true || isFileHeader(reader);
}

function isPast(reader: PatchReader): boolean {
  return isStart(reader) || /^(Index: |diff |-- ?$|Only in )/.test(reader.peek() ?? '');
}

function readFile(reader: PatchReader): FilePatch {
  const git = readGitHeader(reader);
  const named = isFileHeader(reader) ? readNames(reader) : git.paths;
  const paths = withoutPrefixes(named, git.paths);
  // A new file has the line ends of its lines in the patch, where the patch itself has others.
  const isCrlf = reader.hasCrlf(1) && !reader.hasCrlf();
  const hunks = readHunks(reader, isPast);
  if (git.renamed !== undefined) {
    return { kind: 'update', path: git.renamed.from, newPath: git.renamed.to, hunks };
  }
  const created = createdPath(paths, git);
  if (created !== undefined) {
    const contents = contentsOf(hunks, isCrlf ? '\r\n' : '\n', reader);
    return { kind: 'create', path: created, contents, ...(git.mode && { mode: git.mode }) };
  }
  const deleted = deletedPath(paths, git);
  if (deleted !== undefined) return { kind: 'delete', path: deleted, hunks };
  return { kind: 'update', path: onePath(paths, hunks, reader), hunks };
}

function createdPath({ old, now }: PathPair, { isNew }: GitHeader): string | undefined {
  return old === undefined || isNew ? now : undefined;
}

function deletedPath({ old, now }: PathPair, { isDeleted }: GitHeader): string | undefined {
  return now === undefined || isDeleted ? old : undefined;
}

function readNames(reader: PatchReader): PathPair {
  const old = pathIn(reader.take().slice('--- '.length));
  const now = pathIn(reader.take().slice('+++ '.length));
  return pairOf(old, now);
}

function contentsOf(hunks: readonly Hunk[], terminator: string, reader: PatchReader): string {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  if (lines.some(({ kind }) => kind !== 'new')) {
    reader.refuse(
      'ends a new file with lines that are not new.',
      'Begin each of its lines with "+".',
    );
  }
  return lines.map(({ text, isOpen }) => (isOpen ? text : text + terminator)).join('');
}

/** The path of a file that stays where it is. */
function onePath({ old, now }: PathPair, hunks: readonly Hunk[], reader: PatchReader): string {
  if (old === undefined || now === undefined) {
    return reader.refuse('ends a part that names no file.', NAME_FILES);
  }
  if (old !== now) {
    return reader.refuse(
      `ends a part that names two files, ${old} and ${now}.`,
      'Name the same one in both lines. To move it, begin the part with "diff --git", "rename from PATH" and "rename to PATH".',
    );
  }
  if (hunks.length === 0) {
    reader.refuse(`ends the part of ${now}, which has no hunk.`, 'Give its hunks, from "@@" on.');
  }
  return now;
}
