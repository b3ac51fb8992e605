import { rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createFolder, type Folder } from '../support/client-folder.js';
import { openEvents } from '../support/event-stream.js';
import { send } from '../support/http-request.js';
import { type HttpServer, startHttpServer, tokenOf } from '../support/http-server.js';
import { holdLock } from '../support/server-lock.js';
import { endServers, runProgram, startServer } from '../support/server-process.js';

/** The server for HTTP as a process: how it starts, who comes in, and how it ends. */

let server: HttpServer | undefined;
afterEach(async () => {
  endServers();
  await server?.end();
  server = undefined;
});

async function serve(...args: readonly string[]): Promise<HttpServer> {
  server = await startHttpServer({ files: { 'a.txt': 'one\ntwo\n' }, args });
  return server;
}

const append = (folder: Folder, contents = 'three\n') => ({
  file_path: 'a.txt',
  file_hash: folder.hash('a.txt'),
  contents,
});

describe('it does not start', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = createFolder({ 'a.txt': 'one\n', tokens: 'ada=too-short\n' });
  });
  afterEach(() => {
    folder.remove();
  });

  test.each([
    [
      'where others could reach it without a token',
      ['--http', '0.0.0.0:0'],
      '--token-file is needed',
    ],
    ['at an address that is none', ['--http', 'here'], 'must be PORT or HOST:PORT'],
    ['at a port that is none', ['--http', '99999'], 'must be PORT or HOST:PORT'],
    [
      'without its token file',
      ['--http', '0', '--token-file', 'none'],
      '--token-file none: ENOENT',
    ],
    [
      'with a token that can be guessed',
      ['--http', '0', '--token-file', 'tokens'],
      'line 1 of the token file: the token of ada needs at least 16 characters',
    ],
    ['on a root that is none', ['--http', '0', 'no/such/root'], 'no/such/root does not exist'],
  ])('%s', async (_, args, message) => {
    const { code, stdout, stderr } = await runProgram(args, { cwd: folder.path });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('too-short');
  });

  test('at a port that is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { readonly port: number };
    const { code, stderr } = await runProgram(['--http', String(port)], { cwd: folder.path });
    expect([code, stderr]).toEqual([2, expect.stringContaining('EADDRINUSE')]);
    other.close();
  });
});

test('it says where it is, and serves calls, health and the live view there', async () => {
  const { url, stderr, stdout, folder, call } = await serve();
  expect(stderr()).toMatch(
    /^lockline \S+ serves \S+ at http:\S+\/mcp \(live view: http:\S+\/\)\n$/,
  );
  expect((await send(`${url}/healthz`, { method: 'GET' })).body).toBe('ok\n');
  expect((await send(`${url}/`, { method: 'GET' })).body).toContain('<title>Lockline</title>');
  expect((await call('ada', 'append_text_file_contents', append(folder))).text).toMatch(
    /^OK a.txt/,
  );
  expect(folder.text('a.txt')).toBe('one\ntwo\nthree\n');
  const { object } = await call('ben', 'get_history', {});
  expect(object['changes']).toMatchObject([{ agent: 'ada', tool: 'append_text_file_contents' }]);
  expect(stdout()).toBe('');
});

