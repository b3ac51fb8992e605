import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createLineJoiner } from './framing.js';
import type { LocklineServer } from './server.js';

export interface StdioOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Bytes of a message. */
  readonly maxMessage: number;
  /** Ends the service when it fires. */
  readonly stop: AbortSignal;
}

/** Why a service ended: the client closed its end, somebody stopped it, or a message was over the limit. */
export type Ending = 'closed' | 'stopped' | 'overlong';

/** What calls in flight get when the client has said all that it had to say. */
const GRACE_MS = 1000;

/** Serves one client over standard input and output; calls in flight are answered before it ends. */
export async function serveStdio(server: LocklineServer, options: StdioOptions): Promise<Ending> {
  const joiner = createLineJoiner(options.maxMessage);
  const ending = endingOf(joiner, options);
  // The joiner bounds a message; how many of them wait does not matter.
  const bounds = { maxBufferSize: Number.POSITIVE_INFINITY };
  await server.connect(new StdioServerTransport(joiner, options.stdout, bounds));
  options.stdin.pipe(joiner);
  const reason = await ending;
  options.stdin.unpipe(joiner);
  await server.close(reason === 'closed' ? GRACE_MS : 0);
  return reason;
}

function endingOf(
  joiner: Readable & Writable,
  { stdin, stdout, stop }: StdioOptions,
): Promise<Ending> {
  return new Promise((resolve) => {
    // A terminal or a socket can go without an end of its input.
    for (const event of ['error', 'close']) stdin.on(event, () => joiner.end());
    joiner.once('end', () => {
      resolve('closed');
    });
    joiner.once('error', () => {
      resolve('overlong');
    });
    // Stays on: an error that nobody listens to would end the process in the middle of a commit.
    stdout.on('error', () => {
      resolve('stopped');
    });
    if (stop.aborted) resolve('stopped');
    stop.addEventListener('abort', () => {
      resolve('stopped');
    });
  });
}
