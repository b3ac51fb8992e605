import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { readTokens } from '../../../src/mcp/http/tokens.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { type EventStream, openEvents } from '../../support/event-stream.js';
import { send } from '../../support/http-request.js';
import { endServicesAfterEach, startService } from '../../support/http-service.js';

const SECRET = 'a'.repeat(24);
const AUTHORIZATION = { authorization: `Bearer ${SECRET}` };
const ada = { tokens: readTokens(`ada=${SECRET}`) };

const streams: EventStream[] = [];
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});
endServicesAfterEach();

/** A service that counts how often its history is asked. */
async function startCounted() {
  const store = createMemoryStore({ 'a.txt': 'one\n' });
  let looks = 0;
  const { url } = await startService(
    {},
    {
      ...store,
      history: {
        ...store.history,
        changes: (filter) => {
          looks += 1;
          return store.history.changes(filter);
        },
      },
    },
  );
  return { url, looks: () => looks };
}

async function watch(url: string, headers: Record<string, string> = {}): Promise<EventStream> {
  const stream = await openEvents(url, headers);
  streams.push(stream);
  return stream;
}

const create = { file_path: 'b.txt', contents: 'new\n' };

describe('the page', () => {
  test.each([
    ['/', 'text/html', '<script type="module" src="view.js"></script>'],
    ['/view.js', 'text/javascript', 'fetch('],
    ['/view.css', 'text/css', 'prefers-color-scheme'],
    ['/icon.svg', 'image/svg+xml', '<svg'],
  ])('%s is served without a token', async (path, type, part) => {
    const { url } = await startService(ada);
    const { status, headers, body } = await send(url + path, { method: 'GET' });
    expect([status, body.includes(part)]).toEqual([200, true]);
    expect(headers['content-type']).toContain(type);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  test('may run, show and ask only what comes from here', async () => {
    const { url } = await startService();
    const { headers, body } = await send(`${url}/`, { method: 'GET' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|http|\*|data:/);
    expect(body).not.toMatch(/https?:|style=|\son\w+=|<style|<script>/);
  });
});

describe('the events', () => {
  test('begin with who is watching what', async () => {
    const { url } = await startService(ada);
    const stream = await watch(url, AUTHORIZATION);
    expect(stream.status).toBe(200);
    expect(stream.headers['content-type']).toContain('application/x-ndjson');
    expect(await stream.next('hello')).toMatchObject({
      agent: 'ada',
      version: '1.2.3',
      can_undo: true,
      has_history: true,
    });
    expect(stream.all()[0]?.kind).toBe('hello');
  });

  test('say what cannot be done here', async () => {
    const offer = { sets: ['lines', 'history'] as const, readOnly: true, structured: false };
    const { url } = await startService({ offer, hasHistory: false });
    const hello = await (await watch(url)).next('hello');
    expect(hello).toMatchObject({ can_undo: false, has_history: false, agent: 'http' });
  });

  test('tell of changes that were made, and of those that are made', async () => {
    const { url, call } = await startService();
    await call('ben', 'create_text_file', create);
    const stream = await watch(url);
    const { changes } = await stream.next('changes');
    expect(changes).toMatchObject([
      { agent: 'ben', tool: 'create_text_file', files: [{ file_path: 'b.txt', action: 'create' }] },
    ]);
    await call('cho', 'create_text_file', { ...create, file_path: 'c.txt' });
    const next = await stream.next('changes', (event) => event.changes[0]?.agent === 'cho');
    expect(next).toMatchObject({ is_cut: false, changes: [{ files: [{ file_path: 'c.txt' }] }] });
    expect(await stream.next('agents')).toMatchObject({ agents: [{ name: 'ben' }] });
  });

  test('tell of conflicts', async () => {
    const { url, call } = await startService();
    const stream = await watch(url);
    const known = { file_path: 'a.txt', file_hash: '0'.repeat(64) };
    await call('ben', 'append_text_file_contents', { ...known, contents: 'x\n' });
    expect(await stream.next('meetings')).toMatchObject({
      meetings: [{ agent: 'ben', code: 'CONFLICT', files: ['a.txt'] }],
    });
  });

  test('need a token, in a header only', async () => {
    const { url } = await startService(ada);
    const get = (path: string, headers = {}) => send(url + path, { method: 'GET', headers });
    expect((await get('/events')).status).toBe(401);
    expect((await get('/events', { authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await get('/changes/abc')).status).toBe(401);
    const named = await get(`/events?token=${SECRET}`);
    expect(named.status).toBe(401);
    expect(named.body).not.toContain(SECRET);
    expect((await get(`/events?token=${SECRET}`, AUTHORIZATION)).status).toBe(400);
    expect((await get(`/?access_token=${SECRET}`)).status).toBe(400);
  });

  test.each([
    ['a foreign host', { host: 'evil.example' }],
    ['a foreign origin', { origin: 'http://evil.example' }],
    ['a page that embeds them', { 'sec-fetch-site': 'cross-site' }],
  ])('are not for %s', async (_, headers) => {
    const { url } = await startService();
    for (const path of ['/events', '/changes/abc'])
      expect((await send(url + path, { method: 'GET', headers })).status).toBe(403);
  });

  test('are not looked for when nobody watches any more', async () => {
    const { url, looks } = await startCounted();
    const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300));
    await pause();
    expect(looks()).toBe(0);
    const stream = await openEvents(url);
    await pause();
    expect(looks()).toBeGreaterThan(2);
    stream.close();
    await pause();
    const after = looks();
    await pause();
    expect(looks()).toBe(after);
  });

  test('cost no more looks for many who watch than for one', async () => {
    const { url, looks } = await startCounted();
    await Promise.all(Array.from({ length: 50 }, () => watch(url)));
    const before = looks();
    await new Promise((resolve) => setTimeout(resolve, 400));
    // Each would look up to 20 times, 1,000 in all; shared, it is at most one in 10 ms.
    expect(looks() - before).toBeLessThan(120);
  });

  test('are only for so many at a time', async () => {
    const { url } = await startService();
    await Promise.all(Array.from({ length: 64 }, () => watch(url)));
    expect((await send(`${url}/events`, { method: 'GET' })).status).toBe(429);
  });

  test('end when the token is taken away', async () => {
    let isKnown = true;
    const agentOf = (header?: string) => (isKnown ? ada.tokens.agentOf(header) : undefined);
    const { url } = await startService({ tokens: { isRequired: true, agentOf } });
    const stream = await watch(url, AUTHORIZATION);
    await stream.next('hello');
    isKnown = false;
    await stream.ended;
  });

  test('end when the service does', async () => {
    const service = await startService();
    const stream = await watch(service.url);
    await stream.next('hello');
    await service.close(0);
    await stream.ended;
  });
});

describe('what a change did', () => {
  test('is told file by file', async () => {
    const { url, call } = await startService();
    const { result } = await call('ben', 'create_text_file', create);
    const id = result['change_id'] as string;
    const { status, body } = await send(`${url}/changes/${id}`, { method: 'GET' });
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({
      files: [{ file_path: 'b.txt', diff: expect.stringContaining('+new') }],
    });
  });

  test('is not told of a change that nobody knows', async () => {
    const { url } = await startService();
    const { status, body } = await send(`${url}/changes/nothing`, { method: 'GET' });
    expect([status, body]).toEqual([404, expect.stringContaining('nothing')]);
    for (const path of ['/changes/', '/changes/../mcp', '/changes/A', '/changes/a/b'])
      expect(await statusOf(url, path)).toBe(404);
  });
});

/** Sends the path as it is, which a URL would not leave alone. */
function statusOf(url: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname: host, port } = new URL(url);
    const request = httpRequest({ host, port, path }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject).end();
  });
}
