import { lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { ToolAnswer } from '../../src/tools/tool.js';
import { placed, plant, treeOf } from './case-files.js';
import type { Contents, Places } from './case-files.js';
import { withHashes } from './case-hashes.js';
import { createDiskDesk } from './disk-desk.js';
import type { DiskDesk } from './disk-desk.js';

/** What is expected of a call: that it goes through, if no error is named. */
interface Expected {
  /** Its code; nothing is written then. */
  readonly error?: string;
  /** Patterns that the text matches. */
  readonly text?: readonly string[];
  /** Fields of the object. */
  readonly result?: Readonly<Record<string, unknown>>;
}

/** A call of a tool. In its arguments `$file` and `$range` stand for the hashes of what is meant. */
interface CallStep extends Expected {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** A name for its answer: `$file:name` and `$range:name` are the hashes in that. */
  readonly save?: string;
}

type Step =
  | CallStep
  /** Calls at once. Of one and the same place in a file only one may go through. */
  | { readonly parallel: readonly CallStep[] }
  /** Files written by another program. */
  | { readonly write: Contents }
  /** A file whose time is set an hour on. */
  | { readonly touch: string }
  | { readonly remove: string };

/** A fault that people met elsewhere, with the right outcome. */
export interface FieldCase {
  readonly id: string;
  readonly title: string;
  readonly files: Contents;
  readonly steps: readonly Step[];
  /** What the steps change; null where a file is gone. Everything else stays as it is. */
  readonly after?: Readonly<Record<string, Contents[string] | null>>;
  /** Where the contract decides otherwise than those who reported the fault, and why. */
  readonly override?: string;
  readonly needs?: 'a user who is not root';
}

/** Plays a case in a directory of its own and compares all that is in it afterwards. */
export async function playCase({ files, steps, after = {} }: FieldCase): Promise<void> {
  const desk = createDiskDesk();
  try {
    plant(files, desk);
    const answers = new Map<string, ToolAnswer>();
    for (const step of steps) await playStep(step, desk, answers);
    expect(treeOf(desk)).toEqual(plannedTree({ ...files, ...after }));
  } finally {
    await desk.remove();
  }
}
