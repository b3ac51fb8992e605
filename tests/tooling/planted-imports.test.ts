import { expect, test } from '@jest/globals';
import { expected, grouped, plant, type Planted, run } from './planted.js';

// Each rule of the import table is shown to fire, and to let pass what the table allows.

const importing = (file: string, specifier: string, ...rules: string[]): Planted => ({
  file,
  text: `export * from '${specifier}';`,
  rules,
});

const SDK = '@modelcontextprotocol/sdk/types.js';

const imports: readonly Planted[] = [
  importing('src/core/clean.ts', 'node:crypto'),
  importing('src/core/text/encoding.ts', 'iconv-lite'),
  importing('src/store/store.ts', '../core/clean.js'),
  importing('src/store/disk/lock/lock.ts', 'proper-lockfile'),
  importing('src/store/disk/commit/stage.ts', 'node:fs'),
  importing('src/store/memory.ts', './store.js'),
  importing('src/workspace/read.ts', '../store/store.js'),
  importing('src/tools/tool.ts', '../workspace/read.js'),
  importing('src/tools/schema.ts', 'zod'),
  importing('src/mcp/server.ts', SDK),
  importing('src/view/view.ts', '../workspace/read.js'),
  importing('src/view/event.ts', '../core/clean.js'),
  importing('src/view/page/main.ts', '../event.js'),
  importing('src/mcp/http.ts', '../view/view.js'),
  importing('src/cli/serve.ts', '../mcp/server.js'),
  { file: 'src/option.ts', text: 'export const option = 1;', rules: [] },
  importing('src/config.ts', './option.js'),
  importing('src/compose.ts', './store/disk/lock/lock.js'),
  importing('src/main.ts', './cli/serve.js'),

  importing('src/core/a.ts', 'node:fs', 'core-is-pure'),
  importing('src/core/b.ts', '../store/store.js', 'core-is-pure'),
  importing('src/core/c.ts', 'iconv-lite', 'iconv-lite-has-one-home'),
  importing('src/core/d.ts', 'zod', 'core-is-pure', 'zod-has-one-home'),
  importing('src/store/memory-b.ts', './disk/lock/lock.js', 'a-store-knows-core-and-the-port'),
  importing('src/store/disk/a.ts', '../../tools/tool.js', 'a-store-knows-core-and-the-port'),
  importing('src/store/disk/b.ts', '../memory.js', 'a-store-knows-core-and-the-port'),
  importing('src/store/disk/c.ts', 'proper-lockfile', 'proper-lockfile-has-one-home'),
  importing('src/store/disk/d.ts', 'node:process', 'process-stays-outside'),
  importing('src/workspace/a.ts', 'node:fs', 'workspace-knows-core-and-the-port'),
  importing(
    'src/workspace/b.ts',
    '../store/disk/lock/lock.js',
    'workspace-knows-core-and-the-port',
  ),
  importing('src/tools/a.ts', SDK, 'sdk-has-one-home', 'tools-know-core-and-workspace'),
  importing('src/tools/b.ts', '../store/store.js', 'tools-know-core-and-workspace'),
  importing('src/mcp/a.ts', '../workspace/read.js', 'mcp-knows-tools-and-core'),
  importing('src/view/a.ts', './page/main.js', 'view-knows-core-and-workspace'),
  importing('src/view/b.ts', '../tools/tool.js', 'view-knows-core-and-workspace'),
  importing('src/view/c.ts', 'node:fs', 'view-knows-core-and-workspace'),
  importing('src/view/page/a.ts', '../view.js', 'the-page-knows-what-it-is-told'),
  importing('src/view/page/b.ts', 'node:fs', 'the-page-knows-what-it-is-told'),
  importing('src/cli/a.ts', '../core/clean.js', 'cli-knows-the-front'),
  importing('src/cli/b.ts', '../main.js', 'cli-knows-the-front'),
  importing('src/extra/a.ts', 'node:fs'),
  importing('src/cli/c.ts', '../extra/a.js', 'cli-knows-the-front', 'only-known-places'),
  importing('src/tools/utils.ts', 'zod'),
  importing('src/tools/c.ts', './utils.js', 'no-vague-names'),
  importing(
    'src/tools/d.ts',
    './nowhere.js',
    'nothing-unresolved',
    'tools-know-core-and-workspace',
  ),
  importing('src/tools/e.ts', 'fast-check', 'no-dev-package', 'tools-know-core-and-workspace'),
  {
    file: 'src/core/chicken.ts',
    text: "import type { Egg } from './egg.js';\nexport type Chicken = Egg[];",
    rules: ['no-cycle'],
  },
  {
    file: 'src/core/egg.ts',
    text: "import type { Chicken } from './chicken.js';\nexport type Egg = Chicken[];",
    rules: [], // A cycle is reported once.
  },
  { file: 'src/core/alone.ts', text: 'export const alone = 1;', rules: ['no-orphan'] },
];

// The places that are one file, where `imports` has them clean.
const singles: readonly Planted[] = [
  importing('src/core/clean.ts', 'node:crypto'),
  importing('src/store/store.ts', 'node:fs', 'the-port-knows-core-only'),
  importing('src/store/disk/e.ts', 'picomatch', 'picomatch-has-one-home'),
  importing('src/config.ts', './core/clean.js', 'config-stands-alone'),
  importing('src/compose.ts', './main.js', 'compose-joins-the-parts'),
  importing('src/main.ts', './core/clean.js', 'main-starts-the-cli'),
];

test.each([
  ['folders', imports],
  ['single files', singles],
])('%s: a wrong import is found under the name of its rule, and no other is', (_, planted) => {
  const folder = plant(planted);
  const { summary } = run(folder, 'dependency-cruiser/bin/dependency-cruise.mjs', [
    '--config',
    '.dependency-cruiser.js',
    '--output-type',
    'json',
    'src',
  ]) as { summary: { violations: { from: string; rule: { name: string } }[] } };

  expect(grouped(summary.violations.map(({ from, rule }) => [from, rule.name]))).toEqual(
    expected(planted),
  );
});
