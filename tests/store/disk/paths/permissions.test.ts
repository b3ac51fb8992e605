import { chmodSync, chownSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { isRoot, runs, testWith } from '../../../support/needs.js';
import { type Answer, bundleProbe, probe } from '../../../support/probing.js';
import { directory, plantTree, type Tree } from '../../../support/tree.js';

// Root passes over most permissions, so these run as somebody else.

const NOBODY = 65_534;
const OTHER_GROUP = 12_345;
const asNobody = isRoot
  ? ['setpriv', `--reuid=${String(NOBODY)}`, `--regid=${String(NOBODY)}`, '--clear-groups']
  : [];
const canRun = !isRoot || runs('setpriv', '--version');
const withPermissions = testWith(canRun, 'permissions of others than root need setpriv');
const withOwners = testWith(canRun && isRoot, 'files of several owners need root');

let tree: Tree;

beforeAll(() => {
  tree = plantTree({
    'w/mine.txt': 'm',
    'w/locked.txt': { text: 'l', mode: 0o444 },
    'w/unreadable.txt': { text: 'u', mode: 0o200 },
    'w/fixed/mine.txt': 'm',
    'w/closed/x.txt': 'x',
    'w/theirs.txt': { text: 't', mode: 0o666 },
    'w/their-group.txt': { text: 'g', mode: 0o664 },
    'w/secret.txt': { text: 's', mode: 0o600 },
    'w/their-dir/mine.txt': 'm',
    'w/sticky/mine.txt': 'm',
    'w/sticky/theirs.txt': { text: 't', mode: 0o666 },
    'w/grouped/mine.txt': 'm',
    'w/empty': directory,
  });
  bundleProbe(tree.at('probe.cjs'));
  if (isRoot) giveToNobody();
  chmodSync(tree.at('w/fixed'), 0o555);
  chmodSync(tree.at('w/closed'), 0o000);
});

afterAll(() => {
  chmodSync(tree.at('w/closed'), 0o755);
  chmodSync(tree.at('w/fixed'), 0o755);
  tree.remove();
});

function giveToNobody(): void {
  const theirs = ['w/theirs.txt', 'w/secret.txt', 'w/their-dir', 'w/sticky', 'w/sticky/theirs.txt'];
  const all = ['w', 'w/mine.txt', 'w/locked.txt', 'w/unreadable.txt', 'w/fixed', 'w/closed'];
  const mine = [...all, 'w/fixed/mine.txt', 'w/their-dir/mine.txt', 'w/sticky/mine.txt'];
  for (const path of mine) chownSync(tree.at(path), NOBODY, NOBODY);
  for (const path of theirs) chownSync(tree.at(path), 0, 0);
  for (const path of ['w/their-group.txt', 'w/grouped', 'w/grouped/mine.txt']) {
    chownSync(tree.at(path), NOBODY, OTHER_GROUP);
  }
  chmodSync(tree.at('w/sticky'), 0o1777);
  chmodSync(tree.at('w/grouped'), 0o2775);
}

type Case = readonly [path: string, access: 'read' | 'write', code: string, said: string];

const ofMine: readonly Case[] = [
  ['mine.txt', 'write', 'ok', ''],
  ['new.txt', 'write', 'ok', ''],
  ['new/deep.txt', 'write', 'ok', ''],
  ['locked.txt', 'read', 'ok', ''],
  ['locked.txt', 'write', 'PERMISSION_DENIED', 'read-only file (mode 0444)'],
  ['unreadable.txt', 'read', 'PERMISSION_DENIED', 'may not read it (owner'],
  ['fixed/mine.txt', 'read', 'ok', ''],
  ['fixed/mine.txt', 'write', 'PERMISSION_DENIED', 'may not write the directory'],
  ['fixed/new.txt', 'write', 'PERMISSION_DENIED', 'may not write the directory'],
  ['fixed/new/deep.txt', 'write', 'PERMISSION_DENIED', 'may not write the directory'],
  ['closed/x.txt', 'read', 'PERMISSION_DENIED', 'run the server as the owner'],
  ['closed/new.txt', 'write', 'PERMISSION_DENIED', 'run the server as the owner'],
];

const ofOthers: readonly Case[] = [
  ['theirs.txt', 'read', 'ok', ''],
  ['theirs.txt', 'write', 'PERMISSION_DENIED', 'its owner, uid 0, cannot be kept by uid 65534'],
  ['their-group.txt', 'write', 'PERMISSION_DENIED', 'its group, gid 12345, cannot be kept'],
  ['grouped/mine.txt', 'write', 'ok', ''],
  ['secret.txt', 'read', 'PERMISSION_DENIED', 'uid 65534 may not read it (owner 0:0, mode 0600)'],
  ['their-dir/mine.txt', 'read', 'ok', ''],
  ['their-dir/mine.txt', 'write', 'PERMISSION_DENIED', 'may not write the directory'],
  ['sticky/mine.txt', 'write', 'ok', ''],
  ['sticky/new.txt', 'write', 'ok', ''],
  ['sticky/theirs.txt', 'write', 'PERMISSION_DENIED', 'its directory is sticky'],
];

const cases = [...ofMine, ...ofOthers];
let answers: readonly Answer[] = [];

beforeAll(() => {
  if (!canRun) return;
  const paths = cases.map(([path, access]) => [path, access] as const);
  answers = probe(asNobody, tree.at('probe.cjs'), { root: tree.at('w'), paths });
});

function check(...[path, access, code, said]: Case): void {
  const index = cases.findIndex(([name, kind]) => name === path && kind === access);
  expect(answers[index]?.[0]).toBe(code);
  expect(answers[index]?.[1]).toContain(said);
}

describe('as an ordinary user', () => {
  withPermissions.each(ofMine)('%s, to %s: %s', check);
  withOwners.each(ofOthers)('%s, to %s: %s', check);
});
