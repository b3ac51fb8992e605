import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createFolder, type Folder, sha256 } from '../support/client-folder.js';
import { type HeldLock, holdLock } from '../support/server-lock.js';
import {
  endServers,
  type JsonRpc,
  type ServerProcess,
  startServer,
} from '../support/server-process.js';

/** The server as a process: what it writes, and when it ends. */

let folder: Folder;

beforeEach(() => {
  folder = createFolder({ 'a.txt': 'one\ntwo\n' });
});
afterEach(() => {
  endServers();
  folder.remove();
});

const call = (name: string, args: object) => ({ name, arguments: args });
const readOf = (file: string) => call('get_text_file_contents', { files: [{ file_path: file }] });
const appendTo = (file: string, contents: string) =>
  call('append_text_file_contents', {
    file_path: file,
    file_hash: folder.hash(file),
    contents,
  });

/** Text of the only block of a result. */
function textOf({ result }: JsonRpc): string {
  const blocks = (result?.['content'] ?? []) as readonly { readonly text: string }[];
  return blocks.map(({ text }) => text).join();
}

async function serve(...args: readonly string[]): Promise<ServerProcess> {
  const server = startServer({ args: [...args, folder.path] });
  await server.initialize();
  return server;
}

async function secondsUntilEnd(server: ServerProcess): Promise<number> {
  const start = performance.now();
  await server.ended;
  return (performance.now() - start) / 1000;
}

describe('what it writes', () => {
  test('every line of standard output is JSON-RPC, whatever comes in', async () => {
    const server = await serve('--log-level', 'debug');
    server.child.stdin.write('not JSON\n\n{"jsonrpc":"2.0"}\n[]\n"text"\n');
    const unknown = await server.request(1, 'no/such/method');
    await server.request(2, 'tools/call', readOf('none.txt'));
    await server.request(3, 'tools/call', readOf('a.txt'));
    server.child.stdin.end();
    expect(await server.ended).toBe(0);
    expect(unknown.error?.code).toBe(-32601);
    expect(server.messages().map(({ jsonrpc, id }) => [jsonrpc, id])).toEqual([
      ['2.0', 0],
      ['2.0', 1],
      ['2.0', 2],
      ['2.0', 3],
    ]);
  });

  test('the log is lines of JSON on standard error', async () => {
    const server = await serve('--log-level', 'debug');
    server.child.stdin.end('not JSON\n');
    await server.ended;
    const entries = server
      .stderr()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: string; message: string });
    expect(entries.map(({ message }) => message)).toEqual([
      'serving',
      'trouble with the client',
      'stopped',
    ]);
  });

  test('without trouble it logs nothing', async () => {
    const server = await serve();
    await server.request(1, 'tools/call', appendTo('a.txt', 'three\n'));
    server.child.stdin.end();
    await server.ended;
    expect(server.stderr()).toBe('');
  });
});

describe('messages', () => {
  test('of 11 MiB are taken, over what the SDK allows by itself', async () => {
    const server = await serve();
    const contents = 'x'
      .repeat(1023)
      .concat('\n')
      .repeat(11 * 1024);
    const args = { file_path: 'big.txt', contents };
    const answer = await server.request(1, 'tools/call', call('create_text_file', args));
    expect(textOf(answer)).toMatch(/^OK /);
    expect(folder.hash('big.txt')).toBe(sha256(contents));
  });

  test('over the limit end it with an error that names the limit', async () => {
    const server = await serve('--max-message', '100K');
    server.child.stdin.write('x'.repeat(200_000));
    expect(await server.ended).toBe(1);
    expect(server.stderr()).toContain('--max-message');
  });
});

