import type { IncomingMessage, ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { InFlight } from '../in-flight.js';
import { createServer, type Caller, type ServerOptions } from '../server.js';
import { readBody } from './body.js';
import type { CallCount } from './call-count.js';
import { goneSignal, refuse, type Exchange } from './exchange.js';

export interface CallOptions extends Omit<ServerOptions, 'agentId'> {
  /** Bytes. */
  readonly maxBody: number;
}

export interface CallParts {
  readonly options: CallOptions;
  readonly inFlight: InFlight;
  readonly calls: CallCount;
}

/** Answers POST /mcp for an agent. */
export async function answerCall(
  { request, response }: Exchange,
  agent: string,
  { options, inFlight, calls }: CallParts,
): Promise<void> {
  const body = await readBody(request, options.maxBody);
  if ('status' in body) {
    refuse(response, { ...body, headers: { Connection: 'close' } });
    return;
  }
  const leave = calls.enter(agent);
  if (leave === undefined) {
    refuse(response, {
      status: 429,
      reason: 'too many calls at one time',
      headers: { 'Retry-After': '1' },
    });
    return;
  }
  try {
    await inFlight.run(goneSignal(response), (signal) =>
      callOnce({ request, response, agent, body: body.value }, signal, options),
    );
  } finally {
    leave();
  }
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly agent: string;
  readonly body: unknown;
}

/** One server and transport for each request: nothing of one client can reach another. */
async function callOnce(
  { request, response, agent, body }: Call,
  signal: AbortSignal,
  options: CallOptions,
): Promise<void> {
  const contextFor = (caller: Caller): ReturnType<CallOptions['contextFor']> =>
    options.contextFor({ ...caller, signal: AbortSignal.any([caller.signal, signal]) });
  const server = createServer({ ...options, agentId: agent, contextFor });
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    await transport.handleRequest(request, response, body);
    await finished(response);
  } finally {
    await server.close(0);
  }
}

/** Resolves when the response is sent, or its client gone. */
function finished(response: ServerResponse): Promise<void> {
  if (response.writableFinished || response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    response.once('close', () => {
      resolve();
    });
  });
}
