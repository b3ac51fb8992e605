// Builds the image and tries it as clients run it: node .ci/docker.mjs IMAGE. Needs a Docker engine.
// tests/packaging/image.test.ts tries the same without one.
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, check, inEmptyFolder } from './ask.mjs';

const PATIENCE_S = 20;

const root = fileURLToPath(new URL('..', import.meta.url));
const { mcpName } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const [image = 'lockline'] = process.argv.slice(2);

function docker(...args) {
  return execFileSync('docker', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}

/** Sends one request to a server in a container of its own. */
function request(options, args, ...sent) {
  const closed = ['run', '-i', '--rm', '--network', 'none', '--read-only'];
  // The command of Docker finds its engine through the environment and the home of the user.
  const command = ['docker', ...closed, ...options, image, ...args];
  return ask(command, [sent], process.env)[1];
}

/** Makes a file through a server in a container. */
function create(options, args, file_path) {
  const call = { name: 'create_text_file', arguments: { file_path, contents: 'one\n' } };
  const { isError, content } = request(options, args, 'tools/call', call);
  if (isError) throw new Error(content[0].text);
}

function expectMine(file) {
  if (readFileSync(file, 'utf8') !== 'one\n') throw new Error('the file holds something else');
  if (statSync(file).uid !== process.getuid()) throw new Error('the file belongs to somebody else');
  return 'made by me';
}

const me = ['--user', `${process.getuid()}:${process.getgid()}`];

const checks = {
  'it is labelled with the name of the server': () => {
    const format = '{{index .Config.Labels "io.modelcontextprotocol.server.name"}}';
    const label = docker('inspect', '--format', format, image);
    if (label !== mcpName) throw new Error(`the label is ${label}`);
    return label;
  },
  'it lists its tools without a mount, as any user': () => {
    const { tools } = request(['--user', '4321:4321'], [], 'tools/list', {});
    return `${tools.length} tools`;
  },
  'it writes through a mount under the same path': () =>
    inEmptyFolder((folder) => {
      create([...me, '-v', `${folder}:${folder}`], [folder], path.join(folder, 'a.txt'));
      return expectMine(path.join(folder, 'a.txt'));
    }),
  'it reads paths of the host with --path-alias': () =>
    inEmptyFolder((folder) => {
      const args = ['--path-alias', `${folder}=/workspace`, '/workspace'];
      create([...me, '-v', `${folder}:/workspace`], args, path.join(folder, 'a.txt'));
      return expectMine(path.join(folder, 'a.txt'));
    }),
  'it says what to do where it may not write': () =>
    inEmptyFolder((folder) => {
      chmodSync(folder, 0o755);
      const call = { name: 'create_text_file', arguments: { file_path: 'a.txt', contents: '' } };
      const options = ['--user', '4321:4321', '-v', `${folder}:/workspace`];
      const { content } = request(options, [], 'tools/call', call);
      const [{ text }] = content;
      if (!text.startsWith('ERROR PERMISSION_DENIED')) throw new Error(text);
      return 'PERMISSION_DENIED';
    }),
  'it ends when the engine stops it': () => {
    const id = docker('run', '-di', '--rm', image);
    const started = performance.now();
    docker('stop', '-t', String(PATIENCE_S), id);
    const seconds = (performance.now() - started) / 1000;
    // After that time the engine kills.
    if (seconds >= PATIENCE_S) throw new Error('it had to be killed');
    return `after ${seconds.toFixed(1)} s`;
  },
  'no container is left': () => {
    const left = docker('ps', '--all', '--quiet', '--filter', `ancestor=${image}`);
    if (left !== '') throw new Error(left);
    return 'none';
  },
};

docker('build', '--tag', image, root);
for (const [name, run] of Object.entries(checks)) check(name, run);
