import * as z from 'zod';
import { outlineAnswer } from './answers/outline-answer.js';
import { refuseTooMany } from './changes/counts.js';
import { filePath } from './schema.js';
import type { Tool } from './tool.js';

const USUAL_DEPTH = 3;
const MOST_DEPTH = 20;

const input = z.strictObject({
  paths: z.array(filePath).min(1).describe('Files, or directories for all files in them'),
  depth: z.int().min(1).max(MOST_DEPTH).describe('Levels').default(USUAL_DEPTH),
});

type Input = z.infer<typeof input>;

export const outlineFiles: Tool<Input> = {
  name: 'outline_files',
  title: 'Outline files',
  description:
    'Lists what files declare (functions, classes, headings, keys) with the lines and range_hash of each and the file_hash, so that one can be read or patched at once. For TypeScript, JavaScript, Python, Go, Rust, Java, C, C++, Markdown, JSON, YAML; for other files use find_text. Changes nothing.',
  set: 'search',
  effect: 'read',
  input,
  async run({ paths, depth }, { workspace, limits, signal }) {
    refuseTooMany({ files: paths.length }, limits);
    const request = { paths, depth, maxFiles: limits.maxFiles };
    return outlineAnswer(await workspace.outline(request, signal), limits);
  },
};