test('without a token file everybody on this machine may call', async () => {
  const folder = createFolder({ 'a.txt': 'one\n' });
  const started = startServer({ args: ['--http', '0', '--agent-id', 'team', folder.path] });
  for (let tries = 0; !started.stderr().includes(' at ') && tries < 1000; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  const url = / at (http:\S+)\/mcp/.exec(started.stderr())?.[1] ?? '';
  const stream = await openEvents(url);
  expect(await stream.next('hello')).toMatchObject({ agent: 'team', can_undo: true });
  stream.close();
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
  folder.remove();
});

test('who watches is told of a change through stdio, and of who has to wait', async () => {
  const { url, folder, authorization, call } = await serve('--lock-timeout', '1.5');
  const stream = await openEvents(url, authorization('ada'));
  await stream.next('hello');
  const begun = performance.now();
  const args = ['--agent-id', 'dee', 'call', 'append_text_file_contents'];
  const { code } = await runProgram([...args, JSON.stringify(append(folder)), folder.path]);
  expect(code).toBe(0);
  const called = performance.now();
  await stream.next('changes', ({ changes }) => changes.some(({ agent }) => agent === 'dee'));
  process.stderr.write(
    `http: a change of another process (${(called - begun).toFixed(0)} ms) was told ${(performance.now() - called).toFixed(0)} ms after its end\n`,
  );

  const held = await holdLock(folder.path, 'a.txt');
  const waiting = call('ben', 'append_text_file_contents', append(folder, 'four\n'));
  const { writes } = await stream.next('writes', (event) => event.writes.length > 0);
  expect(writes).toMatchObject([{ agent: 'ben', files: ['a.txt'] }]);
  expect((await waiting).text).toMatch(/^ERROR BUSY/);
  await stream.next('meetings', ({ meetings }) => meetings[0]?.code === 'BUSY');
  await stream.next('writes', (event) => event.writes.length === 0);
  await held.release();
  stream.close();
});

test('a call whose client goes away while it waits is given up, and changes nothing', async () => {
  const { url, folder, authorization } = await serve();
  const stream = await openEvents(url, authorization('ben'));
  const held = await holdLock(folder.path, 'a.txt');
  const params = { name: 'append_text_file_contents', arguments: append(folder) };
  const request = httpRequest(`${url}/mcp`, {
    method: 'POST',
    headers: {
      ...authorization('ada'),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
  });
  request.on('error', () => undefined);
  request.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  await stream.next('writes', ({ writes }) => writes[0]?.agent === 'ada');
  request.destroy();
  await stream.next('writes', ({ writes }) => writes.length === 0);
  await held.release();
  expect(folder.text('a.txt')).toBe('one\ntwo\nheld\n');
  stream.close();
});

test('--read-only and --no-history are told to who watches', async () => {
  const { url, authorization } = await serve('--read-only', '--no-history');
  const stream = await openEvents(url, authorization('ada'));
  expect(await stream.next('hello')).toMatchObject({ can_undo: false, has_history: false });
  stream.close();
});

test('an agent whose line is taken out of the token file is shut out without a restart', async () => {
  const { folder, call } = await serve();
  expect((await call('ada', 'get_history', {})).status).toBe(200);
  writeFileSync(`${folder.path}.tokens`, `ben=${tokenOf('ben')}\n`);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  expect((await call('ada', 'get_history', {})).status).toBe(401);
  expect((await call('ben', 'get_history', {})).status).toBe(200);
});

test('a token file that is broken later leaves all as it was, and is told in the log', async () => {
  const { folder, call, stderr } = await serve();
  rmSync(`${folder.path}.tokens`);
  writeFileSync(`${folder.path}.tokens`, 'nonsense\n');
  await new Promise((resolve) => setTimeout(resolve, 1100));
  expect((await call('ada', 'get_history', {})).status).toBe(200);
  expect(stderr()).toContain('the tokens of before hold');
  expect(stderr()).not.toContain(tokenOf('ada'));
});

describe('told to stop', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'by %s it ends who watches and itself',
    async (signal) => {
      const { url, child, ended, authorization } = await serve();
      const stream = await openEvents(url, authorization('ada'));
      await stream.next('hello');
      child.kill(signal);
      expect(await ended).toBe(0);
      await stream.ended;
    },
  );

  test('it lets a call that waits come to its end, and answers it', async () => {
    const { child, ended, folder, call } = await serve();
    const held = await holdLock(folder.path, 'a.txt');
    const waiting = call('ada', 'append_text_file_contents', append(folder));
    await new Promise((resolve) => setTimeout(resolve, 500));
    child.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 200));
    await held.release();
    // Whoever held the lock has changed the file meanwhile.
    expect(await waiting).toMatchObject({ status: 200, text: expect.stringContaining('CONFLICT') });
    expect(await ended).toBe(0);
    expect(folder.text('a.txt')).toBe('one\ntwo\nheld\n');
  });
});
