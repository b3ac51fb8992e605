import { appendTextFileContents } from './append-text-file-contents.js';
import { applyPatch } from './apply-patch.js';
import { runTool } from './call.js';
import { createTextFile } from './create-text-file.js';
import { deleteTextFileContents } from './delete-text-file-contents.js';
import { editTextFileContents } from './edit-text-file-contents.js';
import { findText } from './find-text.js';
import { getHistory } from './get-history.js';
import { getTextFileContents } from './get-text-file-contents.js';
import { insertTextFileContents } from './insert-text-file-contents.js';
import { listDirectory } from './list-directory.js';
import { offered, wireTool } from './list.js';
import type { WireTool } from './list.js';
import { outlineFiles } from './outline-files.js';
import { patchTextFileContents } from './patch-text-file-contents.js';
import { replaceText } from './replace-text.js';
import { undoEdit } from './undo-edit.js';
import type { CallContext, Offer, Tool, ToolAnswer, ToolSet } from './tool.js';

/** Every tool, those that only read first. */
export const tools: readonly Tool<unknown>[] = [
  getTextFileContents,
  findText,
  outlineFiles,
  listDirectory,
  getHistory,
  patchTextFileContents,
  insertTextFileContents,
  appendTextFileContents,
  deleteTextFileContents,
  createTextFile,
  editTextFileContents,
  replaceText,
  applyPatch,
  undoEdit,
];

/** The offered tools as `tools/list` gives them, always in the same order. */
export function listTools(offer: Offer): readonly WireTool[] {
  const there = offered(tools, offer);
  const names = there.map(({ name }) => name);
  return there.map((tool) => wireTool(tool, { ...offer, names }));
}

/** Names of the tools of the sets. */
export function toolNames(sets: readonly ToolSet[]): readonly string[] {
  return offered(tools, { sets, readOnly: false }).map(({ name }) => name);
}

/** Runs an offered tool. It never throws: a refusal is an answer, and a bug is INTERNAL. */
export function callTool(name: string, args: unknown, context: CallContext): Promise<ToolAnswer> {
  const { offer } = context;
  const there = offered(tools, offer);
  const all = offered(tools, { ...offer, readOnly: false });
  const writing = all.filter((tool) => !there.includes(tool)).map((tool) => tool.name);
  return runTool({ offered: there, writing }, { name, args }, context);
}
