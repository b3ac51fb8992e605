// What it costs to remember changes, and to ask for them.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openServer } from './client.mjs';
import { lineText, SMALL, writeLines } from './fixtures.mjs';
import { inTurns, now } from './measure.mjs';
import { lockline } from './servers.mjs';

const CHANGES = 100_000;
const DAYS = 20;
const FILES = 500;
const DAY_MS = 86_400_000;
const { width } = SMALL;

export async function measureHistory({ root, quick }) {
  return [await editRow(root, quick ? 15 : 150), ...(await askRows(root, quick ? 5 : 25))];
}

async function editRow(root, rounds) {
  const desks = [];
  for (const { name, options } of [
    { name: 'Lockline', options: [] },
    { name: 'one', options: ['--no-history'] },
  ]) {
    const folder = path.join(root, `history-${name}`);
    mkdirSync(folder);
    const file = path.join(folder, 'a.txt');
    writeLines(file, SMALL);
    const peer = lockline(folder, { options });
    desks.push({ name, peer, file, version: 0, server: await openServer(peer.command) });
  }
  try {
    const times = await inTurns(
      rounds,
      Object.fromEntries(desks.map((desk) => [desk.name, () => editOnce(desk)])),
    );
    return {
      what: 'one edit of a file of 5,000 lines, with history',
      times,
      limit: '`--no-history`',
      note: `with \`--no-history\`: ${times.one.toFixed(2)} ms`,
      ratio: { of: 'one', target: 1.1 },
    };
  } finally {
    await Promise.all(desks.map(({ server }) => server.end()));
  }
}

/** Replaces a line; only the call that writes counts. */
async function editOnce(desk) {
  const { peer, server, file } = desk;
  const line = 250;
  const [from, to] = [desk.version, desk.version + 1].map((each) => lineText(line, width, each));
  desk.version += 1;
  const text = await peer.read(server, file, line, line);
  const begun = now();
  await peer.edit(server, file, [{ line, from, to }], text);
  return now() - begun;
}

async function askRows(root, rounds) {
  const folder = path.join(root, 'history-long');
  writeLog(folder);
  const { command } = lockline(folder);
  const server = await openServer(command);
  const ask = (file, count) => async () => {
    const { isError, text, meta } = await server.call('get_history', { file_path: file });
    if (isError) throw new Error(text);
    const { changes } = meta['dev.lockline/result'];
    if (changes.length !== count) throw new Error(`${changes.length} changes, not ${count}`);
  };
  try {
    const [often, once] = ['src/module-7.ts', 'src/once.ts'];
    const times = await inTurns(rounds, { often: ask(often, 20), once: ask(once, 1) });
    const of = `of ${CHANGES.toLocaleString('en')} changes`;
    return [
      { what: `get_history of one file ${of}`, times: { Lockline: times.often }, target: 50 },
      {
        what: `get_history of a file that was changed once, the first ${of}`,
        times: { Lockline: times.once },
        target: 50,
      },
    ];
  } finally {
    await server.end();
  }
}

/** A log as servers write it, of the days until today. */
function writeLog(folder) {
  const log = path.join(folder, '.lockline', 'log');
  mkdirSync(log, { recursive: true });
  mkdirSync(path.join(folder, '.lockline', 'versions'));
  writeFileSync(path.join(folder, '.lockline', '.gitignore'), '*\n');
  const start = Date.now() - (DAYS - 1) * DAY_MS;
  const perDay = CHANGES / DAYS;
  for (let day = 0; day < DAYS; day += 1) {
    const name = new Date(start + day * DAY_MS).toISOString().slice(0, 10);
    const lines = Array.from({ length: perDay }, (_, index) =>
      logLine(day * perDay + index, `${name}T00:${sixty(index / 60)}:${sixty(index)}.000Z`),
    );
    writeFileSync(path.join(log, `${name}.jsonl`), lines.join(''));
  }
}

function sixty(count) {
  return String(Math.floor(count) % 60).padStart(2, '0');
}

function logLine(number, time) {
  const file = number === 0 ? 'src/once.ts' : `src/module-${number % FILES}.ts`;
  const hash = (text) => createHash('sha256').update(`${text} ${file}`).digest('hex');
  const change = {
    id: `k${number.toString(36).padStart(7, '0')}`,
    time,
    agent: `agent-${number % 6}`,
    tool: 'patch_text_file_contents',
    files: [{ path: file, action: 'patch', before: hash(number - FILES), after: hash(number) }],
  };
  return `\n${JSON.stringify(change)}\n`;
}
