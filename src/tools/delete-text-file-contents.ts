import * as z from 'zod';
import { commitChanges } from './changes/commit.js';
import { refuseTooMany } from './changes/counts.js';
import { patchChange } from './changes/file-changes.js';
import { deletions } from './changes/patches.js';
import { encoding, fileHash, filePath, namedLines } from './schema.js';
import type { Tool } from './tool.js';

const input = z.strictObject({
  file_path: filePath,
  file_hash: fileHash,
  ranges: z
    .array(namedLines)
    .min(1)
    .meta({ brief: true, description: 'As in patch_text_file_contents' }),
  encoding,
});

export const deleteTextFileContents: Tool<z.infer<typeof input>> = {
  name: 'delete_text_file_contents',
  title: 'Delete lines',
  does: 'Deletes ranges of whole lines; numbers mean the file as read.',
  instead: [['a whole file', 'edit_text_file_contents']],
  outcome: 'Returns a diff and new hashes. Refuses stale hashes and overlaps. Can be undone.',
  set: 'lines',
  effect: 'edit',
  input,
  async run({ file_path, file_hash, ranges, encoding }, context) {
    refuseTooMany({ patches: ranges.length }, context.limits);
    const { maxLineChars } = context.limits;
    const file = { path: file_path, encoding, hash: file_hash };
    const change = patchChange(file, { ...deletions(ranges, 'ranges'), maxLineChars });
    return commitChanges([change], context);
  },
};
