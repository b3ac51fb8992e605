import { afterEach, expect, test } from '@jest/globals';
import { createFolder } from '../../support/client-folder.js';
import { endAgents, openAgent } from './crew/agent.js';
import { addOne, countersText } from './crew/counters.js';
import { createTally, jain, times } from './crew/figures.js';
import { leftovers } from './crew/ground.js';
import { createRandom, PATIENCE_MS, scaled, tell } from './crew/scale.js';

// Sixteen servers on eight files: one edit in two is of a line of their own, the other of one line for all.

const AGENTS = 16;
const EDITS = scaled(15, 1000);
const FILES = Array.from({ length: 8 }, (_, index) => `counters-${String(index)}.txt`);
const LINES = 100;
const COMMON_LINE = 1;

afterEach(endAgents);

test(
  'sixteen servers edit disjoint and same lines: nothing is lost',
  async () => {
    const start = countersText(LINES, new Map());
    const folder = createFolder(Object.fromEntries(FILES.map((name) => [name, start])));
    const random = createRandom();
    const endings = createTally();
    const agents = await Promise.all(
      Array.from({ length: AGENTS }, (_, index) =>
        openAgent({ name: `agent-${String(index)}`, args: [folder.path] }),
      ),
    );
    const saved = new Map(FILES.map((name) => [name, new Map<number, number>()]));
    const waits: number[] = [];
    const done = agents.map(() => 0);
    let atFirstEnd: readonly number[] | undefined;

    const started = performance.now();
    await Promise.all(
      agents.map(async (agent, index) => {
        for (let round = 0; round < EDITS; round += 1) {
          const [name = ''] = random.some(FILES, 1);
          const line = round % 2 === 0 ? 2 + index : COMMON_LINE;
          const begun = performance.now();
          await addOne(agent, { files: [name], line, endings });
          waits.push(performance.now() - begun);
          const counts = saved.get(name);
          counts?.set(line, (counts.get(line) ?? 0) + 1);
          done[index] = round + 1;
        }
        atFirstEnd ??= [...done];
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    await Promise.all(agents.map((agent) => agent.close()));

    tell(
      `many: seed ${String(random.seed)}, ${String(waits.length)} edits by ${String(AGENTS)} servers in ${seconds.toFixed(1)} s, ${(waits.length / seconds).toFixed(0)}/s; an edit with its read and retries ${times(waits)}; fairness ${jain(atFirstEnd ?? []).toFixed(3)} (${endings.text()})`,
    );
    for (const [name, counts] of saved)
      expect(folder.text(name).split('\n')).toEqual(countersText(LINES, counts).split('\n'));
    expect(leftovers(folder.path)).toEqual([]);
    folder.remove();
  },
  PATIENCE_MS,
);
