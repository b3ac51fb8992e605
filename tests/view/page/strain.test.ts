import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { testWith } from '../../support/needs.js';
import {
  card,
  isInView,
  startWatcher,
  WATCHER_PATIENCE_MS as PATIENCE_MS,
  type Watcher,
  WATCHING,
} from '../../support/watcher.js';

// The live view under those who mean it harm, and under very many changes.

const test = testWith(WATCHING.isOffered, WATCHING.reason);

let watcher: Watcher;
beforeAll(async () => {
  if (!WATCHING.isOffered) return;
  watcher = await startWatcher({ 'a.txt': 'one\n' });
  await watcher.signIn();
}, PATIENCE_MS);
afterAll(async () => {
  await (watcher as Watcher | undefined)?.end();
});

describe('the live view', () => {
  test(
    'runs no script of a hostile name, diff or agent',
    async () => {
      const { server, tab } = watcher;
      const attack = '<img src=x onerror=alert(1)><script>alert(2)</script>';
      const name = `${attack.replaceAll('/', '\u2044')}\u202Etxt.exe`;
      const contents = `${attack}\n"'><svg onload=alert(3)>\njavascript:alert(4)\n`;
      const made = await server.call('ada', 'create_text_file', { file_path: name, contents });
      expect(made.text).toMatch(/^OK/);
      await tab.until(isInView(`+"'><svg onload=alert(3)>`));
      expect(await tab.value(isInView('‹U+202E›txt.exe'))).toBe(true);

      const line = {
        id: 'hostile1',
        time: new Date().toISOString(),
        agent: attack,
        tool: attack,
        files: [{ path: 'a', action: 'create', after: 'a'.repeat(64) }],
      };
      watcher.log([line]);
      await tab.until(card('hostile1'));
      await tab.until(`${card('hostile1')}.innerText.includes('not all kept')`);
      await tab.value(
        `[...document.querySelectorAll('.badge')].length >= 1 && document.querySelector('details').click()`,
      );
      expect(
        await tab.value('document.querySelectorAll("#view img, #view script, #view svg").length'),
      ).toBe(0);
      expect(tab.troubles.filter((one) => !one.includes('401'))).toEqual([]);
      expect(tab.requests.filter((url) => !url.startsWith(server.url))).toEqual([]);
    },
    PATIENCE_MS,
  );

  test(
    'stays smooth with 10,000 changes',
    async () => {
      const { tab } = watcher;
      for (let batch = 0; batch < 10; batch += 1) {
        watcher.log(Array.from({ length: 1000 }, (_, index) => logLine(batch * 1000 + index)));
        await tab.until(card(`c${String(batch * 1000 + 999)}`));
      }
      await tab.until('/^10000$/.test(document.querySelector("#changes-count").textContent)');
      const frames = await tab.value<readonly number[]>(SCROLL);
      const [middle, most] = [frames[Math.floor(frames.length / 2)] ?? 0, frames.at(-1) ?? 0];
      process.stderr.write(
        `live view: 10,000 changes, scrolling: a frame in ${middle.toFixed(1)} ms, at most ${most.toFixed(1)} ms\n`,
      );
      expect(await tab.value('document.querySelectorAll("article").length')).toBeLessThan(60);
      expect(await tab.value('document.querySelectorAll("*").length')).toBeLessThan(3000);

      await tab.value('document.querySelector("article").focus()');
      await tab.press('Home');
      expect(await tab.value('document.activeElement.ariaPosInSet')).toBe('1');
      await tab.press('ArrowDown');
      expect(await tab.value('document.activeElement.ariaPosInSet')).toBe('2');
      await tab.press('End');
      expect(await tab.value('document.activeElement.ariaPosInSet')).toBe('10000');

      // What is in sight stays where it is when something comes in above it.
      await tab.value('document.querySelector("#scroller").scrollTop = 300000');
      await tab.value('new Promise((resolve) => setTimeout(resolve, 500))');
      const top = `[...document.querySelectorAll('article')].find((one) => one.getBoundingClientRect().bottom > 200)`;
      await tab.value(`window.kept = ${top}; window.was = window.kept.getBoundingClientRect().top`);
      watcher.log([logLine(10_001)]);
      await tab.until(
        'window.kept.ariaPosInSet !== window.keptAt && document.querySelector("article[aria-setsize]")',
      );
      await tab.value('new Promise((resolve) => setTimeout(resolve, 1500))');
      expect(await tab.value('window.kept.getBoundingClientRect().top - window.was')).toBe(0);
    },
    PATIENCE_MS,
  );
});

/** How long each frame took while the list was scrolled through, sorted. */
const SCROLL = `new Promise((resolve) => {
  const scroller = document.querySelector('#scroller');
  const frames = [];
  scroller.scrollTop = scroller.scrollHeight / 2;
  let last = performance.now();
  const step = (now) => {
    frames.push(now - last);
    last = now;
    scroller.scrollTop += 150;
    if (frames.length < 120) requestAnimationFrame(step);
    else resolve(frames.toSorted((a, b) => a - b));
  };
  requestAnimationFrame(step);
})`;

function logLine(index: number): object {
  return {
    id: `c${String(index)}`,
    time: new Date().toISOString(),
    agent: `agent-${String(index % 20)}`,
    tool: 'replace_text',
    files: [{ path: `file-${String(index % 100)}.txt`, action: 'create', after: 'a'.repeat(64) }],
  };
}
