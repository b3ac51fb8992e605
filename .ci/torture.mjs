// Runs all of every campaign in tests/torture, of which `npm test` runs a slice; or those that are named:
// npm run torture -- kill speed
import { spawnSync } from 'node:child_process';

const names = process.argv.slice(2);
const patterns =
  names.length > 0 ? names.map((name) => `tests/torture/.*${name}`) : ['tests/torture'];

const { status } = spawnSync(
  process.execPath,
  ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--runInBand', ...patterns],
  { stdio: 'inherit', env: { ...process.env, LOCKLINE_TORTURE: 'long' } },
);
process.exitCode = status ?? 1;
