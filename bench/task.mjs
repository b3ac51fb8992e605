// How many bytes a piece of everyday work takes over the wire: find a function, read it, change it five
// times in a row, rename a symbol over three files. On a copy of some of this project's own sources.
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openServer } from './client.mjs';

const SOURCES = fileURLToPath(new URL('../src/store/disk/lock', import.meta.url));
const FUNCTION = 'function takeOver';
const HOME = 'claim.ts';
const [OLD, NEW] = ['heartbeatName', 'nameOfHeartbeat'];
const FILES = ['claim.ts', 'heartbeat.ts', 'watch.ts'];
const CHANGES = 5;

export async function measureTask({ root, servers }) {
  const times = {};
  const calls = {};
  const results = new Map();
  for (const peer of servers) {
    const work = { Lockline: withLockline, official: withOfficial }[peer.name];
    if (work === undefined) continue;
    const folder = path.join(root, `task-${peer.name}`);
    cpSync(SOURCES, folder, { recursive: true });
    const server = await openServer(peer.command);
    try {
      const before = { ...server.traffic };
      await work({ server, folder, place: findFunction(folder) });
      const { sent, received, requests } = server.traffic;
      times[peer.name] = (sent - before.sent + received - before.received) / 1000;
      calls[peer.name] = requests - before.requests;
      results.set(peer.name, FILES.map((name) => read(folder, name)).join(''));
    } finally {
      await server.end();
    }
  }
  if (new Set(results.values()).size !== 1) throw new Error('the results differ');
  const counted = Object.entries(calls).map(([name, count]) => `${name} ${count}`);
  return [
    {
      what: 'kB in and out: find a function, read it, change it five times, rename a symbol in three files',
      times,
      unit: 'kB',
      note: `calls: ${counted.join(', ')}; the official server cannot search in files, so it is told where everything is`,
      ratio: { of: 'official', target: 0.5 },
    },
  ];
}

function read(folder, name) {
  return readFileSync(path.join(folder, name), 'utf8');
}

/** Where the function is (1-based, both ends included), for the check and for the server that cannot look. */
function findFunction(folder) {
  const lines = read(folder, HOME).split('\n');
  const start = lines.findIndex((line) => line.includes(FUNCTION)) + 1;
  const end = lines.indexOf('}', start) + 1;
  return { start, end, changed: start + 1, text: lines[start] };
}

const step = (text, count) => (count === 0 ? text : `${text} // step ${count}`);

async function withLockline({ server, folder, place }) {
  const call = async (tool, args) => {
    const { isError, text, meta } = await server.call(tool, args);
    if (isError) throw new Error(text);
    return meta['dev.lockline/result'].files;
  };
  const [{ matches }] = await call('find_text', { text: FUNCTION, paths: [folder] });
  const { start } = matches[0];
  const ranges = [{ start, end: place.end }];
  const files = [{ file_path: path.join(folder, HOME), ranges }];
  const [{ file_path, ...seen }] = await call('get_text_file_contents', { files });
  let { file_hash } = seen;
  for (let count = 1; count <= CHANGES; count += 1) {
    const [first_line, contents] = [count - 1, count].map((n) => step(place.text, n));
    const patches = [{ start: place.changed, end: place.changed, first_line, contents }];
    [{ file_hash }] = await call('patch_text_file_contents', { file_path, file_hash, patches });
  }
  const found = await call('find_text', { text: OLD, whole_word: true, paths: [folder] });
  const edits = (count) => [
    { old_text: OLD, new_text: NEW, whole_word: true, expect_count: count },
  ];
  await call('edit_text_file_contents', {
    files: found.map((file) => ({
      file_path: file.file_path,
      file_hash: file.file_hash.slice(0, 16),
      edits: edits(file.matches.length),
    })),
  });
}

async function withOfficial({ server, folder, place }) {
  const call = async (tool, args) => {
    const { isError, text } = await server.call(tool, args);
    if (isError) throw new Error(text);
  };
  const home = path.join(folder, HOME);
  await call('read_text_file', { path: home });
  for (let count = 1; count <= CHANGES; count += 1) {
    const [oldText, newText] = [count - 1, count].map((n) => step(place.text, n));
    await call('edit_file', { path: home, edits: [{ oldText, newText }] });
  }
  const others = FILES.filter((name) => name !== HOME).map((name) => path.join(folder, name));
  await call('read_multiple_files', { paths: others });
  for (const name of FILES) {
    const lines = read(folder, name).split('\n');
    const edits = lines
      .filter((line) => line.includes(OLD))
      .map((line) => ({ oldText: line, newText: line.replaceAll(OLD, NEW) }));
    await call('edit_file', { path: path.join(folder, name), edits });
  }
}
