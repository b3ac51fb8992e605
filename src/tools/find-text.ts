import * as z from 'zod';
import { LocklineError } from '../core/errors.js';
import { regexPattern, textPattern } from '../core/search/search-pattern.js';
import type { SearchPattern } from '../core/search/search-pattern.js';
import { findAnswer } from './answers/find-answer.js';
import { filePath, glob, text } from './schema.js';
import type { Tool } from './tool.js';

/** Characters of a line that are shown around a match. */
const LINE_CHARS = 400;
const MOST_CONTEXT = 50;
const MOST_RESULTS = 1000;
const USUAL_RESULTS = 50;

const input = z.strictObject({
  text: text().optional(),
  regex: text('Instead of text; JavaScript syntax, by line').optional(),
  paths: z.array(filePath).describe('Files or directories; left out = all').optional(),
  glob,
  ignore_case: z.boolean().optional(),
  whole_word: z.boolean().optional(),
  context: z.int().min(0).max(MOST_CONTEXT).default(0),
  max_results: z.int().min(1).max(MOST_RESULTS).default(USUAL_RESULTS),
});

type Input = z.infer<typeof input>;

export const findText: Tool<Input> = {
  name: 'find_text',
  title: 'Find text',
  does: 'Finds text or a regex in files; honours .gitignore.',
  instead: [
    ['functions', 'outline_files'],
    ['names', 'list_directory'],
    ['more lines', 'get_text_file_contents'],
  ],
  outcome: 'Returns lines with hashes, ready to patch. Stops slow regexes. Changes nothing.',
  set: 'search',
  effect: 'read',
  input,
  async run(asked, { workspace, limits, signal, progress }) {
    const { paths = [], glob: only, context, max_results: maxResults } = asked;
    const result = await workspace.search(
      {
        pattern: patternOf(asked),
        paths,
        glob: only,
        context,
        maxResults,
        lineChars: Math.min(LINE_CHARS, limits.maxLineChars),
      },
      { signal, progress },
    );
    return findAnswer(result, maxResults, limits);
  },
};

function patternOf({ text: exact, regex, ignore_case, whole_word }: Input): SearchPattern {
  const options = { ignoreCase: ignore_case === true, wholeWord: whole_word === true };
  if (exact !== undefined && regex === undefined) return textPattern(exact, options);
  if (regex !== undefined && exact === undefined) return regexPattern(regex, options);
  throw new LocklineError('INVALID_ARGUMENT', {
    what: exact === undefined ? 'text is missing' : 'both text and regex are given',
    hint: 'Send either text, which is taken as it is, or regex.',
  });
}
