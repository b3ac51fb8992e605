import { Agent as Connections, request as httpRequest } from 'node:http';
import type { Answer, Caller } from './agent.js';

export interface HttpAgentOptions {
  readonly name: string;
  /** Of the server, without a path. */
  readonly url: string;
  readonly token: string;
}

/** An agent without a process of its own: its calls go to a server over HTTP, on one connection. */
export function openHttpAgent({ name, url, token }: HttpAgentOptions): HttpAgent {
  const connections = new Connections({ keepAlive: true, maxSockets: 1 });
  return {
    name,
    call: async (tool, args) => {
      const params = { name: tool, arguments: args };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      const answer = await post({ url: `${url}/mcp`, token, body, connections });
      return answer === undefined ? undefined : read(answer);
    },
    stderr: () => '',
    close: () => {
      connections.destroy();
    },
  };
}

export interface HttpAgent extends Caller {
  close(): void;
}

interface Post {
  readonly url: string;
  readonly token: string;
  readonly body: string;
  readonly connections: Connections;
}

/** The body of the answer; `undefined` if the server went away under the call. */
function post({ url, token, body, connections }: Post): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    };
    const how = { method: 'POST', headers, agent: connections };
    const request = httpRequest(url, how, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`HTTP ${String(response.statusCode)}: ${text}`));
      });
      response.on('error', () => resolve(undefined));
    });
    request.on('error', () => resolve(undefined));
    request.end(body);
  });
}

interface Result {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
  readonly _meta: { readonly 'dev.lockline/result': Readonly<Record<string, unknown>> };
}

function read(body: string): Answer {
  const { result } = JSON.parse(body) as { readonly result: Result };
  const object = result._meta['dev.lockline/result'];
  const code = result.isError === true ? String(object['code']) : undefined;
  return { text: result.content[0]?.text ?? '', code, object };
}
