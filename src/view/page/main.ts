import type { ViewEvent } from '../event.js';
import { createBoard, type Board } from './board.js';
import { byId } from './element.js';
import { createServer, Unknown, type LocklineServer } from './server.js';
import { askForToken, forgetToken, keptToken } from './sign-in.js';

const RETRY_MS = [500, 1000, 2000, 5000] as const;

let board: Board | undefined;
/** Of the server from which this page is. */
let version: string | undefined;

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function tellLink(text: string, isGood: boolean): void {
  const link = byId('link');
  if (link.textContent !== text) link.textContent = text;
  link.classList.toggle('good', isGood);
}

function take(events: readonly ViewEvent[], server: LocklineServer): void {
  for (const event of events) {
    if (event.kind !== 'hello') continue;
    // A server that was replaced by a newer one may say things that this page does not understand.
    if (version !== undefined && version !== event.version) location.reload();
    version = event.version;
    byId('view').hidden = false;
    byId('filter').hidden = false;
    byId('roots').textContent = event.roots.join(', ');
    byId('sign-out').hidden = keptToken() === undefined;
    board ??= createBoard(server, event);
    tellLink(`Live as ${event.agent}`, true);
  }
  board?.take(events);
}

/** Follows the server until it does not know the token. */
async function follow(server: LocklineServer): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    try {
      await server.follow((events) => {
        failures = 0;
        take(events, server);
      });
    } catch (error) {
      if (error instanceof Unknown) throw error;
    }
    tellLink('Not connected, trying again', false);
    await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0);
  }
}

async function run(): Promise<void> {
  for (let token = keptToken(); ;) {
    try {
      await follow(createServer(token));
    } catch (error) {
      if (!(error instanceof Unknown)) throw error;
    }
    // What one agent may see is nothing for the next.
    if (board !== undefined) {
      location.reload();
      return;
    }
    forgetToken();
    tellLink('Not signed in', false);
    token = await askForToken(token === undefined ? '' : 'The server does not know this token.');
  }
}

byId('sign-out').addEventListener('click', () => {
  forgetToken();
  location.reload();
});
void run();
