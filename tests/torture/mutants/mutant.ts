import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build, type Plugin } from 'esbuild';
import { bundleTasks } from '../../support/sim/bundle-tasks.js';
import type { Assignment, Finding } from './runner.js';
import type { SliceName } from './slices.js';

/** A fault put into the source of the store. */
export interface Mutant {
  readonly name: string;
  /** Below `src/store/disk`. */
  readonly file: string;
  /** Texts that must occur exactly once in the file, and what is put in their places; `$&` is the text. */
  readonly edits: readonly (readonly [find: string, replacement: string])[];
  /** The campaign that must notice it. */
  readonly slice: SliceName;
}

const PATIENCE_MS = 600_000;

/** Runs a slice on the store, with a fault in it if one is given. */
export async function runSlice(
  { slice, mutant }: { readonly slice: SliceName; readonly mutant?: Mutant },
  isLong: boolean,
): Promise<Finding> {
  const plugins = mutant === undefined ? [] : [mutation(mutant)];
  const [code, program] = await Promise.all([
    bundleRunner(plugins),
    bundleTasks(new URL('../tasks.ts', import.meta.url), plugins),
  ]);
  return runThread(code, { slice, program, isLong, enough: 1 });
}

/** Edits one source file on its way into a bundle. */
function mutation({ file, edits }: Mutant): Plugin {
  const path = fileURLToPath(new URL(`../../../src/store/disk/${file}`, import.meta.url));
  return {
    name: 'mutation',
    setup: (bundle) => {
      bundle.onLoad({ filter: /\.ts$/ }, async (args) => {
        if (args.path !== path) return undefined;
        const source = await readFile(path, 'utf8');
        return { contents: edits.reduce(replaceOnce, source), loader: 'ts' };
      });
    },
  };
}

function replaceOnce(text: string, [find, replacement]: readonly [string, string]): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`occurs ${String(parts.length - 1)} times: ${find}`);
  return parts.join(replacement.replace('$&', () => find));
}

async function bundleRunner(plugins: readonly Plugin[]): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('runner.ts', import.meta.url))],
    plugins: [...plugins],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
  });
  return outputFiles.map(({ text }) => text).join('');
}

async function runThread(code: string, assignment: Assignment): Promise<Finding> {
  const worker = new Worker(code, { eval: true, workerData: assignment });
  try {
    return await new Promise<Finding>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      setTimeout(() => {
        resolve({ points: 0, violations: ['it comes to no end'] });
      }, PATIENCE_MS).unref();
    });
  } finally {
    await worker.terminate();
  }
}
