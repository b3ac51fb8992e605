import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { languageOf } from '../../src/workspace/outline/languages.js';
import { isRoot, runs, testWith } from '../support/needs.js';
import { bareEnvironment } from '../support/server-process.js';
import { PACKAGE, PROJECT } from './project.js';

/** The package as a user gets it: packed, unpacked into an empty folder, and started there. */

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

const MOST_BYTES = 8_000_000;
const STRANGER = 4321;

let folder: string;
let packed: Packed;
const at = (...names: readonly string[]): string => join(folder, ...names);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lockline-tarball-'));
  // A user who is not the owner comes this way, too.
  chmodSync(folder, 0o755);
  for (const name of ['home', 'unpacked']) mkdirSync(at(name));
  execFileSync(process.execPath, [join(PROJECT, '.ci/release.mjs'), '--to', at('publish')]);
  const pack = ['pack', '--json', '--pack-destination', folder];
  const output = execFileSync('npm', pack, {
    cwd: at('publish'),
    env: bareEnvironment(at('home')),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  [packed] = JSON.parse(output) as [Packed];
  execFileSync('tar', ['-xzf', at(packed.filename), '-C', at('unpacked')]);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('holds the program, what it loads, and the notices; not the sources, and less than 8 MB', () => {
  const names = packed.files.map(({ path }) => path).toSorted();
  expect(names.filter((name) => !name.endsWith('.wasm'))).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'THIRD-PARTY-LICENSES.txt',
    'dist/iconv-encodings.js',
    'dist/lockline.js',
    'dist/package.json',
    'dist/server.js',
    'dist/tree-sitter.js',
    'dist/view/icon.svg',
    'dist/view/index.html',
    'dist/view/view.css',
    'dist/view/view.js',
    'package.json',
  ]);
  expect(packed.size).toBeLessThan(MOST_BYTES);
});

test('holds the grammars that outlines use, and no other', () => {
  const endings = ['js', 'ts', 'tsx', 'py', 'go', 'rs', 'java', 'c', 'h', 'md', 'json', 'yaml'];
  const grammars = endings.flatMap((ending) => {
    const reader = languageOf(`a.${ending}`)?.reader;
    return reader !== undefined && 'grammar' in reader ? [reader.grammar] : [];
  });
  const expected = new Set(grammars.map((grammar) => `tree-sitter-${grammar}.wasm`));
  expect(readdirSync(at('unpacked/package/dist/grammars')).toSorted()).toEqual([
    ...[...expected].toSorted(),
    'web-tree-sitter.wasm',
  ]);
});

test('its package.json installs nothing, runs nothing, and names the server for the registry', () => {
  const published = JSON.parse(readFileSync(at('unpacked/package/package.json'), 'utf8')) as object;
  for (const field of ['dependencies', 'devDependencies', 'scripts']) {
    expect(published).not.toHaveProperty(field);
  }
  const { name, version, mcpName, bin, engines, license, repository, keywords } = PACKAGE;
  expect(published).toMatchObject({
    name,
    version,
    mcpName,
    bin,
    engines,
    license,
    repository,
    keywords,
  });
});

// `npm run test:nodes` names others.
const nodes = (process.env['LOCKLINE_TEST_NODES'] ?? process.execPath).split(delimiter);

test.each(nodes)('runs from where it was unpacked, with %s', async (node) => {
  await tryIt([node, at('unpacked/package/dist/lockline.js')], project());
});

test('npx runs the tarball with an empty cache and no network', async () => {
  const quiet = '--no-update-notifier';
  const npx = [
    'npm',
    'exec',
    quiet,
    '--yes',
    '--offline',
    `--package=${at(packed.filename)}`,
    '--',
  ];
  await tryIt([...npx, 'lockline'], project());
});

const isConfinable =
  isRoot &&
  runs('setpriv', '--version') &&
  runs('unshare', '-m', 'sh', '-c', 'mount --make-rprivate / && mount -o remount,bind,ro /');

testWith(isConfinable, 'a read-only file system needs root, unshare and setpriv')(
  'runs as any user, without a home, on a file system that is read-only but for the root',
  async () => {
    const root = project();
    chownSync(root, STRANGER, STRANGER);
    chownSync(join(root, 'a.txt'), STRANGER, STRANGER);
    const user = `--reuid=${STRANGER} --regid=${STRANGER} --clear-groups`;
    const script = [
      'mount --make-rprivate /',
      `mount --bind '${root}' '${root}'`,
      'mount -o remount,bind,ro /',
      // Otherwise nothing here would be read-only.
      `! touch '${at('probe')}' 2>/dev/null`,
      `cd '${root}'`,
      `exec setpriv ${user} '${process.execPath}' '${at('unpacked/package/dist/lockline.js')}' "$0"`,
    ].join(' && ');
    await tryIt(['unshare', '-m', 'sh', '-c', script], root, '/nonexistent');
  },
);

/** An empty folder but for one file. */
function project(): string {
  const path = mkdtempSync(at('project-'));
  chmodSync(path, 0o755);
  writeFileSync(join(path, 'a.txt'), 'one\ntwo\n');
  return path;
}

/** Starts the command for one root with an empty home, lists the tools and makes one edit. */
async function tryIt(
  [command = '', ...args]: readonly string[],
  root: string,
  home = mkdtempSync(at('home-')),
): Promise<void> {
  const client = new Client({ name: 'tarball', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command,
      args: [...args, root],
      cwd: root,
      env: bareEnvironment(home),
    }),
  );
  try {
    expect(client.getServerVersion()).toMatchObject({ name: 'lockline', version: PACKAGE.version });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('patch_text_file_contents');
    const patches = [{ start: 2, end: 2, first_line: 'two', contents: 'TWO\n' }];
    const read = await client.callTool({
      name: 'get_text_file_contents',
      arguments: { files: [{ file_path: 'a.txt', ranges: [] }] },
    });
    const file_hash = /file_hash ([0-9a-f]+)/.exec(JSON.stringify(read.content))?.[1];
    const edited = await client.callTool({
      name: 'patch_text_file_contents',
      arguments: { file_path: 'a.txt', file_hash, patches },
    });
    expect(JSON.stringify(edited.content)).toContain('OK a.txt');
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\nTWO\n');
  } finally {
    await client.close();
  }
}
