import { spawnSync } from 'node:child_process';
import { test } from '@jest/globals';

/** `test`, or where the machine does not offer what it needs, a skipped test and a line that says why. */
export function testWith(isOffered: boolean, reason: string): typeof test | typeof test.skip {
  if (!isOffered) process.stderr.write(`skipped: ${reason}\n`);
  return isOffered ? test : test.skip;
}

export const isRoot = process.getuid?.() === 0;

/** Whether a program runs here with these arguments and succeeds. */
export function runs(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
