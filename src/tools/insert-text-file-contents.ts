import * as z from 'zod';
import { LocklineError } from '../core/errors.js';
import { commitChanges } from './changes/commit.js';
import { insertChange } from './changes/file-changes.js';
import type { Place } from './changes/file-changes.js';
import { encoding, fileHash, filePath, lineNumber, text } from './schema.js';
import type { Tool } from './tool.js';

const input = z.strictObject({
  file_path: filePath,
  file_hash: fileHash,
  contents: text('Whole lines'),
  before: lineNumber('This or after').optional(),
  after: z.int().meta({ minimum: 0, description: '0 = at the start' }).optional(),
  encoding,
});

type Input = z.infer<typeof input>;

export const insertTextFileContents: Tool<Input> = {
  name: 'insert_text_file_contents',
  title: 'Insert lines',
  description:
    'Inserts whole lines before or after a line. For several places take patch_text_file_contents, at the end append_text_file_contents. Returns a diff and the new hashes. Refuses a stale hash (CONFLICT), a line past the end, empty contents. No undo.',
  set: 'lines',
  effect: 'edit',
  input,
  async run({ file_path, file_hash, contents, encoding, ...place }, context) {
    if (contents === '') throw new LocklineError('EMPTY_CONTENTS', { path: file_path });
    const file = { path: file_path, encoding, hash: file_hash };
    return commitChanges([insertChange(file, onePlace(place), contents)], context);
  },
};

function onePlace({ before, after }: Pick<Input, 'before' | 'after'>): Place {
  if (before !== undefined && after === undefined) return { before };
  if (after !== undefined && before === undefined) return { after };
  throw new LocklineError('INVALID_ARGUMENT', {
    what: `${before === undefined ? 'Neither' : 'Both'} of before and after ${before === undefined ? 'is' : 'are'} given.`,
    hint: 'Give one of them: the line before which, or after which, the new lines go. after: 0 is the start of the file.',
  });
}
