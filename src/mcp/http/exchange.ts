import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Guest, Refusal } from './gate.js';

/** A request that the gate has let in, and its answer. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Without the query. */
  readonly path: string;
  readonly guest: Guest;
}

/** Of the codes that JSON-RPC leaves to servers. */
const REFUSED = -32_000;

/** What every answer tells a browser: nobody keeps it, guesses its type, or embeds it in a page of another origin. */
export const SAFE_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** Answers with a status and a reason. */
export function refuse(response: ServerResponse, { status, reason, headers }: Refusal): void {
  const error = { jsonrpc: '2.0', id: null, error: { code: REFUSED, message: reason } };
  response
    .writeHead(status, { ...SAFE_HEADERS, ...headers, 'Content-Type': 'application/json' })
    .end(JSON.stringify(error));
}

/** Fires when the client goes before it has all of its answer. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const tell = (): void => {
    if (!response.writableFinished) gone.abort();
  };
  response.once('close', tell);
  if (response.destroyed) tell();
  return gone.signal;
}
