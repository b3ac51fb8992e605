import { afterEach, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createFolder } from '../support/client-folder.js';
import { bareEnvironment, endServers, PROGRAM, startServer } from '../support/server-process.js';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = `${PROJECT}docs/clients/`;
const files = readdirSync(FOLDER);
const programs = files.filter((file) => file.endsWith('.mjs'));
// What Docker runs is tried by tests/packaging/image.test.ts.
const entries = files.filter((file) => !programs.includes(file) && file !== 'docker.json');

interface Entry {
  readonly command: string;
  readonly args: readonly string[];
}

/** The entry of a snippet, under the key of its client. */
function entryOf(file: string): Entry | undefined {
  const text = readFileSync(`${FOLDER}${file}`, 'utf8');
  if (file.endsWith('.toml')) return fromToml(text);
  const { mcpServers, servers } = JSON.parse(text) as Record<string, Record<string, Entry>>;
  return file === 'vscode.json' ? servers?.['lockline'] : mcpServers?.['lockline'];
}

/** The one table of the snippet; its values are written as in JSON. */
function fromToml(text: string): Entry {
  const [header, ...lines] = text.trimEnd().split('\n');
  expect(header).toBe('[mcp_servers.lockline]');
  const fields = lines.map((line) => /^(\w+) = (.+)$/.exec(line)?.slice(1) ?? []);
  return Object.fromEntries(fields.map(([key, value = '']) => [key, JSON.parse(value)])) as Entry;
}

afterEach(endServers);

test.each(entries)('the snippet %s starts a server for one root', async (file) => {
  const { command, args } = entryOf(file) ?? { command: '', args: [] };
  expect([command, args.slice(0, 2)]).toEqual(['npx', ['-y', 'lockline']]);
  expect(args).toHaveLength(3);

  const folder = createFolder();
  try {
    const root = (args[2] ?? '').replace(
      /^(\$\{workspaceFolder\}|\/path\/to\/project)$/,
      folder.path,
    );
    const server = startServer({ args: [root], cwd: folder.path });
    const { result } = await server.initialize();
    expect(result?.['instructions']).toContain(`relative to ${folder.path}`);
  } finally {
    folder.remove();
  }
});

test.each(programs)('the program %s lists the tools', (file) => {
  const folder = createFolder();
  try {
    const published = `command: 'npx', args: ['-y', 'lockline', '/path/to/project']`;
    const here = `command: process.execPath, args: ${JSON.stringify([PROGRAM, folder.path])}`;
    const text = readFileSync(`${FOLDER}${file}`, 'utf8');
    expect(text).toContain(published);
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module'], {
      // The packages are found from there.
      cwd: PROJECT,
      env: bareEnvironment(folder.path),
      input: text.replace(published, here),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout.trimEnd().split('\n')).toContain('patch_text_file_contents');
  } finally {
    folder.remove();
  }
});
