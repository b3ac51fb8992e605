import { afterEach, expect, test } from '@jest/globals';
import { createFolder } from '../../support/client-folder.js';
import { endAgents, openAgent } from './crew/agent.js';
import { createTally } from './crew/figures.js';
import { leftovers } from './crew/ground.js';
import { bodyOf, bodyStart, markedText, patchOf } from './crew/marks.js';
import { PATIENCE_MS, scaled, tell } from './crew/scale.js';

// One agent that sends several patches of one file in one turn: all at once, all with the hash that it holds.

const AT_ONCE = 10;
const LINES = 2000;
const ROUNDS = scaled(3, 100);
const FILE = 'all.js';

afterEach(endAgents);

test(
  'ten patches at once with one hash are all made, in one call each',
  async () => {
    const endings = createTally();
    for (let round = 0; round < ROUNDS; round += 1) {
      const folder = createFolder({ [FILE]: markedText(LINES, () => []) });
      const agent = await openAgent({ name: 'ada', args: [folder.path] });
      const fileHash = folder.hash(FILE);
      // Neighbours too, and in an order that is not that of the file.
      const functions = Array.from({ length: AT_ONCE }, (_, index) => (round + index * 7) % 20);
      const calls = functions.map((one) => {
        const lines = { fileHash, start: bodyStart(one), texts: bodyOf(one) };
        return agent.call(
          'patch_text_file_contents',
          patchOf(lines, bodyOf(one, [`mark ${String(one)}`])),
        );
      });
      for (const answer of await Promise.all(calls)) {
        endings.add(answer === undefined ? 'no answer' : (answer.code ?? 'saved'));
      }
      await agent.close();
      const marks = (one: number) => (functions.includes(one) ? [`mark ${String(one)}`] : []);
      expect(folder.text(FILE) === markedText(LINES, marks)).toBe(true);
      expect(leftovers(folder.path)).toEqual([]);
      folder.remove();
    }
    tell(`parallel: ${String(ROUNDS)} x ${String(AT_ONCE)} patches at once (${endings.text()})`);
    expect(endings.of('saved')).toBe(ROUNDS * AT_ONCE);
    expect(endings.words()).toEqual(['saved']);
  },
  PATIENCE_MS,
);
