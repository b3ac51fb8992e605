import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** A program for `startRemote`, of plain JavaScript: a TypeScript module of tasks and all that it imports. */
export async function bundleTasks(module: URL, plugins: readonly Plugin[] = []): Promise<string> {
  const worker = fileURLToPath(new URL('remote-worker.ts', import.meta.url));
  const { outputFiles } = await build({
    stdin: {
      contents: `import * as tasks from ${JSON.stringify(fileURLToPath(module))};
        import { serve } from ${JSON.stringify(worker)};
        serve(tasks);`,
      resolveDir: path.dirname(worker),
    },
    plugins: [...plugins],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    define: { __LOCKLINE_VERSION__: '"0.0.0"' },
    sourcemap: 'inline',
    logLevel: 'error',
  });
  return outputFiles.map(({ text }) => text).join('');
}
