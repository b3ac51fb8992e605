import * as z from 'zod';
import { parsePatch } from '../core/patch/patch-format.js';
import { commitChanges, previewChanges } from './changes/commit.js';
import { refuseTooMany } from './changes/counts.js';
import { patchChanges } from './changes/patch-files.js';
import { fileHash, filePath, text } from './schema.js';
import type { Tool } from './tool.js';

const input = z.strictObject({
  patch: text(),
  file_hashes: z
    .array(z.strictObject({ file_path: filePath, file_hash: fileHash }))
    .describe('Of files that exist'),
  dry_run: z.boolean().optional(),
});

export const applyPatch: Tool<z.infer<typeof input>> = {
  name: 'apply_patch',
  title: 'Apply a patch',
  does: 'Applies a unified diff or *** Begin Patch text to all its files or none. Context must match exactly, line numbers need not.',
  instead: [['text of one file', 'replace_text']],
  outcome: 'Returns diffs and new hashes. Refuses a stale hash. Can be undone.',
  set: 'text',
  effect: 'edit',
  input,
  lone: 'file_hashes',
  async run({ patch, file_hashes, dry_run }, context) {
    const parts = parsePatch(patch);
    const hunks = parts.flatMap((part) => (part.kind === 'create' ? [] : part.hunks));
    refuseTooMany({ files: parts.length, patches: hunks.length }, context.limits);
    const changes = patchChanges(parts, file_hashes, context.workspace.roots[0] ?? '');
    return dry_run === true ? previewChanges(changes, context) : commitChanges(changes, context);
  },
};
