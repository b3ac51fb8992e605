import { get, type IncomingMessage } from 'node:http';
import type { ViewEvent } from '../../src/view/event.js';

type Kind = ViewEvent['kind'];
type EventOf<K extends Kind> = Extract<ViewEvent, { readonly kind: K }>;

/** What a watcher of a server over HTTP is told. */
export interface EventStream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  all(): readonly ViewEvent[];
  /** The first event of a kind of which something is true, perhaps one that has come already; fails after 10 s. */
  next<K extends Kind>(kind: K, isMeant?: (event: EventOf<K>) => boolean): Promise<EventOf<K>>;
  /** Resolves when the server has ended it. */
  readonly ended: Promise<void>;
  close(): void;
}

const PATIENCE_MS = 10_000;

/** Begins to follow GET /events. */
export function openEvents(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}/events`, { headers }, (response) => {
      const events: ViewEvent[] = [];
      let rest = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines)
          if (line !== '') events.push(...(JSON.parse(line) as ViewEvent[]));
      });
      const ended = new Promise<void>((end) => response.once('close', () => end()));
      // It is cut where the test closes it.
      response.on('error', () => undefined);
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        all: () => [...events],
        next: (kind, isMeant = () => true) => waitFor(events, kind, isMeant),
        ended,
        close: () => request.destroy(),
      });
    });
    request.on('error', reject);
  });
}

async function waitFor<K extends Kind>(
  events: readonly ViewEvent[],
  kind: K,
  isMeant: (event: EventOf<K>) => boolean,
): Promise<EventOf<K>> {
  const isOfKind = (event: ViewEvent): event is EventOf<K> => event.kind === kind;
  for (const begun = Date.now(); Date.now() - begun < PATIENCE_MS;) {
    const found = events.filter(isOfKind).find(isMeant);
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`no event ${kind} came in 10 s; there were ${JSON.stringify(events)}`);
}
