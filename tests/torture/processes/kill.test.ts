import { afterEach, expect, test } from '@jest/globals';
import { createFolder } from '../../support/client-folder.js';
import { endAgents, openAgent, type Agent } from './crew/agent.js';
import { alongside } from './crew/alongside.js';
import { edit, look } from './crew/calls.js';
import { killAtRandom, stopAtRandom, type Target } from './crew/chaos.js';
import { lookAtStamps, openCrew, timesUndone } from './crew/crew.js';
import { times } from './crew/figures.js';
import { createGround, judge, leftovers, useAll } from './crew/ground.js';
import { startPoller } from './crew/polling.js';
import { createRecorder } from './crew/recorder.js';
import { createRandom, PATIENCE_MS, pause, scaled, tell } from './crew/scale.js';

// Servers are killed and stopped at random moments of their work.

afterEach(endAgents);

const ONE_KILLS = scaled(12, 50);

test(
  'a server is killed while it edits a file: old or new, and the next edits it within a second',
  async () => {
    const filler = `${'.'.repeat(99)}\n`.repeat(2000);
    const textOf = (version: number): string => `version ${String(version)}\n${filler}`;
    const folder = createFolder({ 'big.txt': textOf(0) });
    const random = createRandom();
    const open = (turn: number): Promise<Agent> =>
      openAgent({ name: `agent-${String(turn)}`, args: [folder.path] });
    const waits: number[] = [];
    const found = { old: 0, new: 0 };
    // So that the kill comes at any moment of an edit, and sometimes after it.
    let span = 10;

    let victim = await open(0);
    let version = 0;
    for (let turn = 1; turn <= ONE_KILLS; turn += 1) {
      const next = await open(turn);
      const before = { number: version, text: textOf(version), hash: folder.hash('big.txt') };
      version += 1;
      const line = {
        line: 1,
        old: `version ${String(before.number)}`,
        text: `version ${String(version)}`,
      };
      const editing = edit(victim, [{ name: 'big.txt', hash: before.hash, lines: [line] }]);
      await pause(random.next() * span * 1.3);
      victim.signal('SIGKILL');
      const [ending] = await Promise.all([editing, victim.ended]);

      const killed = performance.now();
      const seen = await look(next, ['big.txt'], [1]);
      const file = seen?.get('big.txt');
      const text = folder.text('big.txt');
      const isNew = text === textOf(version);
      expect(isNew || text === before.text).toBe(true);
      if (ending.kind === 'saved') expect(isNew).toBe(true);
      if (typeof file !== 'object') throw new Error(`cannot be read: ${String(file)}`);
      found[isNew ? 'new' : 'old'] += 1;

      version += 1;
      const [old = ''] = file.lines;
      const change = { line: 1, old, text: `version ${String(version)}` };
      const begun = performance.now();
      const after = await edit(next, [{ name: 'big.txt', hash: file.hash, lines: [change] }]);
      span = performance.now() - begun;
      waits.push(performance.now() - killed);
      expect(after).toMatchObject({ kind: 'saved' });
      expect(folder.text('big.txt')).toBe(textOf(version));
      expect(leftovers(folder.path)).toEqual([]);
      victim = next;
    }
    await victim.close();
    tell(
      `kill during one edit: seed ${String(random.seed)}, ${String(ONE_KILLS)} kills, then ${String(found.old)} old and ${String(found.new)} new; next edit ${times(waits)}`,
    );
    expect(Math.max(...waits)).toBeLessThan(1000);
    folder.remove();
  },
  PATIENCE_MS,
);

