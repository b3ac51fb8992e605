import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from '@jest/globals';
import { openEvents } from '../../support/event-stream.js';
import { type HttpServer, startHttpServer, tokenOf } from '../../support/http-server.js';
import { edit, look } from './crew/calls.js';
import { addOne, counterLine, countersText } from './crew/counters.js';
import { createTally, jain, times } from './crew/figures.js';
import { leftovers } from './crew/ground.js';
import { type HttpAgent, openHttpAgent } from './crew/http-agent.js';
import { createRandom, PATIENCE_MS, pause, scaled, tell } from './crew/scale.js';

// One process for many agents: fifty of them on twenty files, first for as long as asked, then until it is told
// to stop.

const NAMES = Array.from({ length: 50 }, (_, index) => `agent-${String(index)}`);
const FILES = Array.from({ length: 20 }, (_, index) => `src/counters-${String(index)}.txt`);
const LINES = 100;
const COMMON_LINE = 1;
const RUN_MS = scaled(3000, 30_000);
const UNTIL_STOP_MS = scaled(800, 5000);
/** How often the memory of the server is looked at. */
const LOOK_MS = scaled(100, 500);
/** The heap of V8 grows and shrinks by so much in a server that keeps nothing. */
const SWAY_MIB = 96;

let server: HttpServer | undefined;
const agents: HttpAgent[] = [];
afterEach(async () => {
  for (const agent of agents.splice(0)) agent.close();
  await server?.end();
  server = undefined;
});

async function start(): Promise<HttpServer> {
  const text = countersText(LINES, new Map());
  const files = Object.fromEntries(FILES.map((name) => [name, text]));
  server = await startHttpServer({ files, agents: NAMES });
  const { url } = server;
  agents.push(...NAMES.map((name) => openHttpAgent({ name, url, token: tokenOf(name) })));
  return server;
}

/** MiB that a process has in memory; 0 where only Linux could tell. */
function memoryOf(pid: number | undefined): number {
  if (process.platform !== 'linux') return 0;
  const [, pages] = readFileSync(`/proc/${String(pid)}/statm`, 'utf8').split(' ');
  return (Number(pages) * 4096) / 2 ** 20;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

test(
  'fifty agents edit twenty files through one process: nothing is lost, and memory does not grow',
  async () => {
    const { child, folder, url, authorization } = await start();
    const watcher = await openEvents(url, authorization('agent-0'));
    const random = createRandom();
    const endings = createTally();
    const saved = new Map(FILES.map((name) => [name, new Map<number, number>()]));
    const [waits, memory]: [number[], number[]] = [[], []];
    const done = agents.map(() => 0);

    const begun = performance.now();
    const isOver = (): boolean => performance.now() - begun > RUN_MS;
    const watchMemory = async (): Promise<void> => {
      for (; !isOver(); await pause(LOOK_MS)) memory.push(memoryOf(child.pid));
    };
    await Promise.all([
      watchMemory(),
      ...agents.map(async (agent, index) => {
        while (!isOver()) {
          const [name = ''] = random.some(FILES, 1);
          const line = random.next() < 0.75 ? 2 + index : COMMON_LINE;
          const asked = performance.now();
          await addOne(agent, { files: [name], line, endings });
          waits.push(performance.now() - asked);
          const counts = saved.get(name);
          counts?.set(line, (counts.get(line) ?? 0) + 1);
          done[index] = (done[index] ?? 0) + 1;
        }
      }),
    ]);
    const seconds = (performance.now() - begun) / 1000;

    const [early, late] = [memory.slice(memory.length / 4, memory.length / 2), memory.slice(-4)];
    tell(
      `http: seed ${String(random.seed)}, ${String(waits.length)} edits by ${String(NAMES.length)} agents in ${seconds.toFixed(1)} s, ${(waits.length / seconds).toFixed(0)}/s; an edit with its read and retries ${times(waits)}; fairness ${jain(done).toFixed(3)}; memory ${mean(early).toFixed(0)} then ${mean(late).toFixed(0)} MiB (${endings.text()})`,
    );
    expect(mean(late)).toBeLessThan(mean(early) + SWAY_MIB);
    for (const [name, counts] of saved)
      expect(folder.text(name).split('\n')).toEqual(countersText(LINES, counts).split('\n'));
    expect(leftovers(folder.path)).toEqual([]);

    await watcher.next('changes', ({ changes }) => changes.some(({ agent }) => agent !== ''));
    watcher.close();
  },
  PATIENCE_MS,
);

/** What one agent was told of its own line. */
interface Told {
  readonly name: string;
  readonly line: number;
  /** The last value that was acknowledged. */
  readonly saved: number;
  /** Whether an edit that went on from there was never answered. */
  readonly isOpen: boolean;
}

/** Adds to a line of its own until the server does not answer. */
async function addUntilGone(agent: HttpAgent, name: string, line: number): Promise<Told> {
  for (let saved = 0; ;) {
    const seen = (await look(agent, [name], [line]))?.get(name);
    if (typeof seen !== 'object') return { name, line, saved, isOpen: false };
    const old = counterLine(line, saved);
    const lines = [{ line, old, text: counterLine(line, saved + 1) }];
    const ending = await edit(agent, [{ name, hash: seen.hash, lines }]);
    if (ending.kind === 'unknown') return { name, line, saved, isOpen: true };
    if (ending.kind === 'saved') saved += 1;
  }
}

test(
  'a server that is told to stop under load has every edit that it acknowledged',
  async () => {
    const { child, ended, folder, stderr } = await start();
    const running = agents.map((agent, index) =>
      addUntilGone(agent, FILES[index % FILES.length] ?? '', 2 + index),
    );
    await pause(UNTIL_STOP_MS);
    const stopped = performance.now();
    child.kill('SIGTERM');
    const code = await ended;
    const took = performance.now() - stopped;
    const told = await Promise.all(running);

    const total = told.reduce((sum, { saved }) => sum + saved, 0);
    const open = told.filter(({ isOpen }) => isOpen).length;
    tell(
      `http: ended ${took.toFixed(0)} ms after SIGTERM, under ${String(NAMES.length)} agents with ${String(total)} edits acknowledged and ${String(open)} never answered`,
    );
    expect([code, stderr()]).toEqual([0, expect.not.stringContaining('error')]);
    expect(total).toBeGreaterThan(0);
    for (const { name, line, saved, isOpen } of told) {
      const found = folder.text(name).split('\n')[line - 1];
      const allowed = [saved, ...(isOpen ? [saved + 1] : [])];
      expect(allowed.map((value) => counterLine(line, value))).toContain(found);
    }
    expect(leftovers(folder.path)).toEqual([]);
  },
  PATIENCE_MS,
);
