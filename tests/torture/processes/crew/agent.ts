import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { bareEnvironment, PROGRAM } from '../../../support/server-process.js';
import { PATIENCE_MS } from './scale.js';

export interface AgentOptions {
  readonly name: string;
  /** Options and roots of the server. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A command that starts the server, such as `strace -f`, in place of starting it directly. */
  readonly before?: readonly string[];
  /** The bundle, if not the one in place. */
  readonly program?: string;
}

type Facts = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly text: string;
  /** Of a refusal. */
  readonly code: string | undefined;
  /** The object for programs. */
  readonly object: Facts;
}

/** An MCP client of the official SDK with a server process of its own. */
export interface Agent {
  readonly name: string;
  /** Of the process that was started: the server, or the command before it. */
  readonly pid: number;
  /** Gives `undefined` if the server ended without an answer. */
  call(tool: string, args: object): Promise<Answer | undefined>;
  isGone(): boolean;
  /** Whether it has ended although nobody told it to. */
  hasCrashed(): boolean;
  /** Resolves when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** What the server has logged. */
  stderr(): string;
  close(): Promise<void>;
}

/** What an agent needs for its calls, wherever its server runs. */
export type Caller = Pick<Agent, 'name' | 'call' | 'stderr'>;

/** Big files and many hashes are shown whole. */
const SHOW_ALL = ['--max-output-chars', '10000000', '--hash-length', '64'];

const open = new Set<Agent>();

/** Kills what a test has left running. For `afterEach`. */
export async function endAgents(): Promise<void> {
  await Promise.all(
    [...open].map(async (agent) => {
      agent.signal('SIGKILL');
      await agent.ended;
    }),
  );
}

/** Starts a server and connects to it. Fails with what the server said if it ends at once. */
export async function openAgent(options: AgentOptions): Promise<Agent> {
  const { name, args, env = {}, before = [], program = PROGRAM } = options;
  const line = [...before, process.execPath, program, ...SHOW_ALL, '--agent-id', name, ...args];
  const [command = '', ...rest] = line;
  const transport = new StdioClientTransport({
    command,
    args: rest,
    env: { ...bareEnvironment('/nonexistent'), ...env },
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const client = new Client({ name, version: '1' });
  let isGone = false;
  let isClosing = false;
  const ended = new Promise<void>((resolve) => {
    client.onclose = () => {
      isGone = true;
      resolve();
    };
  });
  await client.connect(transport).catch((error: unknown) => {
    throw new Error(`${line.join(' ')} did not start: ${said}`, { cause: error });
  });
  const { pid } = transport;
  if (pid === null) throw new Error(`${line.join(' ')} ended at once: ${said}`);
  let wasKilled = false;
  const agent: Agent = {
    name,
    pid,
    call: (tool, input) => callTool(client, tool, input),
    isGone: () => isGone,
    hasCrashed: () => isGone && !wasKilled && !isClosing,
    ended,
    signal: (signal) => {
      if (signal === 'SIGKILL') wasKilled = true;
      if (!isGone) send(pid, signal);
    },
    stderr: () => said,
    close: async () => {
      isClosing = true;
      await client.close();
      await ended;
    },
  };
  open.add(agent);
  void ended.then(() => open.delete(agent));
  return agent;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended, and its end has not been told yet.
  }
}

async function callTool(client: Client, name: string, args: object): Promise<Answer | undefined> {
  try {
    const call = { name, arguments: { ...args } };
    const result = await client.callTool(call, undefined, { timeout: PATIENCE_MS });
    const [block] = result.content as readonly { readonly text?: string }[];
    const object = (result._meta?.['dev.lockline/result'] ?? {}) as Facts;
    const code = result.isError === true ? String(object['code']) : undefined;
    return { text: block?.text ?? '', code, object };
  } catch (error) {
    if (isCut(error)) return undefined;
    throw error;
  }
}

/** Whether the server went away under a call, or before it. */
function isCut(error: unknown): boolean {
  if (error instanceof McpError) return error.code === Number(ErrorCode.ConnectionClosed);
  return error instanceof Error && error.message === 'Not connected';
}
