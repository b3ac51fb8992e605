import * as z from 'zod';
import { outlineAnswer } from './answers/outline-answer.js';
import { refuseTooMany } from './changes/counts.js';
import { filePath } from './schema.js';
import type { Tool } from './tool.js';

const USUAL_DEPTH = 3;
const MOST_DEPTH = 20;

const input = z.strictObject({
  paths: z.array(filePath).min(1).describe('Files or directories'),
  depth: z.int().min(1).max(MOST_DEPTH).default(USUAL_DEPTH),
});

type Input = z.infer<typeof input>;

export const outlineFiles: Tool<Input> = {
  name: 'outline_files',
  title: 'Outline files',
  does: 'Lists functions, classes, headings or keys of files, with lines and range_hash. Knows TypeScript, JavaScript, Python, Go, Rust, Java, C, C++, Markdown, JSON, YAML.',
  instead: [
    ['other files', 'find_text'],
    ['bodies', 'get_text_file_contents'],
  ],
  outcome: 'Changes nothing.',
  set: 'search',
  effect: 'read',
  input,
  async run({ paths, depth }, { workspace, limits, signal }) {
    refuseTooMany({ files: paths.length }, limits);
    const request = { paths, depth, maxFiles: limits.maxFiles };
    return outlineAnswer(await workspace.outline(request, signal), limits);
  },
};
