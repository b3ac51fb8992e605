import * as z from 'zod';
import { writeAnswer } from './answers/write-answer.js';
import { changeId } from './schema.js';
import type { Tool } from './tool.js';

const input = z.strictObject({
  change_id: changeId,
});

export const undoEdit: Tool<z.infer<typeof input>> = {
  name: 'undo_edit',
  title: 'Undo a change',
  does: 'Takes a change back in all its files or none; other lines that changed since stay.',
  instead: [['ids', 'get_history']],
  outcome: 'Returns diffs and new hashes. Refuses if the same lines changed again. Can be undone.',
  set: 'history',
  effect: 'edit',
  input,
  async run({ change_id }, { workspace, limits, author, tool, signal }) {
    const { changeId, files } = await workspace.undo(change_id, { author, tool, signal });
    return writeAnswer(files, limits, { kind: 'commit', changeId });
  },
};
