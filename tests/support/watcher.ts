import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, CHROMIUM, openBrowser, type Tab } from './browser.js';
import { type HttpServer, startHttpServer, tokenOf } from './http-server.js';

/** A server and a browser that looks at it. */
export interface Watcher {
  readonly server: HttpServer;
  readonly tab: Tab;
  /** Opens the live view and gives it the token of `you`. */
  signIn(): Promise<void>;
  /** Replaces text as an agent of the server; gives the id of the change. */
  replace(agent: string, file: string, texts: readonly [from: string, to: string]): Promise<string>;
  /** Adds to the log of changes as another server does. */
  log(lines: readonly object[]): void;
  /** Puts a picture of what is in sight into the folder that LOCKLINE_SCREENSHOTS names, if it does. */
  picture(name: string): Promise<void>;
  end(): Promise<void>;
}

export const WATCHING = {
  isOffered: CHROMIUM !== undefined,
  reason: 'the live view in a browser: there is no chromium on this machine',
} as const;

/** Each step of a browser may take long on a busy machine. */
export const WATCHER_PATIENCE_MS = 120_000;

/** An expression for the card of a change. */
export const card = (id: string): string => `document.querySelector('[data-key="${id}"]')`;

/** An expression for whether a text is in sight. */
export const isInView = (text: string): string =>
  `document.querySelector('#view').innerText.includes(${JSON.stringify(text)})`;

export async function startWatcher(files: Readonly<Record<string, string>>): Promise<Watcher> {
  const server = await startHttpServer({ files, agents: ['ada', 'ben', 'cho', 'you'] });
  const browser: Browser = await openBrowser(CHROMIUM ?? '');
  const { tab } = browser;
  await tab.size(1280, 800);
  return {
    server,
    tab,
    signIn: async () => {
      await tab.open(`${server.url}/`);
      await tab.until('!document.querySelector("#signing").hidden');
      await tab.type(tokenOf('you'));
      await tab.press('Enter');
      await tab.until('document.querySelector("#link").textContent === "Live as you"');
    },
    replace: async (agent, file, [old_text, new_text]) => {
      const known = { file_path: file, file_hash: server.folder.hash(file) };
      const edits = [{ old_text, new_text }];
      const { text } = await server.call(agent, 'replace_text', { ...known, edits });
      const id = / change (\w+)/.exec(text)?.[1];
      if (id === undefined) throw new Error(text);
      return id;
    },
    log: (lines) => {
      const folder = join(server.folder.path, '.lockline/log');
      mkdirSync(folder, { recursive: true });
      const today = `${new Date().toISOString().slice(0, 10)}.jsonl`;
      const name = readdirSync(folder).find((one) => !one.includes('deltas')) ?? today;
      const text = lines.map((line) => `\n${JSON.stringify(line)}\n`).join('');
      appendFileSync(join(folder, name), text);
    },
    picture: async (name) => {
      const folder = process.env['LOCKLINE_SCREENSHOTS'];
      if (folder === undefined) return;
      await new Promise((resolve) => setTimeout(resolve, 600));
      writeFileSync(join(folder, `${name}.png`), await tab.picture());
    },
    end: async () => {
      await browser.close();
      await server.end();
    },
  };
}
