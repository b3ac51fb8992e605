import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  createServer as createNodeServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createInFlight, type InFlight } from '../in-flight.js';
import { createServer, type Caller, type ServerOptions } from '../server.js';
import { urlOf, type Address } from './address.js';
import { readBody } from './body.js';
import { createCallCount, type CallCount } from './call-count.js';
import {
  createGate,
  isRefusal,
  type Gate,
  type Guest,
  type GateOptions,
  type Refusal,
} from './gate.js';

export interface HttpOptions extends Omit<GateOptions, 'address'>, Omit<ServerOptions, 'agentId'> {
  readonly address: Address;
  /** Name of callers that have no token; only on the loopback. */
  readonly agentId: string | undefined;
  /** Bytes. */
  readonly maxBody: number;
}

/** A server for many clients over Streamable HTTP, without sessions: each request stands alone. */
export interface HttpService {
  /** Where it listens; the port is a real one. */
  readonly url: string;
  /** Takes no new connections, lets calls in flight end within the grace time, then ends. */
  close(graceMs: number): Promise<void>;
}

/** How long a client may take for its head, and for all of its request. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** How a caller without a token is named in history. */
const ANONYMOUS = 'http';
/** Of the codes that JSON-RPC leaves to servers. */
const REFUSED = -32_000;

/** Listens. Rejects with the errno of an address that cannot be used. */
export async function serveHttp(options: HttpOptions): Promise<HttpService> {
  const server = createNodeServer({
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
  });
  const address = { ...options.address, port: await listen(server, options.address) };
  const inFlight = createInFlight();
  const service: Service = {
    options,
    gate: createGate({ ...options, address }),
    inFlight,
    calls: createCallCount(),
  };
  server.on('request', (request, response) => {
    answer(request, response, service).catch((error: unknown) => {
      // Most often the client has gone; then nobody is there to be told.
      options.onError(error instanceof Error ? error : new Error(String(error)));
      if (!response.headersSent) refuse(response, { status: 400, reason: 'the request broke off' });
    });
  });
  return {
    url: urlOf(address),
    close: async (graceMs) => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
      server.closeIdleConnections();
      await inFlight.drain(graceMs);
      server.closeIdleConnections();
      await Promise.race([closed, nextTurn().then(() => server.closeAllConnections())]);
      await closed;
    },
  };
}

interface Service {
  readonly options: HttpOptions;
  readonly gate: Gate;
  readonly inFlight: InFlight;
  readonly calls: CallCount;
}

function listen(server: Server, { host, port }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  service: Service,
): Promise<void> {
  const { method = '', headers } = request;
  const path = (request.url ?? '/').replace(/[?#].*$/s, '');
  const guest = service.gate({ method, path, headers });
  if (isRefusal(guest)) {
    refuse(response, guest);
    return;
  }
  const route = ROUTES.get(path);
  if (route === undefined)
    refuse(response, { status: 404, reason: 'there is POST /mcp, GET /healthz and GET /' });
  else if (route.method !== method) {
    const headersOf405 = { Allow: route.method };
    refuse(response, {
      status: 405,
      reason: `${path} takes ${route.method}`,
      headers: headersOf405,
    });
  } else await route.answer({ request, response, guest }, service);
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly guest: Guest;
}

interface Route {
  readonly method: 'GET' | 'POST';
  readonly answer: (exchange: Exchange, service: Service) => Promise<void>;
}

const ROUTES: ReadonlyMap<string, Route> = new Map([
  ['/mcp', { method: 'POST', answer: answerCall }],
  ['/healthz', { method: 'GET', answer: answerHealth }],
]);

async function answerCall({ request, response, guest }: Exchange, service: Service): Promise<void> {
  const { options, inFlight, calls } = service;
  const body = await readBody(request, options.maxBody);
  if ('status' in body) {
    refuse(response, { ...body, headers: { Connection: 'close' } });
    return;
  }
  const agent = guest.agent ?? options.agentId ?? ANONYMOUS;
  const leave = calls.enter(agent);
  if (leave === undefined) {
    refuse(response, {
      status: 429,
      reason: 'too many calls at one time',
      headers: { 'Retry-After': '1' },
    });
    return;
  }
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort();
  });
  try {
    await inFlight.run(gone.signal, (signal) =>
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
  options: HttpOptions,
): Promise<void> {
  const contextFor = (caller: Caller): ReturnType<HttpOptions['contextFor']> =>
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

async function answerHealth({ response }: Exchange): Promise<void> {
  response
    .writeHead(200, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' })
    .end('ok\n');
  return Promise.resolve();
}

function refuse(response: ServerResponse, { status, reason, headers }: Refusal): void {
  const error = { jsonrpc: '2.0', id: null, error: { code: REFUSED, message: reason } };
  response
    .writeHead(status, { ...headers, 'Content-Type': 'application/json' })
    .end(JSON.stringify(error));
}
