// The servers that are compared, and how each is asked to read lines and to replace them.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { lineText } from './fixtures.mjs';

const LOCKLINE = fileURLToPath(new URL('../dist/lockline.js', import.meta.url));
const OFFICIAL = '@modelcontextprotocol/server-filesystem';
const COMMANDER = '@wonderwhy-er/desktop-commander';

function answer({ isError, text }) {
  if (isError) throw new Error(text);
  return text;
}

/** `bundle` is another than that of this tree. */
export function lockline(root, { bundle = LOCKLINE, options = [] } = {}) {
  return {
    name: 'Lockline',
    command: { args: [bundle, ...options, root], cwd: root },
    async read(server, file, start, end) {
      const files = [{ file_path: file, ranges: [{ start, end }] }];
      return answer(await server.call('get_text_file_contents', { files }));
    },
    /** Replaces whole lines, as they were read; proves each by its text. */
    async edit(server, file, edits, text) {
      const [, file_hash] = /file_hash ([0-9a-f]{16,64})/.exec(text);
      const patches = edits.map(({ line, from, to }) => {
        return { start: line, end: line, first_line: from, contents: to };
      });
      return answer(
        await server.call('patch_text_file_contents', { file_path: file, file_hash, patches }),
      );
    },
  };
}

function official(root, folder) {
  const entry = path.join(folder, 'node_modules', OFFICIAL, 'dist/index.js');
  return {
    name: 'official',
    package: describe(folder, OFFICIAL),
    command: { args: [entry, root], cwd: root },
    // It has no ranges: all lines up to the last one wanted must be sent.
    async read(server, file, _start, end) {
      return answer(await server.call('read_text_file', { path: file, head: end }));
    },
    async edit(server, file, edits) {
      const replaced = edits.map(({ from, to }) => ({ oldText: from, newText: to }));
      return answer(await server.call('edit_file', { path: file, edits: replaced }));
    },
  };
}

function commander(root, folder) {
  const entry = path.join(folder, 'node_modules', COMMANDER, 'dist/index.js');
  return {
    name: 'desktop-commander',
    package: describe(folder, COMMANDER),
    /** Each process gets a home of its own: they wait for one another where they share one. */
    get command() {
      const home = mkdtempSync(path.join(root, '..', 'home-'));
      const settings = path.join(home, '.claude-server-commander');
      mkdirSync(settings);
      const config = { telemetryEnabled: false, allowedDirectories: [root] };
      writeFileSync(path.join(settings, 'config.json'), JSON.stringify(config));
      return { args: [entry], cwd: root, env: { HOME: home } };
    },
    async read(server, file, start, end) {
      const args = { path: file, offset: start - 1, length: end - start + 1 };
      return answer(await server.call('read_file', args));
    },
    async edit(server, file, edits) {
      // One edit a call, and a failure that looks like an answer.
      for (const { from, to } of edits) {
        const args = { file_path: file, old_string: from, new_string: to };
        const text = answer(await server.call('edit_block', args));
        if (!text.startsWith('[Reading ')) throw new Error(text);
      }
    },
  };
}

function describe(folder, name) {
  const manifest = path.join(folder, 'node_modules', name, 'package.json');
  return `${name} ${JSON.parse(readFileSync(manifest, 'utf8')).version}`;
}

/** Installs what is not there yet; gives what could be, and prints why the rest is missing. */
export function peers(root, folder) {
  mkdirSync(folder, { recursive: true });
  const known = { [OFFICIAL]: official, [COMMANDER]: commander };
  return Object.entries(known).flatMap(([name, serve]) => {
    try {
      install(name, folder);
      return [serve(root, folder)];
    } catch (error) {
      const reason = String(error.stderr ?? error.message).trim();
      console.error(`left out: ${name} (${reason.split('\n').slice(-1)[0]})`);
      return [];
    }
  });
}

function install(name, folder) {
  if (existsSync(path.join(folder, 'node_modules', name, 'package.json'))) return;
  console.error(`installing ${name}`);
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--omit=dev', '--prefer-offline'];
  execFileSync('npm', ['install', ...flags, '--prefix', folder, name], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 600_000,
  });
}

/** One read of some lines. Those in the middle are checked: one server finds lines by an estimate. */
export async function readLines(peer, server, { file, width, start, end }) {
  const text = await peer.read(server, file, start, end);
  const middle = Math.floor((start + end) / 2);
  if (!text.includes(lineText(middle, width))) throw new Error('wrong lines');
}
