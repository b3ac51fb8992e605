import { lstatSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { ToolAnswer } from '../../src/tools/tool.js';
import { placed, plant, treeOf } from './case-files.js';
import type { Content, Contents } from './case-files.js';
import { withHashes } from './case-hashes.js';
import { createDiskDesk } from './disk-desk.js';
import type { DiskDesk } from './disk-desk.js';

/** A call of a tool, and what is expected of it: that it goes through, if no error is named. */
interface CallStep {
  readonly tool: string;
  /** `$file` and `$range` stand for the hashes of what the fields around them name. */
  readonly args: Readonly<Record<string, unknown>>;
  /** A name for the answer: `$file:name` and `$range:name` are hashes in that. */
  readonly save?: string;
  /** The code of the refusal; nothing is written then. */
  readonly error?: string;
  /** Patterns that the text of the answer matches. */
  readonly text?: readonly string[];
  /** Fields of the object of the answer. */
  readonly result?: Readonly<Record<string, unknown>>;
}

/** What another program does in between. */
type OutsideStep =
  | { readonly write: Contents }
  | { readonly remove: string }
  /** Sets the time of a file an hour on. */
  | { readonly touch: string };

/** A fault that people met elsewhere, with the right outcome. */
export interface FieldCase {
  readonly id: string;
  readonly title: string;
  readonly files: Contents;
  readonly steps: readonly (CallStep | OutsideStep)[];
  /** What is otherwise in the end, by path; null where a file is gone. */
  readonly after?: Readonly<Record<string, Content | null>>;
  /** Where the contract decides otherwise than those who reported the fault: how, and why. */
  readonly override?: string;
  readonly needs?: 'not root';
}

/** Plays a case in a directory of its own; at the end all that is there must be as planned. */
export async function playCase(played: FieldCase): Promise<void> {
  const desk = createDiskDesk();
  const planned = createDiskDesk();
  try {
    plant(played.files, desk);
    plant(plannedFiles(played), planned);
    const stamps = stampsOf(played, desk);
    const answers = new Map<string, ToolAnswer>();
    for (const step of played.steps) await playStep(step, desk, answers);
    expect(treeOf(desk)).toEqual(treeOf(planned));
    expect(stampsOf(played, desk)).toEqual(stamps);
  } finally {
    await desk.remove();
    await planned.remove();
  }
}

function plannedFiles({ files, after = {} }: FieldCase): Contents {
  const all = Object.entries({ ...files, ...after });
  return Object.fromEntries(
    all.flatMap(([path, content]) => (content === null ? [] : [[path, content]])),
  );
}

async function playStep(
  step: CallStep | OutsideStep,
  desk: DiskDesk,
  answers: Map<string, ToolAnswer>,
): Promise<void> {
  if ('write' in step) return plant(step.write, desk);
  if ('remove' in step) return rmSync(join(desk.root, step.remove));
  if ('touch' in step) {
    const { mtimeMs } = lstatSync(join(desk.root, step.touch));
    return utimesSync(join(desk.root, step.touch), mtimeMs / 1000 + 3600, mtimeMs / 1000 + 3600);
  }
  return playCall(step, desk, answers);
}

async function playCall(
  step: CallStep,
  desk: DiskDesk,
  answers: Map<string, ToolAnswer>,
): Promise<void> {
  const args: unknown = JSON.parse(placed(JSON.stringify(step.args), desk));
  const answer = await desk.call(
    step.tool,
    withHashes({ ...(args as object) }, { root: desk.root, answers }),
  );
  if (step.save !== undefined) answers.set(step.save, answer);
  expect({ code: answer.result['code'], text: answer.text }).toEqual({
    code: step.error,
    text: answer.text,
  });
  expect(answer.isError).toBe(step.error !== undefined);
  for (const pattern of step.text ?? []) expect(answer.text).toMatch(new RegExp(pattern, 'm'));
  expect(answer.result).toMatchObject(step.result ?? {});
}

/** Inode and time of each file that nothing is to change: also a write of the same bytes would show. */
function stampsOf(
  { files, steps, after = {} }: FieldCase,
  { root }: DiskDesk,
): Readonly<Record<string, string>> {
  const touched = steps.flatMap((step) => {
    if ('write' in step) return Object.keys(step.write);
    if ('touch' in step) return [step.touch];
    return 'remove' in step ? [step.remove] : [];
  });
  const changed = new Set([...Object.keys(after), ...touched]);
  const kept = Object.keys(files).filter((path) => !changed.has(path) && !path.startsWith('{'));
  return Object.fromEntries(
    kept.map((path) => {
      const { ino, mtimeMs } = lstatSync(join(root, path));
      return [path, `${ino} ${mtimeMs}`];
    }),
  );
}
