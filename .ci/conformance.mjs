// Runs the conformance suite of the protocol against the server over HTTP: node .ci/conformance.mjs
// It is installed from npm into a temporary folder, with a Node that it runs on if this one is too old.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SUITE = '@modelcontextprotocol/conformance@0.1';
const OLDEST_NODE = 22;
const PATIENCE_MS = 300_000;

/** What must pass. */
const APPLY = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-error',
  'dns-rebinding-protection',
];

/** Why the others are not about this server, by how their names begin. */
const OTHERS = [
  ['logging-', 'offers no log messages: its capabilities say so'],
  ['completion-', 'offers no completion: its capabilities say so'],
  ['resources-', 'offers no resources: its capabilities say so'],
  ['prompts-', 'offers no prompts: its capabilities say so'],
  ['elicitation-', 'asks its client nothing'],
  ['tools-call-sampling', 'asks its client nothing'],
  ['tools-call-elicitation', 'asks its client nothing'],
  ['tools-call-', 'calls a tool of a test server, and its tools answer with text alone'],
  ['json-schema-2020-12', 'lists a tool of a test server'],
  ['server-sse-', 'answers with JSON and never with a stream'],
];

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'lockline-conformance-'));

function install() {
  const isOld = Number.parseInt(process.versions.node, 10) < OLDEST_NODE;
  const packages = [SUITE, ...(isOld ? [`node@${OLDEST_NODE}`] : [])];
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  execFileSync('npm', ['install', ...quiet, '--prefix', folder, ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const bin = path.join(folder, 'node_modules');
  return {
    node: isOld ? path.join(bin, 'node/bin/node') : process.execPath,
    suite: path.join(bin, '.bin/conformance'),
  };
}

/** Starts the server on a free port. */
async function serve() {
  const tree = path.join(folder, 'tree');
  mkdirSync(tree);
  const child = spawn(process.execPath, [path.join(root, 'dist/lockline.js'), '--http', '0', tree]);
  let said = '';
  for await (const chunk of child.stderr) {
    said += chunk;
    const url = / at (http:\S+\/mcp)/.exec(said)?.[1];
    if (url) return { child, url };
  }
  throw new Error(`the server did not start: ${said}`);
}

function judge(name, passed, failed) {
  const counts = `${passed} passed, ${failed} failed`;
  if (APPLY.includes(name)) return { ok: failed === 0, line: `${name}: ${counts}` };
  const [, reason] = OTHERS.find(([start]) => name.startsWith(start)) ?? [];
  if (reason) return { ok: undefined, line: `${name}: does not apply, it ${reason} (${counts})` };
  return { ok: failed === 0, line: `${name}: ${counts}; new in the suite, does it apply?` };
}

let child;
try {
  const { node, suite } = install();
  const server = await serve();
  child = server.child;
  const args = [suite, 'server', '--url', server.url, '--suite', 'all'];
  const { stdout } = spawnSync(node, args, { encoding: 'utf8', timeout: PATIENCE_MS, cwd: folder });
  const results = [...stdout.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed$/gm)].map(
    ([, name, passed, failed]) => ({ name, ...judge(name, Number(passed), Number(failed)) }),
  );
  for (const { ok, line } of results)
    console.log(`${{ true: 'ok  ', false: 'FAIL' }[ok] ?? '-   '}  ${line}`);
  const missing = APPLY.filter((name) => results.every((result) => result.name !== name));
  for (const name of missing) console.log(`FAIL  ${name}: was not run`);
  const failed = results.filter(({ ok }) => ok === false).length + missing.length;
  console.log(`${APPLY.length - failed} of the ${APPLY.length} scenarios that apply pass`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  child?.kill();
  rmSync(folder, { recursive: true, force: true });
}
