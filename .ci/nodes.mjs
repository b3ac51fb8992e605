// Starts the packed tarball with other versions of Node as well: node .ci/nodes.mjs [VERSION ...].
// They are installed from npm into a temporary folder. Too old ones must be refused.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const TOO_OLD = ['14', '18'];
const folder = mkdtempSync(path.join(tmpdir(), 'lockline-nodes-'));

/** The program of that version. */
function install(version) {
  const prefix = path.join(folder, version);
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  execFileSync('npm', ['install', ...quiet, '--prefix', prefix, `node@${version}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const node = path.join(prefix, 'node_modules/node/bin/node');
  console.error(`installed ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`);
  return node;
}

/** An older one says what it is and what is needed, in one line. */
function expectRefusal(node) {
  const program = path.join(root, 'dist/lockline.js');
  const { status, stderr } = spawnSync(node, [program, '--version'], { encoding: 'utf8' });
  if (status !== 1 || !/^lockline: needs Node\.js \d+ or newer, .*\n$/.test(stderr)) {
    throw new Error(`it printed: ${stderr.slice(0, 500)}`);
  }
  console.error(stderr.trimEnd());
}

const asked = process.argv.slice(2);
const versions = asked.length > 0 ? asked : ['20', '22', '24'];
const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js'];
try {
  for (const version of TOO_OLD) expectRefusal(install(version));
  const nodes = versions.map(install).join(path.delimiter);
  const { status } = spawnSync(process.execPath, [...jest, 'tests/packaging/tarball.test.ts'], {
    cwd: root,
    env: { ...process.env, LOCKLINE_TEST_NODES: nodes },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
