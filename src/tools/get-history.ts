import * as z from 'zod';
import { LocklineError } from '../core/errors.js';
import { historyAnswer } from './answers/history-answer.js';
import { changeId, fileHash, filePath } from './schema.js';
import type { Tool } from './tool.js';

const MOST_CHANGES = 1000;
const USUAL_CHANGES = 20;

const input = z.strictObject({
  file_path: filePath.optional(),
  since_hash: fileHash.meta({ description: 'With file_path: what you hold' }).optional(),
  change_id: changeId.optional(),
  limit: z.int().min(1).meta({ default: USUAL_CHANGES }).optional(),
});

type Input = z.infer<typeof input>;

export const getHistory: Tool<Input> = {
  name: 'get_history',
  title: 'Read history',
  does: 'Lists changes, newest first: who, when, files, hashes. since_hash adds the diff from it to now, change_id that of the change.',
  instead: [
    ['text', 'get_text_file_contents'],
    ['undoing', 'undo_edit'],
  ],
  outcome: 'Changes nothing.',
  set: 'history',
  effect: 'read',
  input,
  async run(asked, context) {
    refuseLoneHash(asked);
    const { file_path: path, since_hash: since, change_id: changeId } = asked;
    const { workspace, signal, limits } = context;
    const limit = Math.min(asked.limit ?? USUAL_CHANGES, MOST_CHANGES);
    const past = await workspace.past({ path, since, changeId, limit }, signal);
    const [change] = changeId === undefined ? [] : past.changes;
    const diffs = change === undefined ? [] : await workspace.diffs(change, signal);
    return historyAnswer({ past, diffs }, limits);
  },
};

function refuseLoneHash({ file_path, since_hash, change_id }: Input): void {
  if (since_hash === undefined || (file_path !== undefined && change_id === undefined)) return;
  throw new LocklineError('INVALID_ARGUMENT', {
    what:
      file_path === undefined
        ? 'since_hash is given without file_path.'
        : 'since_hash and change_id are both given.',
    hint: 'since_hash names a version of one file: give file_path with it, and no change_id.',
  });
}
