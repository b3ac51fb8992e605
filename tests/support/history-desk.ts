import { expect } from '@jest/globals';
import type { ToolAnswer } from '../../src/tools/tool.js';
import { at, createDesk } from './desk.js';
import type { Desk } from './desk.js';

/** The time of the first change at a desk of `historyDesk`. */
const START = Date.UTC(2026, 10, 30, 15);

export const historyOffer = {
  sets: ['lines', 'text', 'history'] as const,
  readOnly: false,
  structured: false,
};

/** A desk with a history, where each look at the clock takes a second. */
export function historyDesk(files: Readonly<Record<string, string | Uint8Array>>): Desk {
  let time = START;
  return createDesk(files, { context: { offer: historyOffer }, now: () => (time += 1000) - 1000 });
}

/** The id of a change that was made. */
export function idOf(answer: ToolAnswer): string {
  expect(answer.text).not.toMatch(/^ERROR/);
  return String(at(answer, 'change_id'));
}

/** Replaces text, as an agent who has read the file as it is now. */
export async function replaceAs(
  desk: Desk,
  author: string,
  [from, to]: readonly [string, string],
  path = 'a.txt',
): Promise<ToolAnswer> {
  const known = { file_path: path, file_hash: desk.hash(path) };
  const edits = [{ old_text: from, new_text: to }];
  const answer = await desk.callAs(author, 'replace_text', { ...known, edits });
  expect(answer.isError).toBe(false);
  return answer;
}

/** An entry of the edit tool for a file as it is now. */
export function entryOf(desk: Desk, file_path: string, fields: object): object {
  return { file_path, file_hash: desk.hash(file_path), ...fields };
}

/** Changes files in one transaction. */
export function edit(desk: Desk, ...files: readonly object[]): Promise<ToolAnswer> {
  return desk.call('edit_text_file_contents', { files });
}

/** Takes a change back. */
export function undo(desk: Desk, change: ToolAnswer): Promise<ToolAnswer> {
  return desk.call('undo_edit', { change_id: idOf(change) });
}
