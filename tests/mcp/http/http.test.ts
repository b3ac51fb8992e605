import { connect as tcpConnect, type Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { readTokens } from '../../../src/mcp/http/tokens.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { send } from '../../support/http-request.js';
import { endServicesAfterEach, startService } from '../../support/http-service.js';

const SECRETS = { ada: 'a'.repeat(24), ben: 'b'.repeat(24) };
const tokens = readTokens(
  Object.entries(SECRETS)
    .map(([name, secret]) => `${name}=${secret}`)
    .join('\n'),
);

endServicesAfterEach();

const read = (id: number, path = 'a.txt'): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'get_text_file_contents', arguments: { files: [{ file_path: path }] } },
  });

describe('calls', () => {
  test('an SDK client lists, reads and edits', async () => {
    const { url, authors } = await startService();
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
    const { url, authors } = await startService({ tokens });
    const headers = { authorization: `Bearer ${SECRETS.ben}` };
    expect((await send(`${url}/mcp`, { headers, body: read(1) })).status).toBe(200);
    expect(authors).toEqual(['ben']);
  });

  test('50 clients with equal request ids each get their own answer', async () => {
    const { url } = await startService();
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
    const { url, authors } = await startService();
    const answer = await send(`${url}/mcp`, { body: read(1), ...asked });
    expect(answer.status).toBe(status);
    expect(authors).toEqual([]);
  });

  test('a foreign host or origin on every path', async () => {
    const { url } = await startService();
    for (const path of ['/', '/healthz', '/mcp', '/nothing']) {
      for (const headers of [{ host: 'evil.example' }, { origin: 'null' }]) {
        expect((await send(url + path, { method: 'GET', headers })).status).toBe(403);
      }
    }
  });

  test('no token, a wrong one, and one in the URL', async () => {
    const { url, authors } = await startService({ tokens });
    expect((await send(`${url}/mcp`, { body: read(1) })).status).toBe(401);
    expect(
      (await send(`${url}/mcp`, { body: read(1), headers: { authorization: 'Bearer no' } })).status,
    ).toBe(401);
    expect((await send(`${url}/mcp?token=${SECRETS.ada}`, { body: read(1) })).status).toBe(401);
    expect(authors).toEqual([]);
  });
});

describe('the service', () => {
  test('says that it is well, without a token and without data', async () => {
    const { url } = await startService({ tokens });
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
    const { url } = await startService();
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
    const store = createMemoryStore({ 'a.txt': 'one\n' });
    const service = await startService(
      {},
      {
        ...store,
        read: async (...asked) => {
          began();
          await released;
          return store.read(...asked);
        },
      },
    );
    const answer = send(`${service.url}/mcp`, { body: read(1) });
    await waiting;
    const closed = service.close(10_000);
    letGo();
    expect((await answer).status).toBe(200);
    await closed;
  });
});
