import type { FileChange } from '../../core/change.js';
import type { CommitOptions, OnStale } from '../../workspace/workspace.js';
import { writeAnswer } from '../answers/write-answer.js';
import type { ToolAnswer, ToolContext } from '../tool.js';

/** Makes the changes, all or none, and tells what became of each file. */
export async function commitChanges(
  changes: readonly FileChange[],
  context: ToolContext,
  onStale?: OnStale,
): Promise<ToolAnswer> {
  const { changeId, files } = await context.workspace.commit(changes, options(context, onStale));
  return writeAnswer(files, context.limits, { kind: 'commit', changeId });
}

/** Tells the same without making them. */
export async function previewChanges(
  changes: readonly FileChange[],
  context: ToolContext,
  onStale?: OnStale,
): Promise<ToolAnswer> {
  const files = await context.workspace.preview(changes, options(context, onStale));
  return writeAnswer(files, context.limits, { kind: 'preview' });
}

function options(
  { author, tool, signal, onStale: usual }: ToolContext,
  onStale = usual,
): CommitOptions {
  return { author, tool, signal, onStale };
}