test('a lock that died with its maker before a word was written in it is swept at the next use', async () => {
  const folder = createFolder({ 'f.txt': 'old\n' });
  const token = '0123456789abcdef';
  folder.write(`.f.txt.lockline/.git/${token}/hb-${token}-0`, '');
  const agent = await openAgent({ name: 'next', args: [folder.path] });
  const lines = [{ line: 1, old: 'old', text: 'new' }];
  const ending = await edit(agent, [{ name: 'f.txt', hash: folder.hash('f.txt'), lines }]);
  expect(ending).toMatchObject({ kind: 'saved' });
  expect(leftovers(folder.path)).toEqual([]);
  await agent.close();
  folder.remove();
});

const FILES = ['a/one.txt', 'a/two.txt', 'b/three.txt', 'b/four.txt', 'c/five.txt', 'c/six.txt'];
const NAMES = ['ada', 'ben', 'cyd', 'dan', 'eve', 'fay'];
/** How long a server may stand still before others take its locks, where servers are stopped. */
const STALE_MS = 800;

interface Chaos {
  readonly name: string;
  readonly durability: 'full' | 'none';
  /** Whether servers are stopped, and lose their locks soon. */
  readonly isStopping: boolean;
}

/** Six servers edit while something strikes them, a reader and a poller watch, and all is judged. */
async function chaos(
  { name, durability, isStopping }: Chaos,
  strike: (target: Target) => Promise<void>,
): Promise<{ readonly fenced: number }> {
  const ground = createGround(FILES);
  const recorder = createRecorder();
  const random = createRandom();
  const env = isStopping ? { LOCKLINE_TEST_STALE_MS: String(STALE_MS) } : {};
  const start = (agent: string) =>
    openAgent({ name: agent, args: ['--durability', durability, ground.path], env });
  const crew = await openCrew({
    names: NAMES,
    start,
    files: FILES,
    mostFiles: 3,
    locksHold: !isStopping,
    recorder,
    random,
  });
  const poller = startPoller(FILES.map((file) => `${ground.path}/${file}`));
  const reader = await start('reader');
  await alongside(
    (isOver) => strike({ crew, ground, random, isOver }),
    (isOver) => crew.work(isOver),
    async (isOver) => {
      while (!isOver()) {
        await lookAtStamps(reader, FILES, recorder);
        await pause(5);
      }
    },
  );
  const polled = await poller.stop();
  await Promise.all([crew.close(), reader.close()]);
  await useAll(ground, recorder);

  const verdict = judge(ground, recorder);
  tell(
    `${name}: seed ${String(random.seed)}, ${String(verdict.writes)} writes, of which ${String(verdict.untold)} without an answer, and ${String(verdict.reads)} reads (${String(verdict.provisional)} provisional) checked, ${String(verdict.violations.length)} violations; ${String(polled.reads)} polls, ${String(polled.torn.length)} torn; ${timesUndone([...crew.agents, reader])}; edits ${times(recorder.waits)} (${recorder.endings.text()})`,
  );
  expect(verdict.violations).toEqual([]);
  expect(polled.torn).toEqual([]);
  expect(polled.reads).toBeGreaterThan(0);
  ground.remove();
  return { fenced: recorder.endings.of('LOCK_LOST') };
}

/** With syncs most of an edit is waiting for the disk, without them it is all the rest. */
const DURABILITIES = ['full', 'none'] as const;

test.each(DURABILITIES)(
  'servers are killed at random while they edit one to three files, durability %s',
  async (durability) => {
    const kills = scaled(10, 100);
    const name = `${String(kills)} kills, durability ${durability}`;
    await chaos({ name, durability, isStopping: false }, (target) => killAtRandom(target, kills));
  },
  PATIENCE_MS,
);

test(
  'servers are stopped for longer than the stale time and go on',
  async () => {
    const stops = scaled(5, 40);
    const { fenced } = await chaos(
      { name: `${String(stops)} stops`, durability: 'full', isStopping: true },
      (target) => stopAtRandom(target, stops, STALE_MS),
    );
    // Of five not one need be stopped while it holds a lock.
    expect(fenced).toBeGreaterThanOrEqual(scaled(0, 1));
  },
  PATIENCE_MS,
);
