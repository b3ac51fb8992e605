import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from '@jest/globals';
import { plantTree, type Tree } from '../../support/tree.js';
import { endAgents, openAgent, type Agent, type Answer } from './crew/agent.js';
import { alongside, type IsOver } from './crew/alongside.js';
import { createTally, type Tally } from './crew/figures.js';
import { PATIENCE_MS, scaled, tell } from './crew/scale.js';

// Another program swaps a directory, or a file, for a link to the outside, thousands of times, while servers
// read and write through it. What is out there is never read and never changed.

const ROUNDS = scaled(1000, 10_000);
const CANARY = 'canary: nobody may see this\n';

afterEach(endAgents);

test.each([
  ['the directory of the file', 'w/a/b', 'outside/b', 'a/b/f.txt'],
  ['a directory above', 'w/a', 'outside', 'a/b/f.txt'],
  ['the file', 'w/a/f.txt', 'outside/f.txt', 'a/f.txt'],
])(
  '%s is swapped',
  async (what, place, target, path) => {
    const tree = plantTree({
      'w/a/b/f.txt': 'in 0\n',
      'w/a/f.txt': 'in 0\n',
      'outside/b/f.txt': CANARY,
      'outside/f.txt': CANARY,
    });
    const before = outside(tree);
    const endings = createTally();
    const args = ['--lock-timeout', '1', tree.at('w')];
    const agents = await Promise.all(['ada', 'ben'].map((name) => openAgent({ name, args })));
    const swaps = await alongside(
      async (isOver) => {
        // Servers must have come through in both states, however long that takes.
        const isSeen = (): boolean => endings.of('read') > 0 && endings.of('OUTSIDE_ROOTS') > 0;
        for (let rounds = 0; ;) {
          await swap(tree.at(place), tree.at(target));
          rounds += ROUNDS;
          if (isSeen() || isOver()) return rounds;
        }
      },
      ...agents.map((agent) => async (isOver: IsOver) => {
        while (!isOver()) await useFile(agent, path, endings);
      }),
    );
    await Promise.all(agents.map((agent) => agent.close()));

    tell(`swapper, ${what}: ${String(swaps)} rounds (${endings.text()})`);
    expect(outside(tree)).toEqual(before);
    expect(readFileSync(tree.at(`w/${path}`), 'utf8')).toMatch(/^in \d+\n$/);
    expect(endings.words()).not.toContain('INTERNAL');
    tree.remove();
  },
  PATIENCE_MS,
);

async function swap(place: string, target: string): Promise<void> {
  const program = fileURLToPath(new URL('../../support/swapper.mjs', import.meta.url));
  const args = [program, place, target, String(ROUNDS)];
  const swapper = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  swapper.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(swapper, 'close');
  expect(said).toBe('');
}

/** Everything that shows whether something out there was changed. */
function outside(tree: Tree): object {
  const names = readdirSync(tree.at('outside'), { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    ['.', ...names.toSorted()].map((name) => {
      const path = tree.at(`outside/${name}`);
      const stat = statSync(path);
      const content = stat.isFile() ? readFileSync(path, 'utf8') : '';
      return [name, [stat.ino, stat.mtimeMs, stat.ctimeMs, stat.nlink, content]];
    }),
  );
}

/** How many files were made beside it. */
let made = 0;

/** Reads the file and writes it, and makes and deletes another beside it. */
async function useFile(agent: Agent, path: string, endings: Tally): Promise<void> {
  const call = async (tool: string, args: object, what: string): Promise<Saved | undefined> => {
    const answer = await agent.call(tool, args);
    if (answer === undefined) throw new Error(`the server ended: ${agent.stderr()}`);
    endings.add(answer.code ?? what);
    const shown = answer.text + JSON.stringify(answer.object);
    if (shown.includes('canary')) throw new Error(`read from outside: ${shown}`);
    return answer.code === undefined ? savedIn(answer) : undefined;
  };
  const read = await call('get_text_file_contents', { files: [{ file_path: path }] }, 'read');
  const text = read?.ranges?.[0]?.content;
  if (text !== undefined) {
    const contents = `in ${String(1 + Number(/\d+/.exec(text)?.[0]))}\n`;
    const entry = { file_path: path, file_hash: read?.file_hash, action: 'replace', contents };
    await call('edit_text_file_contents', { files: [entry] }, 'write');
  }
  made += 1;
  const beside = path.replace('f.txt', `${agent.name}-${String(made)}.txt`);
  const created = await call('create_text_file', { file_path: beside, contents: 'x\n' }, 'create');
  if (created === undefined) return;
  const entry = { file_path: beside, file_hash: created.file_hash, action: 'delete' };
  await call('edit_text_file_contents', { files: [entry] }, 'delete');
}

interface Saved {
  readonly file_hash?: string;
  readonly ranges?: readonly { readonly content?: string }[];
}

function savedIn({ object }: Answer): Saved | undefined {
  const files = object['files'] as readonly Saved[];
  return files[0];
}
