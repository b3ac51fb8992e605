import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { sha256 } from '../../support/client-folder.js';
import { isRoot, runs, testWith } from '../../support/needs.js';
import { directory, plantTree, type Tree } from '../../support/tree.js';
import { readFileSync } from 'node:fs';
import { endAgents, openAgent, type Agent } from './crew/agent.js';
import { leftovers } from './crew/ground.js';
import { canMount, mustRun, withMounts } from './crew/mounts.js';

// Files that the system does not let anybody replace: alone and in a transaction each is refused with its
// reason, and nothing at all is changed.

const MOUNT = `
mount --bind "$1/fixed" "$1/fixed"
mount -o remount,bind,ro "$1/fixed"
mount --bind "$1/elsewhere.txt" "$1/mounted.txt"
`;
const ATTRIBUTES = [
  ['+i', 'immutable.txt'],
  ['+i', 'frozen'],
  ['+a', 'append-only.txt'],
] as const;

const canFreeze = ((): boolean => {
  const trial = plantTree({ f: '' });
  const isFrozen = isRoot && runs('chattr', '+i', trial.at('f'));
  if (isFrozen) mustRun('chattr', '-i', trial.at('f'));
  trial.remove();
  return isFrozen;
})();

const OLD = 'old\n';
let tree: Tree;

beforeAll(() => {
  tree = plantTree({
    'good.txt': OLD,
    'good/z.txt': OLD,
    'fixed/f.txt': OLD,
    'mounted.txt': OLD,
    'elsewhere.txt': OLD,
    'immutable.txt': OLD,
    'append-only.txt': OLD,
    'frozen/f.txt': OLD,
    'frozen/empty': directory,
  });
  if (canFreeze) for (const [flag, path] of ATTRIBUTES) mustRun('chattr', flag, tree.at(path));
});

afterAll(() => {
  if (canFreeze)
    for (const [flag, path] of ATTRIBUTES) mustRun('chattr', flag.replace('+', '-'), tree.at(path));
  tree.remove();
});

afterEach(endAgents);

type Case = readonly [path: string, code: string, said: string];

const mounts: readonly Case[] = [
  ['fixed/f.txt', 'READ_ONLY', 'read-only'],
  ['mounted.txt', 'FILE_MOUNT', 'mount'],
];
const attributes: readonly Case[] = [
  ['immutable.txt', 'PERMISSION_DENIED', 'immutable'],
  ['append-only.txt', 'PERMISSION_DENIED', 'append-only'],
  ['frozen/f.txt', 'PERMISSION_DENIED', 'immutable'],
];

testWith(canMount, 'mounts need root and unshare').each(mounts)('%s: %s', (path, code, said) =>
  checkRefused([path, code, said], withMounts(MOUNT, [tree.top])),
);

testWith(canFreeze, 'immutable files need root and a file system with them').each(attributes)(
  '%s: %s',
  (path, code, said) => checkRefused([path, code, said], []),
);

async function checkRefused([path, code, said]: Case, before: readonly string[]): Promise<void> {
  const agent = await openAgent({ name: 'agent', args: ['--no-history', tree.top], before });
  // Files with names before and after it, so that it comes first, in the middle and last.
  for (const others of [[], ['good.txt'], ['good/z.txt'], ['good.txt', 'good/z.txt']]) {
    for (const action of ['replace', 'delete'] as const) {
      const answer = await change(agent, [path, ...others], action);
      expect([answer?.code, answer?.text]).toEqual([code, expect.stringContaining(said)]);
      for (const name of [path, 'good.txt', 'good/z.txt', 'elsewhere.txt'])
        expect(readFileSync(tree.at(name), 'utf8')).toBe(OLD);
      expect(leftovers(tree.top)).toEqual([]);
    }
  }
  // The others are not in the way of anybody.
  const answer = await change(agent, ['good.txt', 'good/z.txt'], 'replace');
  expect(answer?.code).toBeUndefined();
  const back = await change(agent, ['good.txt', 'good/z.txt'], 'restore');
  expect(back?.code).toBeUndefined();
  await agent.close();
}

function change(agent: Agent, names: readonly string[], what: 'replace' | 'delete' | 'restore') {
  const files = names.map((name) => ({
    file_path: name,
    file_hash: sha256(readFileSync(tree.at(name))),
    action: what === 'delete' ? 'delete' : 'replace',
    ...(what !== 'delete' && { contents: what === 'restore' ? OLD : 'new\n' }),
  }));
  return agent.call('edit_text_file_contents', { files });
}
