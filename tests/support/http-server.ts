import { rmSync, writeFileSync } from 'node:fs';
import { createFolder, type Folder } from './client-folder.js';
import { send } from './http-request.js';
import { type ServerProcess, startServer } from './server-process.js';

/** A server over HTTP as a process of its own, and the files that it serves. */
export interface HttpServer extends ServerProcess {
  readonly url: string;
  readonly folder: Folder;
  /** The header of an agent. */
  authorization(agent: string): Readonly<Record<string, string>>;
  /** Calls a tool as an agent. */
  call(agent: string, tool: string, args: object): Promise<ToolResult>;
  /** Ends it and takes the files away. */
  end(): Promise<void>;
}

interface ToolResult {
  /** Of the HTTP answer. */
  readonly status: number;
  readonly isError: boolean;
  readonly text: string;
  readonly object: Readonly<Record<string, unknown>>;
}

export interface HttpServerOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly agents?: readonly string[];
  readonly args?: readonly string[];
}

/** Starts one on a free port, with a token for each agent. */
export async function startHttpServer(options: HttpServerOptions = {}): Promise<HttpServer> {
  const { files = {}, agents = ['ada', 'ben'], args = [] } = options;
  const folder = createFolder(files);
  const tokenFile = `${folder.path}.tokens`;
  writeFileSync(tokenFile, agents.map((agent) => `${agent}=${tokenOf(agent)}\n`).join(''));
  const server = startServer({
    args: ['--http', '0', '--token-file', tokenFile, ...args, folder.path],
  });
  const url = await urlOf(server);
  const authorization = (agent: string): Readonly<Record<string, string>> => ({
    authorization: `Bearer ${tokenOf(agent)}`,
  });
  return {
    ...server,
    url,
    folder,
    authorization,
    call: async (agent, tool, args) => {
      const call = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: tool, arguments: args },
      };
      const headers = authorization(agent);
      const { status, body } = await send(`${url}/mcp`, { headers, body: JSON.stringify(call) });
      return { status, ...resultIn(body) };
    },
    end: async () => {
      server.child.kill('SIGKILL');
      await server.ended;
      rmSync(tokenFile);
      folder.remove();
    },
  };
}

/** The secret of an agent of such a server. */
export function tokenOf(agent: string): string {
  return `${agent}-`.padEnd(24, 'x');
}

async function urlOf(server: ServerProcess): Promise<string> {
  for (const begun = Date.now(); Date.now() - begun < 15_000;) {
    const url = / at (http:\S+)\/mcp/.exec(server.stderr())?.[1];
    if (url !== undefined) return url;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`the server did not start: ${server.stderr()}`);
}

function resultIn(body: string): Omit<ToolResult, 'status'> {
  const { result } = JSON.parse(body) as { readonly result?: Readonly<Record<string, unknown>> };
  const [block] = (result?.['content'] ?? []) as readonly { readonly text: string }[];
  const meta = result?.['_meta'] as Readonly<Record<string, Record<string, unknown>>> | undefined;
  return {
    isError: result?.['isError'] === true,
    text: block?.text ?? body,
    object: meta?.['dev.lockline/result'] ?? {},
  };
}
