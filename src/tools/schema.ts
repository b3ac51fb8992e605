import * as z from 'zod';
import { parseHash } from '../core/hash.js';
import type { HashPrefix } from '../core/hash.js';

/** Text of a file. Whatever it looks like, it stays text. */
export const text = (description?: string) =>
  z.string().meta({ text: true, ...(description !== undefined && { description }) });

/** A line number. It is held against the file, not here, so that a refusal can tell how many lines there are. */
export const lineNumber = (description?: string) =>
  z.int().meta(description === undefined ? {} : { description });

export const fileHash = z
  .string()
  .transform(readHash)
  .meta({ hint: 'get_text_file_contents gives the file_hash, and so does every write.' });

/** As a write or the history gave it; it may come with the word before it, as texts tell it. */
export const changeId = z
  .string()
  .min(1)
  .transform((given) =>
    given
      .trim()
      .replace(/^change\s+/i, '')
      .toLowerCase(),
  );

export const filePath = z.string().min(1);

export const glob = z.string().min(1).describe('E.g. src/**/*.{c,h}, !*.md').optional();

export const encoding = z.string().min(1).optional();

/** What becomes of the call where its file_hash is not the current one. */
export const onStale = z.enum(['own', 'rebase', 'refuse']);

export const newline = z.enum(['lf', 'crlf', 'cr']);

const start = lineNumber();
const end = lineNumber('Included; left out = the last').optional();
const anchors = {
  first_line: text('Instead of it: text of line start').optional(),
  last_line: text('And of line end').optional(),
};

/** Lines to take away, with the proof that they are the ones that the caller knows. */
export const namedLines = z.strictObject({
  start,
  end,
  range_hash: z
    .string()
    .transform(readHash)
    .meta({ description: 'Of exactly these lines' })
    .optional(),
  ...anchors,
});

/** Lines to put others in the place of, with the same proof. */
export const patch = z.strictObject({
  start,
  end,
  range_hash: z
    .string()
    .transform((given, context) => (given === '' ? ('' as const) : readHash(given, context)))
    .meta({ description: 'Of exactly these lines; "" without end = insert before start' })
    .optional(),
  ...anchors,
  contents: text('Whole lines; "" deletes'),
});

/** Text to put in the place of other text. */
export const textEdit = z.strictObject({
  old_text: text(),
  new_text: text(),
  expect_count: z.int().min(1).meta({ default: 1 }).optional(),
  whole_word: z.boolean().optional(),
});

export type NamedLines = z.infer<typeof namedLines>;
export type Patch = z.infer<typeof patch>;
export type TextEdit = z.infer<typeof textEdit>;

/** Takes the digits of a hash as a read or a write gave them. */
function readHash(given: string, context: z.core.$RefinementCtx<string>): HashPrefix {
  const digits = parseHash(given);
  if (digits !== undefined) return digits;
  context.addIssue('is not a hash: those are the 16 to 64 hex digits that a read or a write gave');
  return z.NEVER;
}
