import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { tokenOf } from '../../support/http-server.js';
import { testWith } from '../../support/needs.js';
import { endServers, runProgram, startServer } from '../../support/server-process.js';
import {
  card,
  isInView,
  startWatcher,
  WATCHER_PATIENCE_MS as PATIENCE_MS,
  type Watcher,
  WATCHING,
} from '../../support/watcher.js';

// The live view as a person sees it, in a browser without a window.

const test = testWith(WATCHING.isOffered, WATCHING.reason);

const FILES = {
  'src/db.py': 'import socket\n\n\ndef open(host):\n    sock = connect(host)\n    return sock\n',
  'src/app.py': 'from db import open\n\nHOST = "localhost"\nPORT = 8080\n\nprint(open(HOST))\n',
  'README.md': '# Demo\n\nRuns with Python.\n',
  'count.txt': 'one\ntwo\nthree\n',
};

let watcher: Watcher;
beforeAll(async () => {
  if (WATCHING.isOffered) watcher = await startWatcher(FILES);
}, PATIENCE_MS);
afterAll(async () => {
  await (watcher as Watcher | undefined)?.end();
  endServers();
});

describe('the live view', () => {
  test(
    'asks for the token, and keeps it out of URLs, cookies and what outlives the tab',
    async () => {
      const { server, tab } = watcher;
      await tab.open(`${server.url}/`);
      await tab.until('!document.querySelector("#signing").hidden');
      expect(await tab.value('document.activeElement.id')).toBe('token');
      await watcher.picture('live-view-sign-in');
      await tab.type('not-a-token-of-anybody');
      await tab.press('Enter');
      await tab.until('document.querySelector("#sign-in-error").textContent.includes("not know")');
      await tab.type(tokenOf('you'));
      await tab.press('Enter');
      await tab.until('document.querySelector("#link").textContent === "Live as you"');
      expect(await tab.value('[location.href, document.cookie, localStorage.length]')).toEqual([
        `${server.url}/`,
        '',
        0,
      ]);
      expect(tab.requests.filter((url) => url.includes(tokenOf('you')))).toEqual([]);
    },
    PATIENCE_MS,
  );

  test(
    'shows a change of another process with its diff',
    async () => {
      const { server, tab } = watcher;
      const call = { file_path: 'notes.md', contents: '# Notes\n\nwritten over stdio\n' };
      const { code } = await runProgram([
        '--agent-id',
        'dee',
        'call',
        'create_text_file',
        JSON.stringify(call),
        server.folder.path,
      ]);
      expect(code).toBe(0);
      const took = await tab.until(isInView('+written over stdio'));
      process.stderr.write(`live view: a change of another process after ${took.toFixed(0)} ms\n`);
      expect(await tab.value(isInView('dee'))).toBe(true);
    },
    PATIENCE_MS,
  );

  test(
    'takes a change back, with the keyboard alone',
    async () => {
      const { server, tab } = watcher;
      const id = await watcher.replace('ada', 'src/app.py', ['"localhost"', '"example.org"']);
      await tab.until(`${card(id)}?.innerText.includes('+HOST = "example.org"')`);
      await tab.value(`${card(id)}.focus()`);
      await tab.press('Tab');
      expect(await tab.value('document.activeElement.textContent')).toBe('Undo');
      await tab.press('Enter');
      await tab.until(`${card(id)}.innerText.includes('Taken back by change')`);
      expect(server.folder.text('src/app.py')).toBe(FILES['src/app.py']);
      expect(await tab.value(`${card(id)}.contains(document.activeElement)`)).toBe(true);
    },
    PATIENCE_MS,
  );

  test(
    'shows a conflict, and refuses an undo of lines that have changed since',
    async () => {
      const { server, tab } = watcher;
      const [file_path, file_hash] = ['src/db.py', server.folder.hash('src/db.py')];
      const id = await watcher.replace('ada', file_path, ['connect(host)', 'connect(host, 5)']);
      await watcher.replace('ben', file_path, ['connect(host, 5)', 'connect(host, timeout=5)']);
      const now = server.folder.text(file_path);
      const edits = [{ old_text: 'connect(host)', new_text: 'connect(host, 9)' }];
      const stale = { file_path, file_hash, edits };
      expect((await server.call('cho', 'replace_text', stale)).isError).toBe(true);
      await tab.until(isInView('CONFLICT'));
      expect(await tab.value(isInView('cho: src/db.py'))).toBe(true);

      await tab.until(`${card(id)}?.querySelector('.undo')`);
      await tab.value(`${card(id)}.querySelector('.undo').click()`);
      await tab.until(`${card(id)}.querySelector('[role=alert]')?.innerText.includes('CONFLICT')`);
      expect(await tab.value(`${card(id)}.innerText.includes('Not undone')`)).toBe(true);
      expect(server.folder.text(file_path)).toBe(now);
    },
    PATIENCE_MS,
  );

  test(
    'pictures',
    async () => {
      const { tab } = watcher;
      await watcher.replace('cho', 'README.md', [
        'Python.',
        'Python 3.\n\n```sh\npython src/app.py\n```',
      ]);
      await watcher.replace('ben', 'src/app.py', ['PORT = 8080', 'PORT = 9090']);
      await tab.until(isInView('+PORT = 9090'));
      await tab.value('document.querySelector("#scroller").scrollTop = 0');
      await tab.value('document.querySelector("#roots").textContent = "/srv/demo"');
      await tab.scheme('light');
      await watcher.picture('live-view-light');
      await tab.scheme('dark');
      await watcher.picture('live-view-dark');
      await tab.size(420, 800);
      await watcher.picture('live-view-small-dark');
      await tab.scheme('light');
      await watcher.picture('live-view-small-light');
      expect(await tab.value('document.documentElement.scrollWidth')).toBeLessThanOrEqual(420);
      await tab.size(1280, 800);
    },
    PATIENCE_MS,
  );

  test(
    'goes on when the server was started anew, without asking for the token again',
    async () => {
      const { server, tab } = watcher;
      server.child.kill('SIGTERM');
      await tab.until('document.querySelector("#link").textContent.startsWith("Not connected")');
      const files = ['--token-file', `${server.folder.path}.tokens`, server.folder.path];
      const next = startServer({ args: ['--http', new URL(server.url).port, ...files] });
      await tab.until('document.querySelector("#link").textContent === "Live as you"');
      const again = { file_path: 'again.txt', contents: 'after the restart\n' };
      await server.call('ada', 'create_text_file', again);
      await tab.until(isInView('+after the restart'));
      next.child.kill('SIGTERM');
      expect(await next.ended).toBe(0);
    },
    PATIENCE_MS,
  );
});
