import { expect } from '@jest/globals';
import { at, createDesk } from './desk.js';
import type { Desk } from './desk.js';

export const FIVE = 'one\ntwo\nthree\nfour\nfive\n';
export const patchTool = 'patch_text_file_contents';

/** Patches as an agent that read `a.txt`, with five lines, before it was changed to `now`. */
export async function patchStale(patches: (on: Desk) => unknown, now: string) {
  const on = createDesk({ 'a.txt': FIVE });
  const args = { file_path: 'a.txt', file_hash: on.hash('a.txt'), patches: patches(on) };
  on.put('a.txt', now);
  const answer = await on.call(patchTool, args);
  expect(at(answer, 'code')).toBe('CONFLICT');
  expect(on.text('a.txt')).toBe(now);
  return { on, answer };
}
