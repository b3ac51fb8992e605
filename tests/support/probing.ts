import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import type { Asked } from './probe.js';

/** What the probe says to one question: `ok`, or a code and the text of its reason. */
export type Answer = readonly [verdict: string, said: string];

/** Makes one file of the probe that any Node can run. */
export function bundleProbe(to: string): void {
  const [esbuild, probe] = [
    fileURLToPath(new URL('../../node_modules/esbuild/bin/esbuild', import.meta.url)),
    fileURLToPath(new URL('probe.ts', import.meta.url)),
  ];
  const options = ['--bundle', '--platform=node', '--format=cjs', '--log-level=error'];
  run([esbuild, probe, ...options, `--outfile=${to}`]);
}

/** Runs the probe behind other commands, such as one that changes the user. */
export function probe(before: readonly string[], bundle: string, asked: Asked): readonly Answer[] {
  const output = run([...before, process.execPath, bundle, JSON.stringify(asked)]);
  const answers: readonly unknown[] = JSON.parse(output);
  return answers.map((answer) => {
    if (typeof answer !== 'object' || answer === null || !('code' in answer)) return ['ok', ''];
    return [String(answer.code), JSON.stringify(answer)];
  });
}

function run([program = '', ...args]: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}
