import * as z from 'zod';
import { LocklineError } from '../core/errors.js';
import { commitChanges } from './changes/commit.js';
import { insertChange } from './changes/file-changes.js';
import type { Place } from './changes/file-changes.js';
import { encoding, fileHash, filePath, lineNumber, text } from './schema.js';
import type { Tool } from './tool.js';

const nearText = (description?: string) =>
  z
    .string()
    .min(1)
    .meta({ text: true, set: 'text', ...(description && { description }) });

const input = z.strictObject({
  file_path: filePath,
  file_hash: fileHash,
  contents: text('Whole lines'),
  before: lineNumber().optional(),
  after: z.int().meta({ minimum: 0, description: '0 = at the start' }).optional(),
  before_text: nearText('Or text that occurs once').optional(),
  after_text: nearText().optional(),
  encoding,
});

type Input = z.infer<typeof input>;
type Places = Pick<Input, 'before' | 'after' | 'before_text' | 'after_text'>;

export const insertTextFileContents: Tool<Input> = {
  name: 'insert_text_file_contents',
  title: 'Insert lines',
  does: 'Inserts whole lines before or after a line.',
  instead: [
    ['several places', 'patch_text_file_contents'],
    ['the end', 'append_text_file_contents'],
  ],
  outcome:
    'Returns a diff and new hashes. Refuses a stale hash, a line past the end, empty contents. Can be undone.',
  set: 'lines',
  effect: 'edit',
  input,
  async run({ file_path, file_hash, contents, encoding, ...place }, context) {
    if (contents === '') throw new LocklineError('EMPTY_CONTENTS', { path: file_path });
    const file = { path: file_path, encoding, hash: file_hash };
    return commitChanges([insertChange(file, onePlace(place), contents)], context);
  },
};

function onePlace({ before, after, before_text, after_text }: Places): Place {
  const places: readonly Place[] = [
    ...(before === undefined ? [] : [{ before }]),
    ...(after === undefined ? [] : [{ after }]),
    ...(before_text === undefined ? [] : [{ beforeText: before_text }]),
    ...(after_text === undefined ? [] : [{ afterText: after_text }]),
  ];
  const [place, ...others] = places;
  if (place !== undefined && others.length === 0) return place;
  throw new LocklineError('INVALID_ARGUMENT', {
    what: `${place === undefined ? 'No place is' : 'Several places are'} given for the new lines.`,
    hint: 'Give one of before and after, the line before or after which they go, where after: 0 is the start of the file; or one of before_text and after_text, a text that occurs once.',
  });
}
