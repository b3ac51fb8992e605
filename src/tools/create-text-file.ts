import * as z from 'zod';
import { commitChanges } from './changes/commit.js';
import { createChange } from './changes/file-changes.js';
import { encoding, filePath, newline, text } from './schema.js';
import type { Tool } from './tool.js';

const input = z.strictObject({
  file_path: filePath,
  contents: text('Written as given'),
  encoding,
  newline: newline.optional(),
});

export const createTextFile: Tool<z.infer<typeof input>> = {
  name: 'create_text_file',
  title: 'Create a file',
  does: 'Creates a text file and the directories above it.',
  instead: [['a file that exists', 'edit_text_file_contents']],
  outcome: 'Returns its file_hash. Refuses a path that exists. Can be undone.',
  set: 'lines',
  effect: 'create',
  input,
  async run({ file_path, contents, encoding, newline }, context) {
    const change = createChange({ path: file_path, encoding }, { contents, newline });
    return commitChanges([change], context);
  },
};
