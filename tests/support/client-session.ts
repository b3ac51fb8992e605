import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { bareEnvironment, PROGRAM } from './server-process.js';

/** What a client gets for a call. */
export interface Answer {
  readonly text: string;
  readonly isError: boolean;
  /** The object for programs. */
  readonly object: Facts;
  readonly structuredContent: unknown;
}

type Facts = Readonly<Record<string, unknown>>;

/** A listed tool, as far as tests look at it. */
export interface ListedTool {
  readonly name: string;
  readonly inputSchema: object;
  readonly outputSchema?: object | undefined;
}

/** A real client with a server process of its own. */
export interface Session {
  call(tool: string, args: object): Promise<Answer>;
  tools(): Promise<readonly ListedTool[]>;
  instructions(): string;
  close(): Promise<void>;
}

export const CLIENTS = ['SDK v1', 'client v2', 'client v2, auto'] as const;

export type ClientKind = (typeof CLIENTS)[number];

interface RawResult {
  readonly content?: unknown;
  readonly isError?: unknown;
  readonly _meta?: Facts | undefined;
  readonly structuredContent?: unknown;
}

/** Starts a server with the arguments and connects the client of that kind to it. */
export async function openSession(kind: ClientKind, args: readonly string[]): Promise<Session> {
  const server = {
    command: process.execPath,
    args: [PROGRAM, ...args],
    env: bareEnvironment('/nonexistent'),
  };
  const identity = { name: 'lockline-test', version: '1' };
  if (kind === 'SDK v1') {
    const client = new ClientV1(identity);
    await client.connect(new StdioV1(server));
    return {
      call: async (name, input) =>
        toAnswer(await client.callTool({ name, arguments: { ...input } })),
      tools: async () => (await client.listTools()).tools,
      instructions: () => client.getInstructions() ?? '',
      close: () => client.close(),
    };
  }
  const isAuto = kind === 'client v2, auto';
  const client = new ClientV2(identity, isAuto ? { versionNegotiation: { mode: 'auto' } } : {});
  await client.connect(new StdioV2(server));
  return {
    call: async (name, input) => toAnswer(await client.callTool({ name, arguments: { ...input } })),
    tools: async () => (await client.listTools()).tools,
    instructions: () => client.getInstructions() ?? '',
    close: () => client.close(),
  };
}

function toAnswer({ content, isError, _meta, structuredContent }: RawResult): Answer {
  const blocks = content as readonly { readonly type: string; readonly text: string }[];
  if (blocks.length !== 1 || blocks[0]?.type !== 'text') throw new Error('not one block of text');
  return {
    text: blocks[0].text,
    isError: isError === true,
    object: (_meta?.['dev.lockline/result'] ?? {}) as Facts,
    structuredContent,
  };
}