describe('the end', () => {
  test('all that was asked before the end of input is answered', async () => {
    const server = startServer({ args: [folder.path] });
    const messages = [
      { id: 0, method: 'initialize', params: INITIALIZE },
      { method: 'notifications/initialized' },
      { id: 1, method: 'tools/call', params: appendTo('a.txt', 'three\n') },
      { id: 2, method: 'tools/list' },
    ];
    server.child.stdin.end(
      messages.map((m) => JSON.stringify({ jsonrpc: '2.0', ...m })).join('\n'),
    );
    expect(await server.ended).toBe(0);
    expect(
      server
        .messages()
        .map(({ id }) => id)
        .toSorted((a = 0, b = 0) => a - b),
    ).toEqual([0, 1, 2]);
    expect(folder.text('a.txt')).toBe('one\ntwo\nthree\n');
  });

  test('also where one call is all there was, without a line feed', async () => {
    const server = startServer({ args: [folder.path] });
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: readOf('a.txt') };
    server.child.stdin.end(JSON.stringify(request));
    expect(await server.ended).toBe(0);
    expect(server.messages().map(textOf)).toEqual([expect.stringMatching(/^a\.txt {2}2 lines/)]);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends it cleanly', async (signal) => {
    const server = await serve();
    server.child.kill(signal);
    expect(await server.ended).toBe(0);
  });

  test('a signal in the middle of an edit leaves the old file or the new one', async () => {
    const server = await serve();
    const before = folder.hash('a.txt');
    const contents = 'x'.repeat(1023).concat('\n').repeat(4096);
    const params = appendTo('a.txt', contents);
    server.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    await server.request(2, 'ping');
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const answer = server.messages().find(({ id }) => id === 1);
    const isDone = answer !== undefined && textOf(answer).startsWith('OK ');
    expect(folder.hash('a.txt')).toBe(isDone ? sha256(`one\ntwo\n${contents}`) : before);
    // The history stays, if the edit was made; a lock must not.
    expect(folder.entries().filter((name) => name !== '.lockline')).toEqual(['a.txt']);
  });

  test('a client that reads no more ends it', async () => {
    const server = await serve();
    server.child.stdout.destroy();
    server.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(await server.ended).toBe(0);
  });

  test('a closed standard error does not', async () => {
    const server = await serve('--log-level', 'debug');
    server.child.stderr.destroy();
    server.child.stdin.write('not JSON\n');
    expect((await server.request(1, 'ping')).result).toEqual({});
  });
});

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};

describe('while a call waits for a lock', () => {
  let lock: HeldLock;

  beforeEach(async () => {
    lock = await holdLock(folder.path, 'a.txt');
  });
  afterEach(() => lock.release());

  const append = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} };

  /** A server whose call 1 waits for the lock. */
  async function waitForLock(): Promise<ServerProcess> {
    const server = await serve();
    server.send({ ...append, params: appendTo('a.txt', 'three\n') });
    await server.request(2, 'ping');
    return server;
  }

  test('a time-out is told with who holds it', async () => {
    const server = await serve('--lock-timeout', '0.1');
    const answer = await server.request(1, 'tools/call', appendTo('a.txt', 'three\n'));
    expect(textOf(answer)).toMatch(/^ERROR BUSY: .*holder/);
  });

  test('it ends within 2 s of the end of its input, and answers', async () => {
    const server = await waitForLock();
    server.child.stdin.end();
    expect(await secondsUntilEnd(server)).toBeLessThan(2);
    expect(server.messages().find(({ id }) => id === 1)?.result?.['isError']).toBe(true);
    expect(folder.text('a.txt')).toBe('one\ntwo\n');
  });

  test('a signal ends it at once', async () => {
    const server = await waitForLock();
    server.child.kill('SIGTERM');
    expect(await secondsUntilEnd(server)).toBeLessThan(0.9);
    expect(server.stderr()).toBe('');
  });

  test('a lock that comes free in time is still used', async () => {
    const server = await waitForLock();
    server.child.stdin.end();
    await lock.release();
    expect(await server.ended).toBe(0);
    const answer = server.messages().find(({ id }) => id === 1);
    expect(answer && textOf(answer)).toMatch(/^ERROR CONFLICT: /);
  });

  test('a cancelled call is not answered, and others are served', async () => {
    const server = await waitForLock();
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await server.request(3, 'tools/call', readOf('a.txt'));
    server.child.stdin.end();
    expect(await secondsUntilEnd(server)).toBeLessThan(0.9);
    expect(server.messages().map(({ id }) => id)).toEqual([0, 2, 3]);
    expect(server.stderr()).toBe('');
  });
});
