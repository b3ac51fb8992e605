import * as z from 'zod';
import { commitChanges } from './changes/commit.js';
import { refuseTooMany } from './changes/counts.js';
import { replaceTextChange } from './changes/file-changes.js';
import { replacements } from './changes/text-edits.js';
import { encoding, fileHash, filePath, onStale, textEdit } from './schema.js';
import type { Tool } from './tool.js';

const input = z.strictObject({
  file_path: filePath,
  file_hash: fileHash,
  edits: z.array(textEdit).min(1),
  encoding,
  on_stale: onStale.optional(),
});

export const replaceText: Tool<z.infer<typeof input>> = {
  name: 'replace_text',
  title: 'Replace text',
  does: 'Replaces exact text of one file, within or across lines.',
  instead: [
    ['whole lines', 'patch_text_file_contents'],
    ['several files', 'edit_text_file_contents'],
  ],
  outcome:
    'Returns a diff and new hashes. Refuses a stale hash and another count of occurrences. Can be undone.',
  set: 'text',
  effect: 'edit',
  input,
  lone: 'edits',
  async run({ file_path, file_hash, edits, encoding, on_stale }, context) {
    refuseTooMany({ patches: edits.length }, context.limits);
    const file = { path: file_path, encoding, hash: file_hash };
    const asked = { list: 'edits', edits: replacements(edits) };
    return commitChanges([replaceTextChange(file, asked)], context, on_stale);
  },
};
