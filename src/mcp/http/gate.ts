import type { IncomingHttpHeaders } from 'node:http';
import { PAGE_PATHS } from '../../view/files.js';
import { isLoopback, urlOf, type Address } from './address.js';
import type { Tokens } from './tokens.js';

/** What of a request is looked at before its body. */
interface Knock {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  /** What comes after it. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
}

/** Why a request is turned away. */
export interface Refusal {
  readonly status: number;
  readonly reason: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Who comes in. */
export interface Guest {
  /** The agent that the token names; absent where none is needed. */
  readonly agent: string | undefined;
}

export interface GateOptions {
  readonly address: Address;
  readonly allowHosts: readonly string[];
  readonly allowOrigins: readonly string[];
  readonly tokens: Tokens;
}

/** Decides on every request by its head alone. */
export type Gate = (knock: Knock) => Guest | Refusal;

export function isRefusal(outcome: Guest | Refusal): outcome is Refusal {
  return 'status' in outcome;
}

/**
 * Host and Origin come first, for every method and path: a web page that has talked a browser into sending a
 * request here (DNS rebinding, cross-site requests) must learn nothing, not even whether a token is needed.
 */
export function createGate({ address, allowHosts, allowOrigins, tokens }: GateOptions): Gate {
  const own = [
    'localhost',
    '127.0.0.1',
    '[::1]',
    ...(isLoopback(address.host) ? [] : [address.host]),
  ];
  const hosts = new Set([...own, ...allowHosts].map((host) => host.toLowerCase()));
  const origins = new Set([
    ...own.map((host) => urlOf({ ...address, host: host.replace(/^\[|\]$/g, '') })),
    ...allowOrigins,
  ]);
  const isKnownHost = (host = ''): boolean => hosts.has(hostOf(host)) || hosts.has(host);
  return (knock) => {
    const { path, headers } = knock;
    if (!isKnownHost(headers.host?.toLowerCase())) {
      return { status: 403, reason: 'this host name is not allowed (--allow-host)' };
    }
    if (headers.origin !== undefined && !origins.has(headers.origin)) {
      return { status: 403, reason: 'this origin is not allowed (--allow-origin)' };
    }
    if (isForeignPage(knock)) {
      return { status: 403, reason: 'pages of other origins are told nothing' };
    }
    const guest = guestOf(tokens, path, headers.authorization);
    return isRefusal(guest) ? guest : (namesToken(knock) ?? guest);
  };
}

/** A browser names no origin where a page only embeds something, but it tells whose page that is. */
function isForeignPage({ headers, path }: Knock): boolean {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined || site === 'same-origin' || site === 'none';
  return !isOwn && headers.origin === undefined && !OPEN_PATHS.has(path);
}

/** Refused even where it is not needed, so that nobody gets used to it. */
function namesToken({ query }: Knock): Refusal | undefined {
  if (!/(^|&)(access_|bearer_|auth_)?token=/i.test(query)) return undefined;
  return {
    status: 400,
    reason:
      'a token in a URL ends up in logs and histories: send it as "Authorization: Bearer TOKEN"',
  };
}

function guestOf(tokens: Tokens, path: string, authorization: string | undefined): Guest | Refusal {
  if (!tokens.isRequired || OPEN_PATHS.has(path)) return { agent: undefined };
  const agent = tokens.agentOf(authorization);
  if (agent !== undefined) return { agent };
  return {
    status: 401,
    reason: 'send the token of your agent as "Authorization: Bearer TOKEN"',
    headers: { 'WWW-Authenticate': 'Bearer realm="lockline"' },
  };
}

/** These hold no data. */
const OPEN_PATHS: ReadonlySet<string> = new Set(['/healthz', ...PAGE_PATHS]);

/** The name of a `Host` header without its port. */
function hostOf(header: string): string {
  return header.replace(/:\d+$/, '');
}
