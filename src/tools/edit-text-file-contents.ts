import * as z from 'zod';
import { commitChanges, previewChanges } from './changes/commit.js';
import { refuseTooMany } from './changes/counts.js';
import { editEntry, entryChange } from './changes/edit-entry.js';
import { onStale } from './schema.js';
import type { Tool } from './tool.js';

const input = z.strictObject({
  files: z.array(editEntry).min(1),
  dry_run: z.boolean().optional(),
  on_stale: onStale.optional(),
});

export const editTextFileContents: Tool<z.infer<typeof input>> = {
  name: 'edit_text_file_contents',
  title: 'Edit files',
  does: 'Patches, creates, replaces, deletes or moves up to 64 files or replaces text in them: all or none.',
  instead: [
    ['lines of one file', 'patch_text_file_contents'],
    ['one new file', 'create_text_file'],
  ],
  outcome:
    'Returns diffs and new hashes. Refuses if a hash is stale or a new path exists. Can be undone.',
  set: 'lines',
  effect: 'edit',
  input,
  async run({ files, dry_run, on_stale }, context) {
    const patches = files.reduce(
      (sum, { patches, edits }) => sum + (patches ?? edits ?? []).length,
      0,
    );
    refuseTooMany({ files: files.length, patches }, context.limits);
    const { maxLineChars } = context.limits;
    const changes = files.map((entry, index) =>
      entryChange(entry, { place: `files[${index}]`, maxLineChars }),
    );
    const write = dry_run === true ? previewChanges : commitChanges;
    return write(changes, context, on_stale);
  },
};
