import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  createServer as createNodeServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { PAGE_PATHS } from '../../view/files.js';
import type { View } from '../../view/view.js';
import { createInFlight } from '../in-flight.js';
import { urlOf, type Address } from './address.js';
import { answerCall, type CallOptions, type CallParts } from './answer-call.js';
import { answerDiffs, answerEvents, answerPage, type ViewParts } from './answer-view.js';
import { createCallCount, type CallCount } from './call-count.js';
import { refuse, SAFE_HEADERS, type Exchange } from './exchange.js';
import { createGate, isRefusal, type Gate, type GateOptions } from './gate.js';

export interface HttpOptions extends Omit<GateOptions, 'address'>, CallOptions {
  readonly address: Address;
  /** Name of callers that have no token; only on the loopback. */
  readonly agentId: string | undefined;
  readonly view: View;
  /** Whether changes are remembered, so that they can be shown. */
  readonly hasHistory: boolean;
  /** How long a client may take for all of its request. */
  readonly requestTimeoutMs?: number;
  /** How often one who watches is sent something even if nothing happens. */
  readonly beatMs?: number;
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
const CHECKS = 12;
/** How a caller without a token is named in history. */
const ANONYMOUS = 'http';

/** Listens. Rejects with the errno of an address that cannot be used. */
export async function serveHttp(options: HttpOptions): Promise<HttpService> {
  const server = createListener(options);
  const address = { ...options.address, port: await listen(server, options.address) };
  const inFlight = createInFlight();
  const closing = new AbortController();
  const { version, roots, offer, view } = options;
  const service: Service = {
    options,
    gate: createGate({ ...options, address }),
    inFlight,
    calls: createCallCount(),
    watchers: createCallCount(),
    view,
    hello: {
      version,
      roots,
      can_undo: offer.sets.includes('history') && !offer.readOnly,
      has_history: options.hasHistory,
    },
    closing: closing.signal,
    beatMs: options.beatMs,
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
      closing.abort();
      await endListener(server, () => inFlight.drain(graceMs));
    },
  };
}

interface Service extends CallParts, ViewParts {
  readonly options: HttpOptions;
  readonly gate: Gate;
  readonly watchers: CallCount;
}

function createListener({ requestTimeoutMs = REQUEST_TIMEOUT_MS }: HttpOptions): Server {
  return createNodeServer({
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs),
    // How often it is looked for those who take longer.
    connectionsCheckingInterval: requestTimeoutMs / CHECKS,
  });
}

/** Takes no new connections, lets the work end, then cuts those that are left. */
async function endListener(server: Server, work: () => Promise<void>): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  server.closeIdleConnections();
  await work();
  server.closeIdleConnections();
  await Promise.race([closed, nextTurn().then(() => server.closeAllConnections())]);
  await closed;
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
  const { method = '', headers, url = '/' } = request;
  const [path = '/', query = ''] = url.split(/[?#]/, 2);
  const guest = service.gate({ method, path, query, headers });
  if (isRefusal(guest)) {
    refuse(response, guest);
    return;
  }
  const route = routeOf(path);
  if (route === undefined)
    refuse(response, { status: 404, reason: 'there is POST /mcp, GET /healthz and GET /' });
  else if (route.method !== method) {
    const headersOf405 = { Allow: route.method };
    refuse(response, {
      status: 405,
      reason: `${path} takes ${route.method}`,
      headers: headersOf405,
    });
  } else await route.answer({ request, response, path, guest }, service);
}

interface Route {
  readonly method: 'GET' | 'POST';
  readonly answer: (exchange: Exchange, service: Service) => Promise<void>;
}

const ROUTES: ReadonlyMap<string, Route> = new Map<string, Route>([
  [
    '/mcp',
    {
      method: 'POST',
      answer: (exchange, service) => answerCall(exchange, agentOf(exchange, service), service),
    },
  ],
  ['/healthz', { method: 'GET', answer: answerHealth }],
  ['/events', { method: 'GET', answer: answerWatcher }],
  ...PAGE_PATHS.map((path) => [path, { method: 'GET', answer: answerPage }] as const),
]);

function routeOf(path: string): Route | undefined {
  if (/^\/changes\/[0-9a-z]{1,32}$/.test(path)) return { method: 'GET', answer: answerDiffs };
  return ROUTES.get(path);
}

function agentOf({ guest }: Exchange, { options }: Service): string {
  return guest.agent ?? options.agentId ?? ANONYMOUS;
}

async function answerWatcher(exchange: Exchange, service: Service): Promise<void> {
  const agent = agentOf(exchange, service);
  const leave = service.watchers.enter(agent);
  if (leave === undefined) {
    refuse(exchange.response, { status: 429, reason: 'too many watch at one time' });
    return;
  }
  try {
    await answerEvents(exchange, { agent, isStillIn: () => isStillIn(exchange, service) }, service);
  } finally {
    leave();
  }
}

/** The token of one who watches may have been taken away meanwhile. */
function isStillIn({ request, path }: Exchange, { gate }: Service): boolean {
  const { method = '', headers } = request;
  return !isRefusal(gate({ method, path, query: '', headers }));
}

async function answerHealth({ response }: Exchange): Promise<void> {
  response.writeHead(200, { ...SAFE_HEADERS, 'Content-Type': 'text/plain' }).end('ok\n');
  return Promise.resolve();
}
