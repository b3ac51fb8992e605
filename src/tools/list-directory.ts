import * as z from 'zod';
import { treeAnswer } from './answers/tree-answer.js';
import { filePath } from './schema.js';
import type { Tool } from './tool.js';

const USUAL_DEPTH = 2;
const MOST_DEPTH = 100;

const input = z.strictObject({
  path: filePath.describe('Left out = first root').optional(),
  depth: z.int().min(1).max(MOST_DEPTH).describe('Left out = 2 levels, with glob all').optional(),
  glob: z.string().min(1).optional(),
});

type Input = z.infer<typeof input>;

export const listDirectory: Tool<Input> = {
  name: 'list_directory',
  title: 'List directory',
  does: 'Lists files and directories as a tree with sizes; names the absolute root. Honours .gitignore unless path is in it.',
  instead: [
    ['text', 'find_text'],
    ['functions', 'outline_files'],
  ],
  outcome: 'Changes nothing.',
  set: 'search',
  effect: 'read',
  input,
  async run({ path, depth, glob: only }, { workspace, limits, signal }) {
    const usual = only === undefined ? USUAL_DEPTH : MOST_DEPTH;
    const tree = await workspace.list({ path, depth: depth ?? usual, glob: only }, signal);
    return treeAnswer(tree, workspace.roots, limits);
  },
};
