import * as z from 'zod';
import { writeAnswer } from './answers/write-answer.js';
import type { Tool } from './tool.js';

const input = z.strictObject({
  change_id: z.string().min(1).describe('From a write or get_history'),
});

export const undoEdit: Tool<z.infer<typeof input>> = {
  name: 'undo_edit',
  title: 'Undo a change',
  description:
    'Takes a change back in all its files or none; other lines that changed since stay. To correct lines take patch_text_file_contents. Returns diffs and new hashes. Refuses if the same lines changed again. Can be undone.',
  set: 'history',
  effect: 'edit',
  input,
  async run({ change_id }, { workspace, limits, author, tool, signal }) {
    const { changeId, files } = await workspace.undo(change_id, { author, tool, signal });
    return writeAnswer(files, limits, { kind: 'commit', changeId });
  },
};
