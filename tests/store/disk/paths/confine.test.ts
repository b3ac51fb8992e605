import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fc } from '../../../support/fast-check.js';
import { LocklineError } from '../../../../src/core/errors.js';
import { nodeFs } from '../../../../src/store/disk/fs-port.js';
import { placesOnly } from '../../../support/calls.js';
import { confined } from '../../../support/confined.js';
import { refusalOf } from '../../../support/thrown.js';
import { directory, link, plantTree, type Tree } from '../../../support/tree.js';

let tree: Tree;

beforeAll(() => {
  tree = plantTree({
    'w/a.txt': 'a\n',
    'w/src/b.txt': 'b\n',
    'w/dir': directory,
    'w/ trailing ': 'blank\n',
    'w/"quoted"': 'quote\n',
    'w/~': 'tilde\n',
    'w/back\\slash': 'backslash\n',
    'w/to-dir': link('src'),
    'w/to-file': link('src/b.txt'),
    'w/to-second': link('../second/d.txt'),
    'w/out-dir': link('../outside'),
    'w/dangling': link('missing'),
    'w/loop': link('loop'),
    'w-evil/x.txt': 'evil\n',
    'outside/secret.txt': 'TOP\n',
    'second/d.txt': 'd\n',
    alias: link('w'),
  });
});

afterAll(() => {
  tree.remove();
});

const inTree = (path: string) => path.replace('{TOP}', tree.top);
const ask = (path: string, access: 'read' | 'write' = 'read') =>
  confined([tree.at('w'), tree.at('second')]).resolve(inTree(path), access);

test.each([
  ['a.txt', 'w/a.txt', 'a.txt'],
  ['./src//b.txt', 'w/src/b.txt', 'src/b.txt'],
  ['src/../a.txt', 'w/a.txt', 'a.txt'],
  ['missing/../a.txt', 'w/a.txt', 'a.txt'],
  ['../w/a.txt', 'w/a.txt', 'a.txt'],
  ['{TOP}/w/src/b.txt', 'w/src/b.txt', 'src/b.txt'],
  ['{TOP}/second/d.txt', 'second/d.txt', '{TOP}/second/d.txt'],
  ['../second/d.txt', 'second/d.txt', '{TOP}/second/d.txt'],
  ['.', 'w', '.'],
  ['a/..', 'w', '.'],
  ['src/', 'w/src', 'src'],
  ['new.txt', 'w/new.txt', 'new.txt'],
  ['new/deep/er.txt', 'w/new/deep/er.txt', 'new/deep/er.txt'],
  [' trailing ', 'w/ trailing ', ' trailing '],
  ['trailing', 'w/trailing', 'trailing'],
  ['"quoted"', 'w/"quoted"', '"quoted"'],
  ['~', 'w/~', '~'],
  ['back\\slash', 'w/back\\slash', 'back\\slash'],
  ['src\\b.txt', 'w/src\\b.txt', 'src\\b.txt'],
  ['%2e%2e/a.txt', 'w/%2e%2e/a.txt', '%2e%2e/a.txt'],
  ['$HOME', 'w/$HOME', '$HOME'],
])('%s is %s, shown as %s', (path, canonical, shown) => {
  for (const access of ['read', 'write'] as const) {
    const resolved = ask(path, access);
    expect(relative(tree.top, resolved.path)).toBe(canonical);
    expect(resolved).toMatchObject({ shown: inTree(shown), viaLink: false });
  }
});

describe('a path outside', () => {
  test.each([
    '..',
    '../outside/secret.txt',
    '../w-evil/x.txt',
    'src/../../outside/missing.txt',
    '{TOP}/w-evil/x.txt',
    '{TOP}/w/../w-evil/x.txt',
    '{TOP}/outside/secret.txt',
    '{TOP}',
    '/etc/passwd',
    '/dev/zero',
    '/',
  ])('%s is refused, with the roots', (path) => {
    for (const access of ['read', 'write'] as const) {
      const details = { path: inTree(path), roots: [tree.at('w'), tree.at('second')] };
      expect(refusalOf(() => ask(path, access))).toEqual({ code: 'OUTSIDE_ROOTS', details });
    }
  });

  test('is refused without a look at it', () => {
    const { fs, seen } = placesOnly(nodeFs);
    const confinement = confined([tree.at('w')], {}, fs);
    const before = seen.length;
    for (const path of ['../outside/secret.txt', '/etc/passwd', '{TOP}/w-evil/x.txt']) {
      refusalOf(() => confinement.resolve(inTree(path), 'read'));
    }
    expect(seen.slice(before)).toEqual([]);
  });
});

test.each([
  ['', 'empty'],
  ['a.txt\0.png', 'NUL'],
  ['two\nlines', 'control'],
  ['é'.repeat(250), 'longer than the file system takes'],
  ['a.txt/', 'ends as one of a directory'],
  ['src/b.txt/.', 'ends as one of a directory'],
  ['to-file/', 'ends as one of a directory'],
])('%j is refused as an argument', (path, what) => {
  for (const access of ['read', 'write'] as const) {
    const { code, details } = refusalOf(() => ask(path, access));
    expect(code).toBe('INVALID_ARGUMENT');
    expect(details['what']).toContain(what);
  }
});

test('a new file cannot be named like a directory', () => {
  expect(refusalOf(() => ask('new/', 'write')).code).toBe('INVALID_ARGUMENT');
  expect(ask('new/', 'read').shown).toBe('new');
});

