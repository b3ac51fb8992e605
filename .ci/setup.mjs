// Makes a fresh clone ready: installs the packages and builds, each only when it is out of date.
// Uses nothing but Node's own modules, and writes to stderr only, so that the output of whatever
// runs next stays clean.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const inRoot = (name) => path.join(root, name);

function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return undefined;
  }
}

/** Whether node_modules holds what package-lock.json asks for, packages of other platforms aside. */
function isInstalled() {
  const wanted = lockedPackages(inRoot('package-lock.json'));
  const present = lockedPackages(inRoot('node_modules/.package-lock.json'));
  if (!wanted || !present) return false;
  const sameVersion = (name) =>
    wanted[name]?.version === present[name]?.version &&
    wanted[name]?.integrity === present[name]?.integrity;
  const required = Object.keys(wanted).filter((name) => name !== '' && !wanted[name].optional);
  return [...required, ...Object.keys(present)].every(sameVersion);
}

function newest(name) {
  const top = inRoot(name);
  if (!existsSync(top)) return 0;
  const below = statSync(top).isDirectory() ? readdirSync(top, { recursive: true }) : [];
  return Math.max(...[top, ...below.map((entry) => path.join(top, entry))].map(changedAt));
}

function changedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function isBuilt() {
  const sources = ['src', 'package.json', 'package-lock.json', '.ci/build.mjs'];
  return newest('dist/lockline.js') > Math.max(...sources.map(newest));
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    // npm is a script on Windows, which only a shell starts.
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (error) console.error(`set-up: ${error.message}`);
  if (status !== 0) {
    console.error(`set-up: failed: ${[command, ...args].join(' ')}`);
    process.exit(1);
  }
}

const OLDEST_NODE = 20;
if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  const { node } = process.versions;
  console.error(
    `set-up: needs Node.js ${OLDEST_NODE} or newer, and this is ${node}: https://nodejs.org`,
  );
  process.exit(1);
}
if (!isInstalled()) {
  console.error('set-up: installing packages (npm ci)');
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier'];
  // None of the packages needs one.
  run('npm', ['ci', '--include=dev', '--ignore-scripts', ...quiet]);
}
if (!isBuilt()) {
  console.error('set-up: building dist/lockline.js');
  run(process.execPath, [inRoot('.ci/build.mjs')]);
}
