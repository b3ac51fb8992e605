import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect } from '@jest/globals';

/** A file of a small tree that goes through the real configuration, and the rules it breaks. */
export interface Planted {
  readonly file: string;
  readonly text: string;
  readonly rules: readonly string[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const configs = ['.dependency-cruiser.js', '.oxlintrc.json', 'package.json', 'tsconfig.json'];
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export function plant(planted: readonly Planted[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'lockline-planted-'));
  folders.push(folder);
  for (const config of configs) {
    copyFileSync(path.join(root, config), path.join(folder, config));
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  for (const { file, text } of planted) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${text}\n`);
  }
  return folder;
}

export function run(folder: string, script: string, args: readonly string[]): unknown {
  const bin = path.join(root, 'node_modules', script);
  const result = spawnSync(process.execPath, [bin, ...args], { cwd: folder, encoding: 'utf8' });
  expect(result.stderr).toBe('');
  return JSON.parse(result.stdout);
}

/** The rules that each file broke, in the shape of `planted`. */
export function grouped(found: readonly (readonly [file: string, rule: string])[]) {
  const rules: Record<string, string[]> = {};
  for (const [file, rule] of found) {
    rules[file] = [...new Set([...(rules[file] ?? []), rule])].toSorted();
  }
  return rules;
}

export const expected = (planted: readonly Planted[]) =>
  grouped(planted.flatMap(({ file, rules }) => rules.map((rule) => [file, rule] as const)));
