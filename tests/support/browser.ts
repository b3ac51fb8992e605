import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** A Chromium of this machine, if it has one. */
export const CHROMIUM = findChromium();

function findChromium(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync);
}

/** A tab of a browser without a window. */
export interface Tab {
  /** Loads a page. */
  open(url: string): Promise<void>;
  /** The value of an expression in the page; it may be a promise. */
  value<T>(expression: string): Promise<T>;
  /** Asks again and again until an expression is true; gives after how many milliseconds. Fails after 15 s. */
  until(expression: string): Promise<number>;
  /** Types a text where the focus is. */
  type(text: string): Promise<void>;
  press(key: string): Promise<void>;
  size(width: number, height: number): Promise<void>;
  scheme(name: 'light' | 'dark'): Promise<void>;
  /** A PNG of what is in sight. */
  picture(): Promise<Buffer>;
  /** Where requests went. */
  readonly requests: readonly string[];
  /** Dialogs, errors, and what the policy of a page has stopped. */
  readonly troubles: readonly string[];
}

export interface Browser {
  readonly tab: Tab;
  close(): Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

type Send = (method: string, params?: object) => Promise<Readonly<Record<string, unknown>>>;

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--no-first-run',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--remote-debugging-pipe',
];
const PATIENCE_MS = 15_000;
const KEYS: Readonly<Record<string, number>> = {
  Enter: 13,
  Tab: 9,
  ArrowDown: 40,
  End: 35,
  Home: 36,
};

/** Starts the browser with a profile of its own. */
export async function openBrowser(program: string): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'lockline-browser-'));
  const child = spawn(program, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    // A group of its own, so that its helpers end with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const troubles: string[] = [];
  const requests: string[] = [];
  const { send } = speak(child, (message) => {
    const trouble = troubleIn(message);
    if (trouble !== undefined) troubles.push(trouble);
    const request = message.params?.['request'] as { readonly url: string } | undefined;
    if (message.method === 'Network.requestWillBeSent') requests.push(request?.url ?? '');
  });
  const { targetInfos } = (await send('Target.getTargets')) as {
    targetInfos: { targetId: string; type: string }[];
  };
  const targetId = targetInfos.find(({ type }) => type === 'page')?.targetId;
  const attached = await send('Target.attachToTarget', { targetId, flatten: true });
  const inTab: Send = (method, params) => send(method, params, String(attached['sessionId']));
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await inTab(`${domain}.enable`);
  return {
    tab: { ...createTab(inTab), requests, troubles },
    close: async () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await ended;
      // What the helpers had in hand may still come.
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** The protocol of the developer tools over two pipes: JSON, each message ended by a NUL. */
function speak(child: ChildProcess, tell: (message: Message) => void) {
  const [, , , input, output] = child.stdio as unknown as [0, 0, 0, Writable, Readable];
  const waiting = new Map<number, (message: Message) => void>();
  let rest = '';
  let last = 0;
  output.setEncoding('utf8').on('data', (text: string) => {
    const texts = (rest + text).split('\0');
    rest = texts.pop() ?? '';
    for (const message of texts.map((one) => JSON.parse(one) as Message)) {
      if (message.id === undefined) tell(message);
      else waiting.get(message.id)?.(message);
    }
  });
  input.on('error', () => undefined);
  return {
    send: (method: string, params: object = {}, sessionId?: string) =>
      new Promise<Readonly<Record<string, unknown>>>((resolve, reject) => {
        last += 1;
        waiting.set(last, ({ result = {}, error }) => {
          if (error === undefined) resolve(result);
          else reject(new Error(`${method}: ${error.message}`));
        });
        input.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
      }),
  };
}

function troubleIn({ method, params = {} }: Message): string | undefined {
  if (method === 'Page.javascriptDialogOpening') return `dialog: ${String(params['message'])}`;
  if (method === 'Runtime.exceptionThrown') return `error: ${JSON.stringify(params)}`;
  if (method !== 'Log.entryAdded') return undefined;
  const { level, text } = params['entry'] as { level: string; text: string };
  return level === 'error' ? `log: ${text}` : undefined;
}

function createTab(send: Send): Omit<Tab, 'requests' | 'troubles'> {
  const value = async <T>(expression: string): Promise<T> => {
    const how = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
    const { result, exceptionDetails } = await send('Runtime.evaluate', how);
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { readonly value: T }).value;
  };
  return {
    value,
    open: async (url) => {
      await send('Page.navigate', { url });
      await until(() => value<boolean>('document.readyState === "complete"'), 'the page');
    },
    until: (expression) => until(() => value<boolean>(`Boolean(${expression})`), expression),
    type: async (text) => {
      await send('Input.insertText', { text });
    },
    press: async (key) => {
      const code = KEYS[key];
      const about = { key, code: key, windowsVirtualKeyCode: code };
      const text = key === 'Enter' ? { text: '\r' } : {};
      await send('Input.dispatchKeyEvent', { type: 'keyDown', ...about, ...text });
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...about });
    },
    size: async (width, height) => {
      const metrics = { width, height, deviceScaleFactor: 1, mobile: false };
      await send('Emulation.setDeviceMetricsOverride', metrics);
    },
    scheme: async (name) => {
      const features = [{ name: 'prefers-color-scheme', value: name }];
      await send('Emulation.setEmulatedMedia', { features });
    },
    picture: async () => {
      const { data } = await send('Page.captureScreenshot', { format: 'png' });
      return Buffer.from(String(data), 'base64');
    },
  };
}

async function until(ask: () => Promise<boolean>, what: string): Promise<number> {
  const begun = performance.now();
  while (performance.now() - begun < PATIENCE_MS) {
    if (await ask()) return performance.now() - begun;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`waited for ${what} in vain`);
}
