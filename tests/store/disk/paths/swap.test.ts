import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { nodeFs } from '../../../../src/store/disk/fs-port.js';
import { openersOf, readThrough, type Openers } from '../../../support/opened.js';
import { refusalFrom } from '../../../support/thrown.js';
import { plantTree, type Tree } from '../../../support/tree.js';

// Another program swaps a directory for a link to the outside while files in it are read and written.
// What is out there is never read and never changed. tests/torture has the long form.

const ROUNDS = 1000;
const CANARY = 'TOP\n';

let tree: Tree;
let swapper: ChildProcess | undefined;

beforeEach(() => {
  tree = plantTree({
    'w/a/b/f.txt': 'in\n',
    'w/a/f.txt': 'in\n',
    'outside/b/f.txt': CANARY,
    'outside/f.txt': CANARY,
  });
});

afterEach(async () => {
  const ended = swapper && once(swapper, 'exit');
  swapper?.kill('SIGKILL');
  await ended;
  tree.remove();
});

async function startSwapping(place: string, target: string): Promise<void> {
  const program = fileURLToPath(new URL('../../../support/swapper.mjs', import.meta.url));
  const args = [program, tree.at(place), tree.at(target)];
  swapper = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  if (swapper.stdout !== null) await once(swapper.stdout, 'data');
}

/** Makes and removes a file beside the one at `path`, through the open directory. */
function touchBeside({ confinement, anchors }: Openers, path: string): void {
  const anchor = anchors.openParent(confinement.resolve(path, 'write').path);
  if (anchor === undefined) return;
  try {
    nodeFs.writeSmall(anchor.at('mark'), Buffer.from('mark'), 0o600);
    nodeFs.unlink(anchor.at('mark'));
  } finally {
    anchor.close();
  }
}

test.each([
  ['the directory of the file', 'w/a/b', 'outside/b', 'a/b/f.txt'],
  ['a directory above', 'w/a', 'outside', 'a/b/f.txt'],
  ['the file', 'w/a/f.txt', 'outside/f.txt', 'a/f.txt'],
])('%s is swapped', async (_, place, target, path) => {
  const openers = openersOf([tree.at('w')]);
  const outside = ['outside', 'outside/b'].map((name) => statSync(tree.at(name)).mtimeMs);
  const before = readdirSync('/proc/self/fd').length;
  const seen: Record<string, number> = {};
  const note = (what: string): void => {
    seen[what] = (seen[what] ?? 0) + 1;
  };
  await startSwapping(place, target);

  for (let round = 0; round < ROUNDS; round += 1) {
    const reading = refusalFrom(() => {
      note(readThrough(openers, path) ?? 'nothing');
    });
    if (reading !== undefined) note(reading.code);
    const writing = refusalFrom(() => {
      touchBeside(openers, path);
    });
    if (writing !== undefined) note(writing.code);
  }

  expect(seen[CANARY]).toBeUndefined();
  expect(seen['in\n']).toBeGreaterThan(0);
  expect(seen['OUTSIDE_ROOTS']).toBeGreaterThan(0);
  const known = ['in\n', 'nothing', 'OUTSIDE_ROOTS', 'FILE_NOT_FOUND', 'NOT_A_FILE', 'IO_FAILED'];
  expect(Object.keys(seen).filter((what) => !known.includes(what))).toEqual([]);
  expect(['outside', 'outside/b'].map((name) => statSync(tree.at(name)).mtimeMs)).toEqual(outside);
  expect(readdirSync(tree.at('outside')).toSorted()).toEqual(['b', 'f.txt']);
  // The pipe of the other program is ours too.
  expect(readdirSync('/proc/self/fd').length - before).toBeLessThan(5);
});
