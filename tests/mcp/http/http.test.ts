import { request as httpRequest } from 'node:http';
import { connect as tcpConnect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { serveHttp, type HttpOptions, type HttpService } from '../../../src/mcp/http/http.js';
import { noTokens, readTokens } from '../../../src/mcp/http/tokens.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { createWorkspace } from '../../../src/workspace/store-workspace.js';
import { send } from '../../support/http-request.js';

const SECRETS = { ada: 'a'.repeat(24), ben: 'b'.repeat(24) };
const tokens = readTokens(
  Object.entries(SECRETS)
    .map(([name, secret]) => `${name}=${secret}`)
    .join('\n'),
);

let service: HttpService | undefined;
const authors: string[] = [];
afterEach(async () => {
  await service?.close(0);
  authors.length = 0;
});

async function serve(options: Partial<HttpOptions> = {}): Promise<HttpService> {
  const workspace = createWorkspace(createMemoryStore({ 'a.txt': 'one\ntwo\n' }));
  const offer = { sets: ['lines'] as const, readOnly: false, structured: false };
  const limits = {
    maxOutputChars: 24_000,
    maxLineChars: 2000,
    maxFiles: 64,
    maxPatches: 100,
    hashLength: 16,
  };
  service = await serveHttp({
    address: { host: '127.0.0.1', port: 0 },
    allowHosts: [],
    allowOrigins: [],
    tokens: noTokens,
    maxBody: 1 << 20,
    version: '1.2.3',
    roots: workspace.roots,
    offer,
    agentId: undefined,
    contextFor: ({ author, signal }) => {
      authors.push(author);
      return {
        workspace,
        limits,
        offer,
        onStale: 'own',
        author,
        signal,
        report: () => undefined,
      };
    },
    onError: () => undefined,
    ...options,
  });
  return service;
}

const read = (id: number, path = 'a.txt'): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'get_text_file_contents', arguments: { files: [{ file_path: path }] } },
  });

describe('calls', () => {
  test('an SDK client lists, reads and edits', async () => {
    const { url } = await serve();
    const client = new Client({ name: 'some-client', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('get_text_file_contents');
    const result = await client.callTool({
      name: 'get_text_file_contents',
      arguments: { file_path: 'a.txt' },
    });
    expect(JSON.stringify(result.content)).toContain('one');
    await client.close();
    expect(new Set(authors)).toEqual(new Set(['http']));
  });

  test('the token names the agent', async () => {
    const { url } = await serve({ tokens });
    const headers = { authorization: `Bearer ${SECRETS.ben}` };
    expect((await send(`${url}/mcp`, { headers, body: read(1) })).status).toBe(200);
    expect(authors).toEqual(['ben']);
  });

  test('50 clients with equal request ids each get their own answer', async () => {
    const { url } = await serve();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const { body } = await send(`${url}/mcp`, { body: read(7, `missing-${String(n)}.txt`) });
        return body.includes(`missing-${String(n)}.txt`);
      }),
    );
    expect(answers.filter(Boolean)).toHaveLength(50);
  });
});

describe('requests that are turned away', () => {
  test.each([
    ['a foreign host', { headers: { host: 'evil.example' } }, 403],
    ['a foreign origin', { headers: { origin: 'http://evil.example' } }, 403],
    ['another method', { method: 'GET' }, 405],
    ['another type', { headers: { 'content-type': 'text/plain' } }, 415],
    ['no JSON', { body: '{' }, 400],
    ['deep JSON', { body: '['.repeat(100) + ']'.repeat(100) }, 400],
    ['a large body', { body: JSON.stringify('x'.repeat(1 << 20)) }, 413],
  ])('%s', async (_, asked, status) => {
    const { url } = await serve();
    const answer = await send(`${url}/mcp`, { body: read(1), ...asked });
    expect(answer.status).toBe(status);
    expect(authors).toEqual([]);
  });

  test('a foreign host or origin on every path', async () => {
    const { url } = await serve();
    for (const path of ['/', '/healthz', '/mcp', '/nothing']) {
      for (const headers of [{ host: 'evil.example' }, { origin: 'null' }]) {
        expect((await send(url + path, { method: 'GET', headers })).status).toBe(403);
      }
    }
  });

  test('no token, a wrong one, and one in the URL', async () => {
    const { url } = await serve({ tokens });
    expect((await send(`${url}/mcp`, { body: read(1) })).status).toBe(401);
    expect(
      (await send(`${url}/mcp`, { body: read(1), headers: { authorization: 'Bearer no' } })).status,
    ).toBe(401);
    expect((await send(`${url}/mcp?token=${SECRETS.ada}`, { body: read(1) })).status).toBe(401);
    expect(authors).toEqual([]);
  });

  test('a body that grows over the limit without saying so', async () => {
    const { url } = await serve({ maxBody: 1000 });
    const answer = await new Promise<number>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
      const request = httpRequest(`${url}/mcp`, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      request.on('error', reject);
      request.write('"');
      request.write('x'.repeat(2000));
    });
    expect(answer).toBe(413);
  });
});

describe('the service', () => {
  test('says that it is well, without a token and without data', async () => {
    const { url } = await serve({ tokens });
    expect(await send(`${url}/healthz`, { method: 'GET' })).toMatchObject({
      status: 200,
      body: 'ok\n',
    });
    expect(
      (
        await send(`${url}/nothing`, {
          method: 'GET',
          headers: { authorization: `Bearer ${SECRETS.ada}` },
        })
      ).status,
    ).toBe(404);
  });

  test('bears 1,000 idle connections', async () => {
    const { url } = await serve();
    const port = Number(new URL(url).port);
    const sockets = await Promise.all(
      Array.from(
        { length: 1000 },
        () =>
          new Promise<Socket>((resolve, reject) => {
            const socket = tcpConnect(port, '127.0.0.1', () => {
              resolve(socket);
            });
            socket.on('error', reject);
          }),
      ),
    );
    expect((await send(`${url}/mcp`, { body: read(1) })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  test('lets a call end before it closes', async () => {
    let began: () => void = () => undefined;
    let letGo: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (began = resolve));
    const released = new Promise<void>((resolve) => (letGo = resolve));
    const { url } = await serve();
    const store = createMemoryStore({ 'a.txt': 'one\n' });
    const slow = {
      ...store,
      read: async (...asked: Parameters<typeof store.read>) => {
        began();
        await released;
        return store.read(...asked);
      },
    };
    await service?.close(0);
    const workspace = createWorkspace(slow);
    const offer = { sets: ['lines'] as const, readOnly: false, structured: false };
    const limits = {
      maxOutputChars: 24_000,
      maxLineChars: 2000,
      maxFiles: 64,
      maxPatches: 100,
      hashLength: 16,
    };
    const second = await serve({
      contextFor: ({ author, signal }) => ({
        workspace,
        limits,
        offer,
        onStale: 'own',
        author,
        signal,
        report: () => undefined,
      }),
    });
    expect(url).toBeDefined();
    const answer = send(`${second.url}/mcp`, { body: read(1) });
    await waiting;
    const closed = second.close(10_000);
    letGo();
    expect((await answer).status).toBe(200);
    await closed;
    service = undefined;
  });
});
