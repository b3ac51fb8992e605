import { afterEach, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createFolder } from '../support/client-folder.js';
import { endServers, startServer } from '../support/server-process.js';

const FOLDER = fileURLToPath(new URL('../../docs/clients/', import.meta.url));

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

test.each(readdirSync(FOLDER))('the snippet %s starts a server for one root', async (file) => {
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
