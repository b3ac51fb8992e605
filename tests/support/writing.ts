import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { Writing } from './log-writer.js';

/** Makes one file of the writer that any Node can run. */
export async function bundleWriter(to: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL('log-writer.ts', import.meta.url))],
    outfile: to,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire('/');",
    },
    logLevel: 'error',
  });
}

/** Runs a writer behind other commands, such as one that changes the user; gives the ids that it was told. */
export async function write(
  before: readonly string[],
  bundle: string,
  writing: Writing,
): Promise<readonly unknown[]> {
  const [program = process.execPath, ...args] = before;
  const own = before.length === 0 ? [] : [process.execPath];
  const { stdout } = await promisify(execFile)(program, [
    ...args,
    ...own,
    bundle,
    JSON.stringify(writing),
  ]);
  const ids: unknown = JSON.parse(stdout);
  return Array.isArray(ids) ? ids : [];
}