describe('roots', () => {
  test('one that is named by a link is known by both names', () => {
    const confinement = confined([tree.at('second'), tree.at('alias')]);
    expect(confinement.roots).toEqual([tree.at('second'), tree.at('alias')]);
    expect(confinement.directories).toEqual([tree.at('second'), tree.at('w')]);
    for (const name of ['alias', 'w']) {
      const { path, shown } = confinement.resolve(tree.at(`${name}/a.txt`), 'read');
      expect([path, shown]).toEqual([tree.at('w/a.txt'), tree.at(`${name}/a.txt`)]);
    }
    expect(confinement.display(tree.at('w/a.txt'))).toBe(tree.at('alias/a.txt'));
  });

  test('one that is turned into a link to the outside is not followed', () => {
    const moving = plantTree({ 'r/a.txt': 'a', 'other/a.txt': 'other', name: link('r') });
    const confinement = confined([moving.at('name'), moving.at('r')]);
    renameSync(moving.at('r'), moving.at('r-old'));
    symlinkSync(moving.at('other'), moving.at('r'));
    expect(refusalOf(() => confinement.resolve('a.txt', 'read')).code).toBe('OUTSIDE_ROOTS');
    moving.remove();
  });

  test('one that is gone has no files, and no new ones', () => {
    const gone = plantTree({ 'r/a.txt': 'a' });
    const confinement = confined([gone.at('r')]);
    gone.remove();
    for (const path of ['a.txt', 'new/b.txt', '.']) {
      expect(refusalOf(() => confinement.resolve(path, 'write')).code).toBe('FILE_NOT_FOUND');
    }
  });

  test('inside one another, the first that holds a path counts', () => {
    const inner = confined([tree.at('w/src'), tree.at('w')]);
    expect(inner.resolve('b.txt', 'read').shown).toBe('b.txt');
    expect(inner.resolve('../a.txt', 'read').shown).toBe(tree.at('w/a.txt'));
    expect(inner.resolve(tree.at('w/src/b.txt'), 'read').shown).toBe('b.txt');
  });

  test('without any, every path is refused and the directory named', () => {
    const { code, details } = refusalOf(() => confined([], { directory: '/' }).resolve('', 'read'));
    expect([code, details]).toEqual(['NO_ROOTS', { directory: '/' }]);
  });
});

test('a path by the name of the host is mapped, and shown by the name here', () => {
  const confinement = confined([tree.at('w'), tree.at('second')], {
    aliases: [
      { host: '/home/me/w', here: tree.at('w') },
      { host: '/home/me/elsewhere', here: tree.at('outside') },
    ],
  });
  expect(confinement.resolve('/home/me/w/src/b.txt', 'read').shown).toBe('src/b.txt');
  for (const path of ['/home/me/w-evil/x', '/home/me/w/../x', '/home/me/elsewhere/secret.txt']) {
    expect(refusalOf(() => confinement.resolve(path, 'read')).code).toBe('OUTSIDE_ROOTS');
  }
});

test('a read-only server takes no path for writing', () => {
  const confinement = confined([tree.at('w')], { readOnly: true });
  expect(confinement.resolve('a.txt', 'read').shown).toBe('a.txt');
  const { code, details } = refusalOf(() => confinement.resolve('a.txt', 'write'));
  expect(code).toBe('READ_ONLY');
  expect(details['reason']).toContain('--read-only');
});

test('what is made meanwhile is found', () => {
  const growing = plantTree({ 'r/a.txt': 'a', 'r/real': directory });
  const confinement = confined([growing.at('r')]);
  expect(confinement.resolve('n/b.txt', 'write').path).toBe(growing.at('r/n/b.txt'));
  mkdirSync(growing.at('r/n'));
  symlinkSync('../real', growing.at('r/n/m'));
  expect(confinement.resolve('n/m/b.txt', 'write').path).toBe(growing.at('r/real/b.txt'));
  growing.remove();
});

describe('laws', () => {
  const names = ['a.txt', 'b.txt', 'd.txt', 'secret.txt', 'src', 'w', 'w-evil', 'second', 'new'];
  const links = ['to-dir', 'to-file', 'to-second', 'out-dir', 'dangling', 'loop'];
  const name = fc.constantFrom(...names, ...links, '..', '.', '');
  const anyPath = fc
    .tuple(fc.constantFrom('', '/', '{TOP}/', '{TOP}/w/'), fc.array(name, { maxLength: 6 }))
    .map(([start, parts]) => start + parts.join('/'));

  test('what is resolved is inside a root, and what is shown can be sent back', () => {
    const confinement = confined([tree.at('w'), tree.at('second')]);
    let resolvedCount = 0;
    fc.assert(
      fc.property(anyPath, fc.constantFrom('read', 'write'), (path, access) => {
        const resolved = unlessRefused(() => confinement.resolve(inTree(path), access));
        if (resolved === undefined) return;
        resolvedCount += 1;
        const [top, second] = ['w', 'second'].map((root) => relative(tree.at(root), resolved.path));
        expect(top?.startsWith('..') === true && second?.startsWith('..') === true).toBe(false);
        expect(confinement.isInside(resolved.path)).toBe(true);
        expect(confinement.resolve(resolved.shown, access)).toEqual(resolved);
        const displayed = confinement.display(resolved.path);
        expect(confinement.resolve(displayed, access).path).toBe(resolved.path);
      }),
      { numRuns: 1000 },
    );
    expect(resolvedCount).toBeGreaterThan(50);
  });
});

function unlessRefused<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof LocklineError) return undefined;
    throw error;
  }
}
