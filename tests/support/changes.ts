import type { FileChange, Revision } from '../../src/core/change.js';
import { hashOf } from '../../src/core/hash.js';
import { inclusive } from '../../src/core/range.js';
import type { LineRange } from '../../src/core/range.js';
import { linesOf, named } from './versions.js';

/** A revision to this text, in one slice for each part, of which `placed` tells the lines. */
export function revisionTo(
  parts: readonly (string | Uint8Array)[],
  placed: readonly LineRange[] = [],
): Revision {
  const slices = parts.map((part) => Buffer.from(part));
  const bytes = Buffer.concat(slices);
  return {
    content: { slices, size: bytes.length, hash: hashOf(bytes) },
    placed,
    totalLines: linesOf(bytes).count,
    diff: '',
    shifted: [],
    notes: [],
  };
}

/** Gives the file of this text that one, whole; the first line is told as placed. */
export function replace(path: string, then: string, next: string): FileChange {
  return {
    path,
    action: 'replace',
    encoding: 'auto',
    expect: { file: named(then), ranges: [] },
    revise: () => revisionTo([next], [inclusive(1, 1)]),
  };
}

/** Makes a file. */
export function create(path: string, text: string): FileChange {
  return {
    ...replace(path, '', text),
    action: 'create',
    expect: { file: 'absent', ranges: [] },
  };
}

/** Takes the file of this text away. */
export function remove(path: string, then: string): FileChange {
  return { ...replace(path, then, ''), action: 'delete', revise: () => undefined };
}

/** Moves the file of this text, with that one. */
export function move(from: string, path: string, then: string, next = then): FileChange {
  return { ...replace(path, then, next), action: 'move', from };
}
