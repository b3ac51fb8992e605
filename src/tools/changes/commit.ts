import type { FileChange } from '../../core/change.js';
import { writeAnswer } from '../answers/write-answer.js';
import type { ToolAnswer, ToolContext } from '../tool.js';

/** Makes the changes, all or none, and tells what became of each file. */
export async function commitChanges(
  changes: readonly FileChange[],
  { workspace, limits, author, tool, signal }: ToolContext,
): Promise<ToolAnswer> {
  const { changeId, files } = await workspace.commit(changes, { author, tool, signal });
  return writeAnswer(files, limits, { kind: 'commit', changeId });
}

/** Tells the same without making them. */
export async function previewChanges(
  changes: readonly FileChange[],
  { workspace, limits, author, tool, signal }: ToolContext,
): Promise<ToolAnswer> {
  const files = await workspace.preview(changes, { author, tool, signal });
  return writeAnswer(files, limits, { kind: 'preview' });
}
