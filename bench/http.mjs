// How far one process over HTTP goes: node bench/http.mjs [SECONDS] [AGENTS ...] [-- OPTIONS OF THE SERVER]
// Each agent reads a line of its own in one of so many files, counts it up and goes on, without a pause; so one of
// these is worth many real agents, which think between two edits. In the end no edit may be missing.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { lineOnDisk, lineText, writeLines } from './fixtures.mjs';
import { now } from './measure.mjs';

const words = process.argv.slice(2);
const cut = words.includes('--') ? words.indexOf('--') : words.length;
const [seconds = '10', ...asked] = words.slice(0, cut);
const options = words.slice(cut + 1);
const SIZES = asked.length > 0 ? asked.map(Number) : [1, 10, 50, 100, 200];
const FILES = 20;
const WATCHERS = 5;
const SHAPE = { lines: 300, width: 80 };
const program = fileURLToPath(new URL('../dist/lockline.js', import.meta.url));

/** A server on files of its own, with a token for each agent. */
async function serve(agents) {
  const root = mkdtempSync(path.join(tmpdir(), 'lockline-bench-'));
  const names = Array.from({ length: FILES }, (_, index) => `file-${index}.txt`);
  for (const name of names) writeLines(path.join(root, name), SHAPE);
  const tokens = `${root}.tokens`;
  const tokenOf = (agent) => `agent-${agent}`.padEnd(24, 'x');
  const lines = Array.from({ length: agents }, (_, agent) => `agent-${agent}=${tokenOf(agent)}\n`);
  writeFileSync(tokens, lines.join(''));
  const args = [program, '--http', '0', '--token-file', tokens, ...options, root];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  const url = await new Promise((resolve, reject) => {
    child.on('exit', () => reject(new Error(said)));
    child.stderr.on('data', (chunk) => {
      said += chunk;
      const found = / at (http:\S+)\/mcp/.exec(said)?.[1];
      if (found) resolve(found);
    });
  });
  const end = () => {
    child.removeAllListeners('exit');
    child.kill('SIGKILL');
    rmSync(root, { recursive: true });
    rmSync(tokens);
  };
  return { root, names, url, tokenOf, pid: child.pid, end };
}

function post({ url, token, connections }, tool, args) {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tool, arguments: args },
  });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/mcp`,
      { method: 'POST', headers, agent: connections },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
        response.on('end', () => {
          const meta = JSON.parse(text).result?._meta;
          if (meta) resolve(meta['dev.lockline/result']);
          else reject(new Error(text));
        });
      },
    );
    sent.on('error', reject).end(body);
  });
}

/** One agent: what it has saved by file, and how long each edit took with its read and retries. */
async function work(server, agent, end) {
  const connections = new Agent({ keepAlive: true, maxSockets: 1 });
  const line = 1 + agent;
  const desk = { url: server.url, token: server.tokenOf(agent), connections };
  const saved = new Map(server.names.map((name) => [name, 0]));
  const times = [];
  let conflicts = 0;
  for (let turn = agent; now() < end; turn += 7) {
    const name = server.names[turn % FILES];
    const version = saved.get(name);
    const [first_line, contents] = [version, version + 1].map((each) =>
      lineText(line, SHAPE.width, each),
    );
    const begun = now();
    const ranges = [{ start: line, end: line }];
    const { files } = await post(desk, 'get_text_file_contents', {
      files: [{ file_path: name, ranges }],
    });
    let [{ file_hash }] = files;
    for (;;) {
      const patches = [{ start: line, end: line, first_line, contents }];
      const args = { file_path: name, file_hash, patches };
      const result = await post(desk, 'patch_text_file_contents', args);
      if (result.result === 'ok') break;
      if (result.code !== 'CONFLICT') throw new Error(JSON.stringify(result));
      conflicts += 1;
      file_hash = result.conflicts[0].actual;
    }
    saved.set(name, version + 1);
    times.push(now() - begun);
  }
  connections.destroy();
  return { line, saved, times, conflicts };
}

function watch({ url, tokenOf }) {
  const headers = { authorization: `Bearer ${tokenOf(0)}` };
  const watching = get(`${url}/events`, { headers }, (response) => response.resume());
  watching.on('error', () => undefined);
}

/** MiB in memory, and seconds of work; Linux only. */
function costOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return {
    memory: (Number(pages) * 4096) / 2 ** 20,
    work: (Number(stat[11]) + Number(stat[12])) / 100,
  };
}

function refuseLoss(root, { line, saved }) {
  for (const [name, version] of saved) {
    const found = lineOnDisk(path.join(root, name), line, SHAPE.width);
    if (found !== lineText(line, SHAPE.width, version)) throw new Error('an edit is lost');
  }
}

async function measure(agents, watchers) {
  const server = await serve(agents);
  try {
    for (let count = 0; count < watchers; count += 1) watch(server);
    const before = costOf(server.pid);
    const begun = now();
    const end = begun + Number(seconds) * 1000;
    const results = await Promise.all(
      Array.from({ length: agents }, (_, agent) => work(server, agent, end)),
    );
    const took = (now() - begun) / 1000;
    const after = costOf(server.pid);
    for (const result of results) refuseLoss(server.root, result);
    const times = results.flatMap((result) => result.times).toSorted((a, b) => a - b);
    const at = (share) => `${times[Math.floor(times.length * share)].toFixed(0)} ms`;
    const conflicts = results.reduce((sum, result) => sum + result.conflicts, 0);
    const cells = [
      `${agents}${watchers > 0 ? `, ${watchers} watching` : ''}`,
      (times.length / took).toFixed(0),
      at(0.5),
      at(0.99),
      (conflicts / times.length).toFixed(1),
      `${after.memory.toFixed(0)} MiB`,
      `${(((after.work - before.work) / took) * 100).toFixed(0)} %`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  } finally {
    server.end();
  }
}

console.log('| agents | edits/s | p50 | p99 | conflicts an edit | memory | one core |');
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const agents of SIZES) await measure(agents, 0);
await measure(SIZES[Math.floor(SIZES.length / 2)], WATCHERS);
