import { afterAll, beforeAll, expect } from '@jest/globals';
import { nodeFs } from '../../../../src/store/disk/fs-port.js';
import { createIoErrors } from '../../../../src/store/disk/io-error.js';
import { isRoot, runs, testWith } from '../../../support/needs.js';
import { type Answer, bundleProbe, probe } from '../../../support/probing.js';
import { refusalOf } from '../../../support/thrown.js';
import { directory, plantTree, type Tree } from '../../../support/tree.js';

const canMount = isRoot && runs('unshare', '-m', 'true');
const withMounts = testWith(canMount, 'mounts need root and unshare');

let tree: Tree;

beforeAll(() => {
  tree = plantTree({
    'outside/file.txt': 'f',
    'outside/dir/x.txt': 'x',
    'w/a.txt': 'a',
    'w/file.txt': 'under the mount',
    'w/odd name.txt': 'under the mount',
    'w/dir': directory,
    'w/fixed': directory,
    'w/memory': directory,
    'w/kernel': directory,
    'w/immutable.txt': 'i',
    'w/new': 'n',
  });
  bundleProbe(tree.at('probe.cjs'));
});

afterAll(() => {
  tree.remove();
});

const MOUNT = `
mount --bind "$1/outside/file.txt" "$1/w/file.txt"
mount --bind "$1/outside/file.txt" "$1/w/odd name.txt"
mount --bind "$1/outside/dir" "$1/w/dir"
mount --bind "$1/outside/dir" "$1/w/fixed"
mount -o remount,bind,ro "$1/w/fixed"
mount -t tmpfs none "$1/w/memory"
mount -t proc none "$1/w/kernel"
touch "$1/w/memory/x.txt"
shift
exec "$@"
`;

const cases: readonly (readonly [path: string, access: 'read' | 'write', code: string])[] = [
  ['file.txt', 'read', 'ok'],
  ['file.txt', 'write', 'FILE_MOUNT'],
  ['odd name.txt', 'write', 'FILE_MOUNT'],
  ['a.txt', 'write', 'ok'],
  ['dir/x.txt', 'write', 'ok'],
  ['dir/new.txt', 'write', 'ok'],
  ['fixed/x.txt', 'read', 'ok'],
  ['fixed/x.txt', 'write', 'READ_ONLY'],
  ['fixed/new/deep.txt', 'write', 'READ_ONLY'],
  ['memory/x.txt', 'write', 'ok'],
  ['kernel/version', 'read', 'NOT_A_FILE'],
  ['kernel/self/environ', 'read', 'NOT_A_FILE'],
  ['kernel/self/root/etc/passwd', 'read', 'OUTSIDE_ROOTS'],
  ['kernel/new.txt', 'write', 'NOT_A_FILE'],
];
let answers: readonly Answer[] = [];

beforeAll(() => {
  if (!canMount) return;
  const before = ['unshare', '-m', 'sh', '-e', '-c', MOUNT, 'sh', tree.top];
  const paths = cases.map(([path, access]) => [path, access] as const);
  answers = probe(before, tree.at('probe.cjs'), { root: tree.at('w'), paths });
});

withMounts.each(cases)('%s, to %s: %s', (path, access, code) => {
  const index = cases.findIndex(([name, kind]) => name === path && kind === access);
  expect(answers[index]?.[0]).toBe(code);
});

const canFreeze = ((): boolean => {
  const trial = plantTree({ f: '' });
  const isFrozen = isRoot && runs('chattr', '+i', trial.at('f'));
  if (isFrozen) runs('chattr', '-i', trial.at('f'));
  trial.remove();
  return isFrozen;
})();

testWith(canFreeze, 'immutable files need root and a file system with them')(
  'an immutable file is told when its replacement fails',
  () => {
    const path = tree.at('w/immutable.txt');
    runs('chattr', '+i', path);
    const { code, details } = refusalOf(() => {
      try {
        nodeFs.rename(tree.at('w/new'), path);
      } catch (error) {
        throw createIoErrors({ uid: 0, groups: [0] })(error, 'immutable.txt');
      } finally {
        runs('chattr', '-i', path);
      }
    });
    expect(code).toBe('PERMISSION_DENIED');
    expect(details['reason']).toContain('immutable');
  },
);
