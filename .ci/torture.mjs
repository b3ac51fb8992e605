// Runs all of every campaign in tests/torture, of which `npm test` runs a slice; or those that are named:
// npm run torture -- kill speed
// Properties begin from a new seed. `npm run torture -- properties` tries those of all other tests, too.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TORTURE = join('tests', 'torture');

/** The test files outside of the campaigns that hold properties. */
function withProperties() {
  return readdirSync('tests', { recursive: true })
    .map((name) => join('tests', name))
    .filter((file) => file.endsWith('.test.ts') && !file.startsWith(TORTURE))
    .filter((file) => readFileSync(file, 'utf8').includes('/fast-check.js'));
}

const names = process.argv.slice(2);
const patterns =
  names.length === 0
    ? [TORTURE]
    : names.flatMap((name) =>
        name === 'properties' ? withProperties() : [`${TORTURE}/.*${name}`],
      );

const { status } = spawnSync(
  process.execPath,
  ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--runInBand', ...patterns],
  { stdio: 'inherit', env: { LOCKLINE_SEED: 'random', ...process.env, LOCKLINE_TORTURE: 'long' } },
);
process.exitCode = status ?? 1;
