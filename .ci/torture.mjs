// Runs all of every campaign in tests/torture, of which `npm test` runs a slice.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    'node_modules/jest/bin/jest.js',
    '--runInBand',
    'tests/torture',
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit', env: { ...process.env, LOCKLINE_TORTURE: 'long' } },
);
process.exitCode = status ?? 1;
