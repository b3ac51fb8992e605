import { afterEach, expect, test } from '@jest/globals';
import { createFolder } from '../../support/client-folder.js';
import { endAgents, openAgent, type Agent } from './crew/agent.js';
import { alongside, type IsOver } from './crew/alongside.js';
import { look } from './crew/calls.js';
import { addOne, countersText } from './crew/counters.js';
import { createTally, times } from './crew/figures.js';
import { leftovers } from './crew/ground.js';
import { PATIENCE_MS, pause, scaled, tell } from './crew/scale.js';

// Eight servers, each with a line of its own in the same files.

const AGENTS = 8;
/** 200 KB. */
const LINES = 2000;

const seats = Array.from({ length: AGENTS }, (_, index) => ({
  name: `agent-${String(index)}`,
  line: 100 + 200 * index,
}));

afterEach(endAgents);

test.each([
  ['one file', ['one.txt'], scaled(15, 100)],
  ['two files in one transaction', ['left.txt', 'right.txt'], scaled(5, 100)],
] as const)(
  'eight servers, each %s: every round is saved and stays',
  async (what, files, rounds) => {
    const start = countersText(LINES, new Map());
    const folder = createFolder(Object.fromEntries(files.map((name) => [name, start])));
    const endings = createTally();
    const waits: number[] = [];
    const agents = await Promise.all(
      seats.map(({ name }) => openAgent({ name, args: [folder.path] })),
    );
    const reader = await openAgent({ name: 'reader', args: ['--read-only', folder.path] });
    const disagreements: string[] = [];
    const compare = async (isOver: IsOver): Promise<void> => {
      while (!isOver()) {
        const seen = [...((await look(reader, files, [1])) ?? [])];
        const hashes = seen.flatMap(([, file]) => (typeof file === 'object' ? [file.hash] : []));
        if (hashes.length === files.length && new Set(hashes).size > 1)
          disagreements.push(JSON.stringify(seen));
        await pause(25);
      }
    };
    const addRounds = async (agent: Agent, line: number): Promise<readonly number[]> => {
      const values: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const begun = performance.now();
        values.push(await addOne(agent, { files, line, endings }));
        waits.push(performance.now() - begun);
      }
      return values;
    };

    const started = performance.now();
    const counted = await alongside(
      () => Promise.all(agents.map((agent, index) => addRounds(agent, seats[index]?.line ?? 0))),
      compare,
    );
    const seconds = (performance.now() - started) / 1000;
    await Promise.all([...agents, reader].map((agent) => agent.close()));

    tell(
      `eight servers, ${what}: ${String(AGENTS * rounds)} rounds saved in ${seconds.toFixed(1)} s; a round with its retries ${times(waits)} (${endings.text()})`,
    );
    // Each saw its own line exactly as it had left it, in every round.
    const everyRound = Array.from({ length: rounds }, (_, round) => round + 1);
    expect(counted).toEqual(seats.map(() => everyRound));
    const last = countersText(LINES, new Map(seats.map(({ line }) => [line, rounds])));
    for (const name of files) expect(folder.text(name) === last).toBe(true);
    expect(disagreements).toEqual([]);
    expect(leftovers(folder.path)).toEqual([]);
    folder.remove();
  },
  PATIENCE_MS,
);
