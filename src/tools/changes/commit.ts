import type { FileChange } from '../../core/change.js';
import { writeAnswer } from '../answers/write-answer.js';
import type { ToolAnswer, ToolContext } from '../tool.js';

/** Makes the changes, all or none, and tells what became of each file. */
export async function commitChanges(
  changes: readonly FileChange[],
  { workspace, limits, author, signal }: ToolContext,
): Promise<ToolAnswer> {
  const results = await workspace.commit(changes, { author, signal });
  return writeAnswer(results, limits, 'commit');
}

/** Tells the same without making them. */
export async function previewChanges(
  changes: readonly FileChange[],
  { workspace, limits, author, signal }: ToolContext,
): Promise<ToolAnswer> {
  const results = await workspace.preview(changes, { author, signal });
  return writeAnswer(results, limits, 'preview');
}
