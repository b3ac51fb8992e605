// Tries the packed tarball with the clients of others: npm run clients [-- NAME ...]. They are installed
// from npm into a temporary folder, so this is no part of the tests. Each lists the tools, reads, edits
// and is refused; what its model would see is printed. --page FILE also writes the outcome as a page.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bareEnvironment } from './ask.mjs';
import { drivers } from './client-drivers.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'lockline-clients-'));
const at = (...names) => path.join(folder, ...names);
const PATIENCE_MS = 120_000;

const { values, positionals } = parseArgs({
  options: { page: { type: 'string' } },
  allowPositionals: true,
});
const isAsked = ({ name }) =>
  positionals.length === 0 || positionals.some((word) => name.toLowerCase().includes(word));

function install(place, ...packages) {
  mkdirSync(place, { recursive: true });
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  execFileSync('npm', ['install', ...quiet, '--prefix', place, ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Packs what `npm run release` would publish and installs it; gives the command of a user. */
function installLockline() {
  execFileSync(process.execPath, [path.join(root, '.ci/release.mjs'), '--to', at('publish')]);
  const pack = ['pack', '--json', '--pack-destination', folder];
  const stdio = ['ignore', 'pipe', 'ignore'];
  const output = execFileSync('npm', pack, { cwd: at('publish'), encoding: 'utf8', stdio });
  const [{ filename }] = JSON.parse(output);
  install(at('lockline'), at(filename));
  return at('lockline/node_modules/.bin/lockline');
}

/** What a driver gets: a project of its own, an empty home, and its client. */
async function placeFor({ packages }, place, command) {
  const [home, project] = [path.join(place, 'home'), path.join(place, 'project')];
  for (const made of [home, project]) mkdirSync(made, { recursive: true });
  writeFileSync(path.join(project, 'a.txt'), 'one\ntwo\nthree\n');
  install(place, ...packages);
  // Only a module that lies there finds the packages that do.
  writeFileSync(path.join(place, 'load.mjs'), 'export const load = (name) => import(name);\n');
  const { load } = await import(pathToFileURL(path.join(place, 'load.mjs')));
  // Gemini asks its user whether it may start what a project names.
  const env = { ...bareEnvironment(home), GEMINI_CLI_TRUST_WORKSPACE: 'true' };
  const server = { command, args: [project], env: bareEnvironment(home), cwd: project };
  return {
    project,
    server,
    load,
    write(name, value) {
      writeFileSync(path.join(place, name), JSON.stringify(value));
      return path.join(place, name);
    },
    run([program, ...words]) {
      const file = path.join(place, 'node_modules/.bin', program);
      const options = { cwd: project, env, encoding: 'utf8', timeout: PATIENCE_MS };
      const { status, stdout, stderr } = spawnSync(file, words, { ...options, input: '' });
      return { status, stdout, stderr };
    },
  };
}

function versionOf({ packages: [name] }, place) {
  const file = path.join(place, 'node_modules', name, 'package.json');
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

/** List, read, edit and refusal; throws at the first that is not as it should be. Gives what was seen. */
async function exercise(client, project) {
  const text = () => readFileSync(path.join(project, 'a.txt'), 'utf8');
  const names = await client.tools();
  assert.ok(names.length >= 14, `it lists ${names.length} tools`);
  assert.deepEqual([names[0], names.at(-1)], ['get_text_file_contents', 'undo_edit']);

  const read = await client.call('get_text_file_contents', { files: [{ file_path: 'a.txt' }] });
  const [, file_hash] = /file_hash ([0-9a-f]{16})/.exec(read) ?? [];
  assert.ok(file_hash, `no hash in: ${read}`);
  assert.ok(read.includes('\n1\tone\n'), `not as the text has it: ${read}`);

  const patch = (contents) => ({
    file_path: 'a.txt',
    file_hash,
    patches: [{ start: 2, end: 2, first_line: 'two', contents }],
  });
  const edited = await client.call('patch_text_file_contents', patch('TWO\n'));
  assert.match(edited, /OK a\.txt/);
  assert.equal(text(), 'one\nTWO\nthree\n');

  const refused = await client.call('patch_text_file_contents', patch('zwei\n'));
  assert.match(refused, /ERROR CONFLICT: a\.txt/);
  assert.equal(text(), 'one\nTWO\nthree\n');
  return { list: names.length, read, edit: edited, refusal: refused };
}

function shakeHands(client) {
  const { stdout, stderr } = client.handshake();
  const line = `${stdout}${stderr}`.split('\n').find((candidate) => /lockline.*:/.test(candidate));
  assert.match(line ?? `${stdout}${stderr}`, /Connected/);
  return { handshake: line };
}

async function tryClient(driver, command) {
  const place = at(driver.name.replaceAll(/\W+/g, '-'));
  const { project, ...rest } = await placeFor(driver, place, command);
  const version = versionOf(driver, place);
  try {
    const client = await driver.open(rest);
    const seen =
      client.handshake === undefined ? await exercise(client, project) : shakeHands(client);
    await client.close?.();
    return { driver, version, seen };
  } catch (error) {
    return { driver, version, failure: error };
  }
}

function print({ driver, version, seen, failure }) {
  console.log(`${failure ? 'FAIL' : 'pass'}  ${driver.name} (${driver.packages[0]} ${version})`);
  if (failure) console.log(failure.stack);
  for (const [step, text] of Object.entries(seen ?? {})) {
    console.log(`  ${step}: ${String(text).trimEnd().replaceAll('\n', '\n    | ')}`);
  }
}

function pageOf(outcomes) {
  const rows = outcomes.map(({ driver, version, seen, failure }) => {
    const did = seen?.handshake ? 'added, connected' : 'list, read, edit, refusal';
    const cells = [driver.name, `\`${driver.packages[0]}\` ${version}`];
    return `| ${[...cells, failure ? 'failed' : did, driver.note ?? ''].join(' | ')} |`;
  });
  return `# Clients that were tried

Written by \`npm run clients -- --page FILE\`, which installs each client from npm into an empty folder with an empty home and lets it use the packed tarball. Here with Node.js ${process.versions.node} on ${process.platform}.

| client | package | tried | note |
| --- | --- | --- | --- |
${rows.join('\n')}

What a model sees is the same with all of them: the one text of the result.
`;
}

try {
  const command = installLockline();
  const outcomes = [];
  for (const driver of drivers.filter(isAsked)) {
    const outcome = await tryClient(driver, command);
    print(outcome);
    outcomes.push(outcome);
  }
  if (values.page) writeFileSync(values.page, pageOf(outcomes));
  const failed = outcomes.filter(({ failure }) => failure).length;
  console.log(`clients: ${outcomes.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && outcomes.length > 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// Some clients keep something alive that nobody waits for.
process.exit();
