// A search through a real tree: the packages that this project has installed.
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, cpSync, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openServer } from './client.mjs';
import { inTurns } from './measure.mjs';
import { lockline } from './servers.mjs';

const PACKAGES = fileURLToPath(new URL('../node_modules', import.meta.url));
/** In few files, and in none of ours. */
const TEXT = 'createCachedSelector';
const chunk = Buffer.allocUnsafe(1 << 20);

export async function measureSearch({ root, quick }) {
  const tree = path.join(root, 'tree');
  cpSync(PACKAGES, tree, { recursive: true, dereference: false, filter: isNoLink });
  const peer = lockline(tree);
  const server = await openServer(peer.command);
  const [program] = peer.command.args;
  const args = JSON.stringify({ text: TEXT });
  let files = 0;
  try {
    const times = await inTurns(quick ? 3 : 11, {
      Lockline: async () => {
        const answer = await server.call('find_text', { text: TEXT });
        if (answer.isError) throw new Error(answer.text);
      },
      started: () => {
        execFileSync(process.execPath, [program, 'call', 'find_text', args, tree]);
      },
      ripgrep: () => {
        const { error, status } = spawnSync('rg', ['--hidden', '-F', TEXT, tree]);
        if (error || status > 1) throw new Error('not installed');
      },
      limit: () => {
        files = readAll(tree);
      },
    });
    const each = files.toLocaleString('en');
    return [
      {
        what: `text in ${each} files, by a server that runs`,
        times: { Lockline: times.Lockline, limit: times.limit, ripgrep: times.ripgrep },
        limit: 'list, open, read and close all by one thread of Node',
        ratio: { of: 'ripgrep', target: 2 },
        note: `ripgrep: ${shown(times.ripgrep)}; it uses all cores`,
      },
      {
        what: 'the same by `lockline call`, start included',
        times: { Lockline: times.started, ripgrep: times.ripgrep },
        ratio: { of: 'ripgrep', target: 2 },
      },
    ];
  } finally {
    await server.end();
  }
}

const shown = (time) => (typeof time === 'number' ? `${time.toFixed(0)} ms` : time);

function isNoLink(source) {
  return !source.includes('/.bin');
}

function readAll(folder) {
  let files = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = `${folder}/${entry.name}`;
    if (entry.isDirectory()) files += readAll(at);
    if (!entry.isFile()) continue;
    files += 1;
    const fd = openSync(at, 'r');
    while (readSync(fd, chunk) > 0);
    closeSync(fd);
  }
  return files;
}
