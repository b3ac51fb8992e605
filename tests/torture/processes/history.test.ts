import { afterEach, expect, test } from '@jest/globals';
import { endAgents, openAgent } from './crew/agent.js';
import { alongside } from './crew/alongside.js';
import { lookAtStamps, openCrew } from './crew/crew.js';
import { createGround, judge, leftovers } from './crew/ground.js';
import { createRecorder } from './crew/recorder.js';
import { createRandom, PATIENCE_MS, pause, scaled, tell } from './crew/scale.js';

// Servers edit one to three of four files at once; every call is taken down and the whole history checked.

const FILES = ['a/one.txt', 'a/two.txt', 'b/three.txt', 'four.txt'];
const ROUNDS = scaled(15, 200);

afterEach(endAgents);

test(
  'what all agents saw and wrote can be put into one order',
  async () => {
    const ground = createGround(FILES);
    const recorder = createRecorder();
    const random = createRandom();
    const start = (name: string) => openAgent({ name, args: [ground.path] });
    const crew = await openCrew({
      names: ['ada', 'ben', 'cyd', 'dan'],
      start,
      files: FILES,
      mostFiles: 3,
      locksHold: true,
      recorder,
      random,
    });
    const reader = await start('reader');
    await alongside(
      (isOver) => crew.work(isOver, ({ rounds }) => rounds >= ROUNDS),
      async (isOver) => {
        while (!isOver()) {
          await lookAtStamps(reader, random.some(FILES, 1 + random.below(4)), recorder);
          await pause(1);
        }
      },
    );
    await Promise.all([crew.close(), reader.close()]);

    const verdict = judge(ground, recorder);
    tell(
      `history: seed ${String(random.seed)}, ${String(verdict.writes)} writes and ${String(verdict.reads)} reads checked, ${String(verdict.violations.length)} violations (${recorder.endings.text()})`,
    );
    expect(verdict.violations).toEqual([]);
    expect(verdict.writes).toBe(4 * ROUNDS);
    expect(leftovers(ground.path)).toEqual([]);
    ground.remove();
  },
  PATIENCE_MS,
);
