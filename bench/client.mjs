// A client for MCP over stdio without a library, so that its own cost is small and the same for all.
import { spawn } from 'node:child_process';
import { now } from './measure.mjs';

const INITIALIZE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
};
const ANSWER_MS = 120_000;

/** Starts a server; `command` is `{args, env, cwd}` for this Node. */
function startServer({ args, env = {}, cwd }) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const traffic = { sent: 0, received: 0, requests: 0 };
  const inbox = createInbox(child, traffic);
  const send = (message) => {
    const line = `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
    traffic.sent += Buffer.byteLength(line);
    child.stdin.write(line);
  };
  let id = 0;

  async function request(method, params) {
    id += 1;
    traffic.requests += 1;
    const answered = inbox.answer(id);
    send({ id, method, params });
    const { result, error } = await answered;
    if (error) throw new Error(error.message);
    return result;
  }

  return {
    pid: child.pid,
    /** Bytes in both directions, and requests, since the start. */
    traffic,
    request,
    async initialize() {
      await request('initialize', INITIALIZE);
      send({ method: 'notifications/initialized' });
    },
    /** What a tool answers, a refusal too. */
    async call(name, args) {
      const { isError, content, _meta } = await request('tools/call', { name, arguments: args });
      const text = content.map((block) => block.text ?? '').join('\n');
      return { isError: isError === true, text, meta: _meta };
    },
    end() {
      return new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', resolve);
        child.kill('SIGKILL');
      });
    },
  };
}

/** Gives the messages of a process to those who wait for them, by id. */
function createInbox(child, traffic) {
  const waiting = new Map();
  let parts = [];

  const failAll = (message) => {
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
  };
  const take = (line) => {
    if (!line.startsWith('{')) return;
    const message = JSON.parse(line);
    waiting.get(message.id)?.resolve(message);
    waiting.delete(message.id);
  };
  child.on('error', (error) => failAll(error.message));
  child.on('exit', () => failAll('the server has ended'));
  child.stdin.on('error', () => undefined);
  child.stdout.setEncoding('utf8').on('data', (text) => {
    traffic.received += Buffer.byteLength(text);
    const lines = text.split('\n');
    parts.push(lines[0]);
    for (const line of lines.slice(1)) {
      take(parts.join(''));
      parts = [line];
    }
  });

  return {
    answer(id) {
      const answered = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
      const timer = setTimeout(() => waiting.get(id)?.reject(new Error('no answer')), ANSWER_MS);
      return answered.finally(() => clearTimeout(timer));
    },
  };
}

/** Starts a server and initialises it. */
export async function openServer(command) {
  const server = startServer(command);
  await server.initialize();
  return server;
}

/** Milliseconds from the start of a process to its answer to `initialize`. */
export async function startTime(command) {
  const begun = now();
  const server = startServer(command);
  try {
    await server.request('initialize', INITIALIZE);
    return now() - begun;
  } finally {
    await server.end();
  }
}

/** Milliseconds from the start of a process of this Node to the first that it prints. */
export async function printTime(args) {
  const begun = now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const time = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.stdout.once('data', () => resolve(now() - begun));
  });
  if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
  return time;
}
