import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The bundle, as it is published. `.ci/setup.mjs` builds it before the tests run. */
export const PROGRAM = fileURLToPath(new URL('../../dist/lockline.js', import.meta.url));

if (!existsSync(PROGRAM)) throw new Error('dist/lockline.js is not built: run npm run build');

export interface StartOptions {
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** Joins an environment that holds PATH and an empty HOME. */
  readonly env?: Readonly<Record<string, string>>;
  /** The program to start in place of the bundle: a link to it. */
  readonly program?: string;
}

export interface JsonRpc {
  readonly jsonrpc: string;
  readonly id?: number;
  readonly method?: string;
  readonly result?: { readonly [key: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string };
}

/** A server that a test talks to byte by byte. */
export interface ServerProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** Every line that was written to standard output, parsed; fails on one that is not JSON. */
  messages(): readonly JsonRpc[];
  stdout(): string;
  stderr(): string;
  send(message: object): void;
  /** Sends a request and resolves with its answer. */
  request(id: number, method: string, params?: object): Promise<JsonRpc>;
  /** Does the handshake of the protocol. */
  initialize(name?: string): Promise<JsonRpc>;
}

const running = new Set<ChildProcessWithoutNullStreams>();

/** Ends what a failed test left running. For `afterEach`. */
export function endServers(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** The environment of a program that was started by nobody in particular. */
export function bareEnvironment(home: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: home };
}

/** Starts the server as a process of its own. */
export function startServer(options: StartOptions = {}): ServerProcess {
  const { args = [], cwd, env = {}, program = PROGRAM } = options;
  const child = spawn(process.execPath, [program, ...args], {
    ...(cwd !== undefined && { cwd }),
    env: { ...bareEnvironment('/nonexistent'), ...env },
  });
  running.add(child);
  const printed = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.stderr += text));
  // A test may write to a server that has gone.
  child.stdin.on('error', () => undefined);
  const ended = new Promise<number | string>((resolve) => {
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve(code ?? signal ?? 'unknown');
    });
  });
  const messages = (): readonly JsonRpc[] =>
    printed.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as JsonRpc);
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify(message)}\n`);
  };

  async function request(id: number, method: string, params: object = {}): Promise<JsonRpc> {
    send({ jsonrpc: '2.0', id, method, params });
    return until(() => messages().find((message) => message.id === id));
  }

  async function initialize(name = 'test'): Promise<JsonRpc> {
    const answer = await request(0, 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name, version: '1' },
    });
    send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return answer;
  }

  return {
    child,
    ended,
    messages,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    send,
    request,
    initialize,
  };
}

/** Asks again and again until there is an answer; fails after 10 s. */
async function until<T>(ask: () => T | undefined): Promise<T> {
  for (const start = Date.now(); Date.now() - start < 10_000;) {
    const answer = ask();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('waited for 10 s in vain');
}

/** Runs a command of the program to its end. */
export async function runProgram(
  args: readonly string[],
  options: StartOptions & { readonly input?: string } = {},
): Promise<{ readonly code: number | string; readonly stdout: string; readonly stderr: string }> {
  const server = startServer({ ...options, args });
  server.child.stdin.end(options.input ?? '');
  const code = await server.ended;
  return { code, stdout: server.stdout(), stderr: server.stderr() };
}
