import * as z from 'zod';
import { LocklineError } from '../core/errors.js';
import { commitChanges } from './changes/commit.js';
import { insertChange } from './changes/file-changes.js';
import { encoding, fileHash, filePath, text } from './schema.js';
import type { Tool } from './tool.js';

const input = z.strictObject({
  file_path: filePath,
  file_hash: fileHash,
  contents: text('Whole lines'),
  encoding,
});

export const appendTextFileContents: Tool<z.infer<typeof input>> = {
  name: 'append_text_file_contents',
  title: 'Append lines',
  does: 'Adds whole lines at the end of a file.',
  instead: [
    ['other places', 'insert_text_file_contents'],
    ['a new file', 'create_text_file'],
  ],
  outcome: 'Returns a diff and new hashes. Refuses a stale hash and empty contents. Can be undone.',
  set: 'lines',
  effect: 'edit',
  input,
  async run({ file_path, file_hash, contents, encoding }, context) {
    if (contents === '') throw new LocklineError('EMPTY_CONTENTS', { path: file_path });
    const file = { path: file_path, encoding, hash: file_hash };
    return commitChanges([insertChange(file, 'end', contents)], context);
  },
};
