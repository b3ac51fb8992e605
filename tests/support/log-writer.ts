import { hashOf } from '../../src/core/hash.js';
import { thisMachine } from '../../src/store/disk/machine.js';
import { openStore } from './machines.js';

// A program: makes changes of files one after another, as a server of its own would, and prints their ids.
// It is bundled and run several times at once.

/** What the program is given as JSON. */
export interface Writing {
  readonly root: string;
  readonly agent: string;
  /** Files of each change in turn; each is made one line longer. */
  readonly files: readonly (readonly string[])[];
}

const [, , argument = '{}'] = process.argv;
const { root, agent, files }: Writing = JSON.parse(argument);
const options = { durability: 'none' as const, lockTimeoutMs: 60_000 };
const store = openStore(root, thisMachine(), options);
const how = { author: agent, tool: 'write', signal: new AbortController().signal };
const ids = [];
for (const [turn, names] of files.entries()) {
  const paths = await Promise.all(
    names.map(async (name) => (await store.resolve(name, 'write')).path),
  );
  const id = await store.transact(
    paths,
    (before) =>
      paths.map((path) => {
        const old = before.get(path)?.bytes ?? Buffer.alloc(0);
        const slices = [old, Buffer.from(`${agent} ${String(turn)}\n`)];
        const size = slices.reduce((sum, { length }) => sum + length, 0);
        return { path, content: { slices, size, hash: hashOf(...slices) }, action: 'patch' };
      }),
    how,
  );
  ids.push(id);
}
await store.close();
process.stdout.write(JSON.stringify(ids));
