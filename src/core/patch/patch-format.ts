import { LocklineError } from '../errors.js';
import { readBeginPatch } from './begin-patch.js';
import type { FilePatch } from './file-patch.js';
import { createPatchReader } from './reader.js';
import { readUnifiedDiff } from './unified-diff.js';

export type { FilePatch, Hunk } from './file-patch.js';

/**
 * The parts of a patch, one for each file: a unified diff, also as git writes it, or the form that begins
 * with `*** Begin Patch`. Its own line breaks may be LF, CRLF or CR. A fence of Markdown around it and text
 * between files are passed over, and so are numbers of lines in a hunk's header that its lines belie.
 *
 * Throws INVALID_ARGUMENT for what is no patch or only a part of one, and for what has no meaning here:
 * modes, copies, binary files.
 */
export function parsePatch(text: string): readonly FilePatch[] {
  const reader = createPatchReader(text);
  const files = /^\*\*\* Begin Patch\s*$/m.test(text)
    ? readBeginPatch(reader)
    : readUnifiedDiff(reader);
  if (files.length > 0) return files;
  throw new LocklineError('INVALID_ARGUMENT', {
    what: 'patch names no file.',
    hint: 'Send a unified diff, with "--- a/PATH" and "+++ b/PATH" before the hunks of each file, or the form from "*** Begin Patch" to "*** End Patch".',
  });
}
