import type { ServerResponse } from 'node:http';
import { isLocklineError } from '../../core/errors.js';
import { describeError } from '../../core/messages/describe.js';
import type { ViewEvent } from '../../view/event.js';
import { readPageFile } from '../../view/files.js';
import type { View } from '../../view/view.js';
import { goneSignal, refuse, SAFE_HEADERS, type Exchange } from './exchange.js';

/** What who watches is told first. */
type Hello = Omit<Extract<ViewEvent, { readonly kind: 'hello' }>, 'kind' | 'agent' | 'now'>;

export interface ViewParts {
  readonly view: View;
  readonly hello: Hello;
  /** Fires when the service ends. */
  readonly closing: AbortSignal;
  /** How often a watcher is sent something even if nothing happens. */
  readonly beatMs?: number | undefined;
}

/** Only what comes from here may run, be shown or be asked; and nothing may put the page into a frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** An empty line so often keeps the way open, and tells a page that the server is still there. */
const BEAT_MS = 10_000;
/** Who reads so much slower than things happen is better served by a new beginning. In bytes. */
const MOST_UNREAD = 4 << 20;

/** Answers with a file of the page, which holds no data. */
export async function answerPage({ response, path }: Exchange): Promise<void> {
  const file = await readPageFile(path);
  if (file === undefined) return;
  response
    .writeHead(200, {
      ...SAFE_HEADERS,
      'Content-Type': file.type,
      'Content-Security-Policy': POLICY,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
    })
    .end(file.bytes);
}

interface Watching {
  readonly agent: string;
  /** Whether the token would still be let in. */
  readonly isStillIn: () => boolean;
}

/** Answers GET /events: lines of JSON, each a list of events, until the watcher or the service ends. */
export async function answerEvents(
  { response }: Exchange,
  { agent, isStillIn }: Watching,
  { view, hello, closing, beatMs = BEAT_MS }: ViewParts,
): Promise<void> {
  const out = new AbortController();
  const over = AbortSignal.any([goneSignal(response), closing, out.signal]);
  response.writeHead(200, {
    ...SAFE_HEADERS,
    'Content-Type': 'application/x-ndjson; charset=utf-8',
    // nginx would else hold events back until there are many.
    'X-Accel-Buffering': 'no',
  });
  const tell = (events: readonly ViewEvent[]): void => {
    send(response, JSON.stringify(events));
  };
  tell([{ kind: 'hello', ...hello, agent, now: Date.now() }]);
  const beating = setInterval(() => {
    if (isStillIn()) send(response, '');
    else out.abort();
  }, beatMs);
  const stop = view.watch(tell);
  await ended(over);
  stop();
  clearInterval(beating);
  response.end();
}

function send(response: ServerResponse, line: string): void {
  if (response.writableLength > MOST_UNREAD) response.destroy();
  else response.write(`${line}\n`);
}

function ended(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
}

/** Answers GET /changes/ID: what the change did to each of its files. */
export async function answerDiffs(
  { response, path }: Exchange,
  { view }: ViewParts,
): Promise<void> {
  const changeId = path.slice(path.lastIndexOf('/') + 1);
  try {
    const files = await view.diffs(changeId, goneSignal(response));
    response
      .writeHead(200, { ...SAFE_HEADERS, 'Content-Type': 'application/json' })
      .end(JSON.stringify({ files }));
  } catch (error) {
    if (!isLocklineError(error)) throw error;
    refuse(response, { status: 404, reason: describeError(error).message });
  }
}
