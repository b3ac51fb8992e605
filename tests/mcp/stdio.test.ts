import { describe, expect, jest, test } from '@jest/globals';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { PassThrough } from 'node:stream';
import type { LocklineServer } from '../../src/mcp/server.js';
import { serveStdio } from '../../src/mcp/stdio.js';

/** A server that takes messages down; what `serveStdio` needs of one. */
function start({ maxMessage = 1000 } = {}) {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const stop = new AbortController();
  const received: unknown[] = [];
  const errors: string[] = [];
  const close = jest.fn<LocklineServer['close']>(() => Promise.resolve());
  const server: LocklineServer = {
    connect: (transport: Transport) => {
      transport.onmessage = (message) => received.push(message);
      transport.onerror = (error) => errors.push(error.message);
      return transport.start();
    },
    close,
  };
  const ending = serveStdio(server, { stdin, stdout, maxMessage, stop: stop.signal });
  return { stdin, stdout, stop, received, errors, close, ending };
}

const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });

describe('the end', () => {
  test('of the input: all messages are taken, calls get their grace', async () => {
    const { stdin, ending, received, close } = start();
    stdin.write(`${JSON.stringify(ping(1))}\n${JSON.stringify(ping(2))}\n`);
    stdin.end(JSON.stringify(ping(3)));
    expect(await ending).toBe('closed');
    expect(received).toEqual([ping(1), ping(2), ping(3)]);
    expect(close).toHaveBeenCalledWith(1000);
  });

  test('of an input that breaks is the same', async () => {
    const { stdin, ending } = start();
    stdin.destroy(new Error('EIO'));
    expect(await ending).toBe('closed');
  });

  test.each([
    [
      'a signal',
      ({ stop }: ReturnType<typeof start>) => {
        stop.abort();
      },
    ],
    [
      'a broken output',
      ({ stdout }: ReturnType<typeof start>) => {
        stdout.destroy(new Error('EPIPE'));
      },
    ],
  ])('by %s: calls get no grace', async (_, cause) => {
    const service = start();
    cause(service);
    expect(await service.ending).toBe('stopped');
    expect(service.close).toHaveBeenCalledWith(0);
  });

  test('by a message over the limit: it is told, and calls get no grace', async () => {
    const { stdin, ending, errors, close } = start({ maxMessage: 100 });
    stdin.write('x'.repeat(101));
    expect(await ending).toBe('overlong');
    expect(errors).toEqual(['The client sent a message of over 100 bytes (--max-message).']);
    expect(close).toHaveBeenCalledWith(0);
  });
});

test('a line that is not JSON-RPC is told, and the next one is answered', async () => {
  const { stdin, ending, received, errors } = start();
  stdin.end(`hello\n${JSON.stringify(ping(1))}\n`);
  await ending;
  expect(received).toEqual([ping(1)]);
  expect(errors).toHaveLength(1);
});
