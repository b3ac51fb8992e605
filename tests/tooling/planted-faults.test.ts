import { expect, test } from '@jest/globals';
import { expected, grouped, plant, type Planted, run } from './planted.js';

// Each rule of the linter is shown to fire, one fault in each file.

const statement = (file: string, text: string, ...rules: string[]): Planted => ({
  file,
  text,
  rules,
});

const lines = (count: number) => Array.from({ length: count }, (_, n) => `  f(${n});`).join('\n');
const ifs = (count: number) =>
  Array.from({ length: count }, (_, n) => `  if (x === ${n}) f(0);`).join('\n');
const f = 'export const f = (x: number): number => x;';

const faults: readonly Planted[] = [
  statement('src/core/hash.ts', "export const hash = 'a' as unknown;"),
  statement('src/core/frozen.ts', "export const frozen = ['a'] as const;"),
  statement('src/core/digest.ts', "export { createHash } from 'node:crypto';"),
  statement('src/main.ts', 'process.exitCode = 1;'),
  statement('src/store/clock.ts', 'export const now = Date.now();'),
  statement(
    'tests/a.test.ts',
    `export const cast = 'a' as unknown;\n${f}\nexport function long(): void {\n${lines(60)}\n}`,
  ),

  statement('src/floating.ts', 'void 0; Promise.resolve(1);', 'typescript(no-floating-promises)'),
  statement(
    'src/misused.ts',
    'export const odd = [1].filter(async () => true);',
    'typescript(no-misused-promises)',
  ),
  statement(
    'src/switch.ts',
    "export function g(x: 'a' | 'b'): void {\n  switch (x) {\n    case 'a':\n  }\n}",
    'typescript(switch-exhaustiveness-check)',
  ),
  statement(
    'src/any.ts',
    'export const any = (x: any): unknown => x;',
    'typescript(no-explicit-any)',
  ),
  statement(
    'src/unsafe.ts',
    "export const { x } = JSON.parse('{}');",
    'typescript(no-unsafe-assignment)',
  ),
  statement(
    'src/bang.ts',
    'export const bang = (x?: number): number => x!;',
    'typescript(no-non-null-assertion)',
  ),
  statement(
    'src/cast.ts',
    "export const cast = 'a' as unknown;",
    'typescript(consistent-type-assertions)',
  ),
  statement('src/default.ts', 'export default 1;', 'import(no-default-export)'),
  statement('src/camelCase.ts', 'export const a = 1;', 'unicorn(filename-case)'),
  statement(
    'src/core/chicken.ts',
    "import type { Egg } from './egg.js';\nexport type Chicken = Egg[];",
    'import(no-cycle)',
  ),
  statement(
    'src/core/egg.ts',
    "import type { Chicken } from './chicken.js';\nexport type Egg = Chicken[];",
    'import(no-cycle)',
  ),
  statement('src/long-file.ts', `${f}\n${lines(250)}`, 'eslint(max-lines)'),
  statement(
    'src/long-function.ts',
    `${f}\nexport function g(): void {\n${lines(50)}\n}`,
    'eslint(max-lines-per-function)',
  ),
  statement(
    'src/complex.ts',
    `${f}\nexport function g(x: number): void {\n${ifs(10)}\n}`,
    'eslint(complexity)',
  ),
  statement(
    'src/params.ts',
    'export const g = (a: 1, b: 1, c: 1, d: 1, e: 1): unknown => [a, b, c, d, e];',
    'eslint(max-params)',
  ),
  statement(
    'src/deep.ts',
    'export function g(x: number): void {\n  if (x) while (x) if (x) for (;;) break;\n}',
    'eslint(max-depth)',
  ),
  statement('src/console.ts', "console.error('a');", 'eslint(no-console)'),
  statement(
    'src/tools/process.ts',
    'export const { pid } = process;',
    'eslint(no-restricted-globals)',
  ),
  statement(
    'src/tools/global.ts',
    'export const { pid } = globalThis.process;',
    'eslint(no-restricted-globals)',
  ),
  statement('src/cli/exit.ts', 'process.exit(1);', 'eslint(no-restricted-properties)'),
  statement('src/cli/exit-code.ts', 'process.exitCode = 1;', 'eslint(no-restricted-properties)'),
  statement(
    'src/core/clock.ts',
    'export const now = [Date.now(), new Date()];',
    'eslint(no-restricted-globals)',
  ),
  statement(
    'src/core/timer.ts',
    'setTimeout(() => undefined, 1);',
    'eslint(no-restricted-globals)',
  ),
  statement(
    'src/core/dice.ts',
    'export const dice = Math.random();',
    'eslint(no-restricted-properties)',
  ),
  statement(
    'src/core/random.ts',
    "export { randomUUID } from 'node:crypto';",
    'eslint(no-restricted-imports)',
  ),
  statement(
    'src/core/random-b.ts',
    "import { randomBytes } from 'node:crypto';\nexport const r = randomBytes(1);",
    'eslint(no-restricted-imports)',
  ),
  statement(
    'src/core/random-c.ts',
    "import * as crypto from 'node:crypto';\nexport const r = crypto.randomBytes(1);",
    'eslint(no-restricted-imports)',
  ),
  statement(
    'src/store/store.ts',
    "import { hash } from '../core/hash.js';\nimport type { Egg } from '../core/egg.js';\nexport const egg: Egg[] = [];\nexport const h = hash;",
    'eslint(no-restricted-imports)',
  ),
  statement(
    'tests/only.test.ts',
    "import { test } from '@jest/globals';\n\ntest.only('a', () => undefined);",
    'jest(no-focused-tests)',
  ),
  statement(
    'tests/seed.test.ts',
    "import fc from 'fast-check';\nfc.sample(fc.nat());",
    'eslint(no-restricted-imports)',
  ),
];

test('a fault against a lint rule is found under the name of its rule, and no other is', () => {
  const folder = plant(faults);
  const { diagnostics } = run(folder, 'oxlint/bin/oxlint', [
    '--format',
    'json',
    'src',
    'tests',
  ]) as {
    diagnostics: { filename: string; code: string }[];
  };

  expect(grouped(diagnostics.map(({ filename, code }) => [filename, code]))).toEqual(
    expected(faults),
  );
});
