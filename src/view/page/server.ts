import type { ViewDiff, ViewEvent } from '../event.js';
import { createLineReader } from './line-reader.js';
import { readDiffs, readEvents, readReason, readUndone, type Undone } from './told.js';

/** The server was asked with a wrong token, or with none where it wants one. */
export class Unknown extends Error {
  override readonly message = 'it does not know the token any more';
}

/** The server behind the page. Its methods throw `Unknown`, and what `fetch` throws. */
export interface LocklineServer {
  /** Tells what happens until the stream ends, which it only does when something goes wrong. */
  follow(tell: (events: readonly ViewEvent[]) => void): Promise<void>;
  /** What a change did; `undefined` if nothing is known of it. */
  diffs(changeId: string): Promise<readonly ViewDiff[] | undefined>;
  /** Takes a change back by the tool that every agent has, with all its guards. */
  undo(changeId: string): Promise<Undone>;
}

/** The server sends at least an empty line far more often. */
const SILENCE_MS = 30_000;

/** The token goes into a header, and never into a URL. */
export function createServer(token: string | undefined): LocklineServer {
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
    const response = await fetch(path, {
      credentials: 'omit',
      ...init,
      headers,
    });
    if (response.status === 401) throw new Unknown();
    return response;
  };
  return {
    follow: async (tell) => {
      const silent = new AbortController();
      const response = await ask('events', { signal: silent.signal });
      if (!response.ok || response.body === null) throw new Error(await reasonOf(response));
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      const read = createLineReader();
      for (;;) {
        const timer = setTimeout(() => silent.abort(), SILENCE_MS);
        const { done, value = '' } = await reader.read();
        clearTimeout(timer);
        if (done) return;
        const events = read(value).filter((line) => line !== '');
        if (events.length > 0) tell(events.flatMap(readEvents));
      }
    },
    diffs: async (changeId) => {
      const response = await ask(`changes/${changeId}`);
      if (!response.ok) return undefined;
      return readDiffs(await response.json());
    },
    undo: async (changeId) => {
      const call = { name: 'undo_edit', arguments: { change_id: changeId } };
      const response = await ask('mcp', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
      });
      return readUndone(await response.json());
    },
  };
}

async function reasonOf(response: Response): Promise<string> {
  const otherwise = `${String(response.status)} ${response.statusText}`;
  return (await response.json().then(readReason, () => undefined)) ?? otherwise;
}
