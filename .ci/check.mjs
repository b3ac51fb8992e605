// Everything that a change must pass, in one command. Goes on after a failure, so that one run
// shows all of them; the last line is `N passed, N failed`: one for each step, plus each test.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const minute = 60_000;
const total = { passed: 0, failed: 0 };

const steps = [
  { name: 'format', command: ['node_modules/prettier/bin/prettier.cjs', '--check', '.'] },
  { name: 'lint', command: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types', command: ['node_modules/typescript/bin/tsc'] },
  {
    name: 'types of the live view',
    command: ['node_modules/typescript/bin/tsc', '--project', 'src/view/page'],
  },
  {
    name: 'imports',
    command: ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', 'src'],
  },
  { name: 'unused code', command: ['node_modules/knip/bin/knip.js'] },
  { name: 'docs', command: ['.ci/docs.mjs', '--check'], optional: true },
];

function node(args, options = {}) {
  const started = performance.now();
  const result = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: 10 * minute,
    ...options,
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const ok = result.status === 0;
  const output = [result.stdout, result.stderr, result.error?.message].filter(Boolean).join('\n');
  return { ok, seconds, output };
}

function report(name, { ok, seconds, output }) {
  console.log(`${ok ? 'pass' : 'FAIL'}  ${name} (${seconds} s)`);
  if (!ok && output) console.log(output.trimEnd());
}

function step({ name, command, optional }) {
  if (optional && !existsSync(path.join(root, command[0]))) {
    console.log(`skip  ${name} (${command[0]} is not there)`);
    return true;
  }
  const result = node(command);
  report(name, result);
  total[result.ok ? 'passed' : 'failed'] += 1;
  return result.ok;
}

function readCounts(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0 };
  const result = JSON.parse(readFileSync(file, 'utf8'));
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
  };
}

function tests() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lockline-check-'));
  const file = path.join(folder, 'jest.json');
  const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--runInBand'];
  try {
    const result = node([...jest, '--json', `--outputFile=${file}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 30 * minute,
    });
    const counts = readCounts(file);
    // A run that fails without a failed test (a crash, a hang, no tests at all) counts once.
    if (!result.ok && counts.failed === 0) counts.failed = 1;
    report(`tests: ${counts.passed} passed, ${counts.failed} failed`, result);
    total.passed += counts.passed;
    total.failed += counts.failed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

step({ name: 'set-up', command: ['.ci/setup.mjs'] });
if (existsSync(path.join(root, 'node_modules'))) {
  steps.forEach(step);
  tests();
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
