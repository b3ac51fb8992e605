import * as z from 'zod';
import { commitChanges } from './changes/commit.js';
import { refuseTooMany } from './changes/counts.js';
import { patchChange } from './changes/file-changes.js';
import { patchEdits } from './changes/patches.js';
import { encoding, fileHash, filePath, onStale, patch } from './schema.js';
import type { Tool } from './tool.js';

const input = z.strictObject({
  file_path: filePath,
  file_hash: fileHash,
  patches: z.array(patch).min(1),
  encoding,
  on_stale: onStale.optional(),
});

export const patchTextFileContents: Tool<z.infer<typeof input>> = {
  name: 'patch_text_file_contents',
  title: 'Patch lines',
  does: 'Replaces, deletes or inserts whole lines of one file; numbers mean the file as read.',
  instead: [
    ['several files', 'edit_text_file_contents'],
    ['a part of a line', 'replace_text'],
    ['a diff', 'apply_patch'],
    ['undoing', 'undo_edit'],
  ],
  outcome:
    'Returns a diff and new hashes. Refuses stale hashes (CONFLICT) and patches that share a line. Can be undone.',
  set: 'lines',
  effect: 'edit',
  input,
  lone: 'patches',
  async run({ file_path, file_hash, patches, encoding, on_stale }, context) {
    refuseTooMany({ patches: patches.length }, context.limits);
    const { maxLineChars } = context.limits;
    const file = { path: file_path, encoding, hash: file_hash };
    const change = patchChange(file, { ...patchEdits(patches, 'patches'), maxLineChars });
    return commitChanges([change], context, on_stale);
  },
};
