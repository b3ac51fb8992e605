import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRoot, runs, testWith } from '../support/needs.js';
import { buildImage, commandOf, type Image, type RunOptions } from './image.js';
import { PACKAGE, textOf } from './project.js';

/** What `docker build` and `docker run` would do, without an engine; `.ci/docker.mjs` does it with one. */

interface Snippet {
  readonly mcpServers: Readonly<
    Record<string, { readonly command: string; readonly args: readonly string[] }>
  >;
}

const STRANGER = 4321;
const user = `${STRANGER}:${STRANGER}`;

let place: string;
let image: Image;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'lockline-image-'));
  chmodSync(place, 0o755);
  image = buildImage(place);
});
afterAll(() => {
  rmSync(place, { recursive: true, force: true });
});

test('the Dockerfile builds from what .dockerignore lets through', () => {
  expect(image).toMatchObject({
    entrypoint: ['node', '/app/lockline.js'],
    command: [image.workdir],
    labels: { 'io.modelcontextprotocol.server.name': PACKAGE.mcpName },
  });
  expect(image.user).not.toBe('root');
});

const isConfinable =
  isRoot &&
  runs('chroot', '--version') &&
  runs('unshare', '--mount', '--net', '--pid', '--fork', 'sh', '-c', 'mount --bind / /mnt');
const inContainer = testWith(
  isConfinable,
  'what an image would run needs root, unshare and chroot',
);

/** A directory of the host that belongs to somebody. */
function project(owner: number): string {
  const path = mkdtempSync(join(place, 'project-'));
  chmodSync(path, 0o755);
  chownSync(path, owner, owner);
  return path;
}

/** Connects a client to a container and makes a file through it; gives what the model would see. */
async function create(options: RunOptions, file_path: string): Promise<string> {
  const client = await connect(options);
  try {
    const args = { file_path, contents: 'one\n' };
    const { content } = await client.callTool({ name: 'create_text_file', arguments: args });
    return (content as readonly { readonly text: string }[])[0]?.text ?? '';
  } finally {
    await client.close();
  }
}

async function connect(options: RunOptions): Promise<Client> {
  const [command = '', ...args] = commandOf(image, options);
  const client = new Client({ name: 'image', version: '1' });
  await client.connect(new StdioClientTransport({ command, args }));
  return client;
}

describe('what the image runs', () => {
  inContainer('is shut in: nothing can be written, and nobody called', () => {
    const run = (script: string) => {
      const [command = '', ...args] = commandOf(image, {
        user,
        entrypoint: ['sh', '-c', script],
        args: [],
      });
      return spawnSync(command, args, { encoding: 'utf8' });
    };
    expect(run('touch /app/probe').stderr).toContain('Read-only file system');
    expect(run('touch /probe').stderr).toContain('Read-only file system');
    expect(run('cat /proc/net/dev').stdout.match(/^ *\w+:/gm)).toHaveLength(1);
    expect(run('echo "$$ $(id -u) $HOME"').stdout).toBe(`1 ${STRANGER} /\n`);
  });

  inContainer('lists its tools without a mount, as any user', async () => {
    const client = await connect({ user });
    const { tools } = await client.listTools();
    await client.close();
    expect(tools.map(({ name }) => name)).toContain('patch_text_file_contents');
  });

  inContainer('writes through a mount under the same path', async () => {
    const root = project(STRANGER);
    const file = join(root, 'a.txt');
    expect(await create({ user, mounts: { [root]: root }, args: [root] }, file)).toMatch(/^OK /);
    expect(readFileSync(file, 'utf8')).toBe('one\n');
    expect(statSync(file).uid).toBe(STRANGER);
  });

  inContainer('reads paths of the host with --path-alias', async () => {
    const root = project(STRANGER);
    const args = ['--path-alias', `${root}=/workspace`, '/workspace'];
    const told = await create(
      { user, mounts: { [root]: '/workspace' }, args },
      `${root}/new/a.txt`,
    );
    expect(told).toMatch(/^OK new\/a\.txt /);
    expect(readFileSync(join(root, 'new/a.txt'), 'utf8')).toBe('one\n');
  });

  inContainer('says who it is where it may not write', async () => {
    const told = await create({ user, mounts: { [project(0)]: '/workspace' } }, 'a.txt');
    expect(told).toMatch(new RegExp(`^ERROR PERMISSION_DENIED: .*uid ${STRANGER} `));
  });

  inContainer('leaves room for others: two of them exclude one another', async () => {
    const root = project(STRANGER);
    const [one, two] = ['/workspace', '/elsewhere'].map((to) => ({
      user,
      mounts: { [root]: to },
      args: [to],
    }));
    const told = await Promise.all([one, two].map((run) => create(run ?? { user }, 'a.txt')));
    expect(told.map((text) => text.split(' ').slice(0, 2).join(' ')).toSorted()).toEqual([
      'ERROR FILE_EXISTS:',
      'OK a.txt',
    ]);
  });

  inContainer('is started by the snippet for clients', async () => {
    const snippet = JSON.parse(textOf('docs/clients/docker.json')) as Snippet;
    const { command, args } = snippet.mcpServers['lockline'] ?? { command: '', args: [] };
    const options = args.slice(1, args.indexOf('lockline'));
    expect([command, args[0]]).toEqual(['docker', 'run']);
    expect(options).toEqual(
      expect.arrayContaining(['-i', '--rm', '--network=none', '--read-only']),
    );
    const valueOf = (name: string): string =>
      options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '';

    const root = project(Number(valueOf('user').split(':')[0]));
    const here = (path: string): string => path.replaceAll('/path/to/project', root);
    const [from = '', to = ''] = here(valueOf('volume')).split(':');
    const run = {
      user: valueOf('user'),
      mounts: { [from]: to },
      args: args.slice(args.indexOf('lockline') + 1).map(here),
    };
    expect(await create(run, join(root, 'a.txt'))).toMatch(/^OK a\.txt /);
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\n');
  });

  describe('ends, with nothing left,', () => {
    /** A container whose server has answered; `first` is the process 1 in it, as seen from here. */
    async function started() {
      const [command = '', ...args] = commandOf(image, { user });
      const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
      const ended = new Promise((done) => child.on('close', done));
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
      await new Promise((answered) => child.stdout.once('data', answered));
      const pid = String(child.pid);
      const first = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
      return { child, ended, first };
    }

    function isThere(pid: number): boolean {
      return runs('kill', '-0', String(pid));
    }

    inContainer('when its client goes', async () => {
      const { child, ended, first } = await started();
      expect(isThere(first)).toBe(true);
      child.stdin.end();
      expect(await ended).toBe(0);
      expect(isThere(first)).toBe(false);
    });

    inContainer('when the engine stops it', async () => {
      const { ended, first } = await started();
      process.kill(first, 'SIGTERM');
      expect(await ended).toBe(0);
      expect(isThere(first)).toBe(false);
    });
  });
});
