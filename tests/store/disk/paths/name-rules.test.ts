import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { confined } from '../../../support/confined.js';
import { refusalOf } from '../../../support/thrown.js';
import { link, plantTree, type Tree } from '../../../support/tree.js';

let tree: Tree;

beforeAll(() => {
  tree = plantTree({
    'w/a.txt': 'a',
    'w/.env': 'KEY',
    'w/secrets/key.pem': 'KEY',
    'w/visible': link('.env'),
    'w/visible-dir': link('secrets'),
    'w/visible-dangling': link('secrets/missing'),
    'w/.env.link': link('a.txt'),
    'w/.git/config': 'run me',
    'w/module/.git': 'gitdir: ../.git/modules/module',
    'w/conf': link('.git/config'),
    'w/gitlink': link('.git'),
    'w/inner/.mcp.json': link('../a.txt'),
    'w/.a.txt.lockline/.git/lock/hb': '',
    'w/.lockline/log': '',
    'w/mine': link('.lockline'),
    'w/sub/a.txt': 'a',
    'w/sub/.env': 'KEY',
    'second/secrets/key.pem': 'KEY',
  });
});

afterAll(() => {
  tree.remove();
});

const codeOf = (call: () => unknown): string => refusalOf(call).code;

describe('a denied file does not exist for reading or writing', () => {
  const ask = (path: string, access: 'read' | 'write') =>
    confined([tree.at('w')], { deny: ['.env*', 'secrets'] }).resolve(path, access);

  test.each([
    '.env',
    '.ENV',
    './sub/../.env',
    'sub/.env',
    'sub/.env.new',
    'secrets',
    'secrets/key.pem',
    'secrets/new/x.txt',
    'Secrets/new.txt',
    'visible',
    'visible-dir',
    'visible-dir/key.pem',
    'visible-dir/new.txt',
    'visible-dangling',
    '.env.link',
  ])('%s', (path) => {
    for (const access of ['read', 'write'] as const) {
      const { code, details } = refusalOf(() => ask(path, access));
      expect(code).toBe('FILE_NOT_FOUND');
      expect(details).toEqual({ path: path.replace('./sub/../', '') });
    }
  });

  test.each(['a.txt', 'sub/a.txt', 'environment', 'my-secrets/x'])('but %s does', (path) => {
    expect(ask(path, 'write').shown).toBe(path);
  });

  test('and is left out of listings', () => {
    const confinement = confined([tree.at('w')], { deny: ['.env*', 'secrets'] });
    const names = ['a.txt', '.env', 'sub/.env', 'secrets/key.pem', '.git/config', '.lockline/log'];
    expect(names.filter((name) => confinement.isHidden(tree.at(`w/${name}`)))).toEqual([
      '.env',
      'sub/.env',
      'secrets/key.pem',
      '.lockline/log',
    ]);
    expect(names.filter((name) => confinement.isDenied(tree.at(`w/${name}`)))).toEqual([
      '.env',
      'sub/.env',
      'secrets/key.pem',
    ]);
  });
});

describe('globs and roots', () => {
  const hides = (deny: string, path: string) =>
    confined([tree.at('w'), tree.at('second')], { deny: [deny] }).isDenied(tree.at(path));

  test('a glob with a slash counts from every root', () => {
    expect(hides('secrets/*.pem', 'w/secrets/key.pem')).toBe(true);
    expect(hides('secrets/*.pem', 'second/secrets/key.pem')).toBe(true);
    expect(hides('secrets/*.pem', 'w/sub/secrets/key.pem')).toBe(false);
  });

  test('a glob may begin with a root', () => {
    expect(hides(tree.at('w/secrets'), 'w/secrets/key.pem')).toBe(true);
    expect(hides(tree.at('w/secrets'), 'w/sub/secrets/key.pem')).toBe(false);
    expect(hides(tree.at('w/**/*.pem'), 'w/secrets/key.pem')).toBe(true);
  });

  test('with roots inside one another, a file is judged from each', () => {
    const nested = confined([tree.at('w/sub'), tree.at('w')], { deny: ['sub/a.txt', '/.env'] });
    expect(nested.isDenied(tree.at('w/sub/a.txt'))).toBe(true);
    expect(nested.isDenied(tree.at('w/sub/.env'))).toBe(true);
    expect(nested.isDenied(tree.at('w/a.txt'))).toBe(false);
  });
});

describe('what makes programs run', () => {
  const ask = (path: string, access: 'read' | 'write', ...allowWrite: readonly string[]) =>
    confined([tree.at('w')], { allowWrite }).resolve(path, access);

  test.each([
    ['.git/config', '.git/'],
    ['.GIT/config', '.git/'],
    ['.git/hooks/new', '.git/'],
    ['module/.git', '.git/'],
    ['conf', '.git/'],
    ['gitlink/hooks/pre-commit', '.git/'],
    ['inner/.mcp.json', '.mcp.json'],
    ['new/.codex/config.toml', '.codex/'],
  ])('%s can be read but not written', (path, rule) => {
    expect(ask(path, 'read').shown).toBe(path);
    const details = { path, rule };
    expect(refusalOf(() => ask(path, 'write'))).toEqual({ code: 'PROTECTED_PATH', details });
  });

  test('is opened by --allow-write for the file itself, not for the name of a link to it', () => {
    expect(ask('conf', 'write', '.git/config').path).toBe(tree.at('w/.git/config'));
    expect(codeOf(() => ask('conf', 'write', 'conf'))).toBe('PROTECTED_PATH');
    expect(ask('inner/.mcp.json', 'write', '.mcp.json').path).toBe(tree.at('w/a.txt'));
  });
});

describe("Lockline's own files", () => {
  test.each(['.lockline', '.lockline/log', '.LockLine/x', 'mine/log', 'sub/.b.lockline/x'])(
    '%s is not found and never written',
    (path) => {
      const confinement = confined([tree.at('w')], { allowWrite: ['**'] });
      expect(codeOf(() => confinement.resolve(path, 'read'))).toBe('FILE_NOT_FOUND');
      expect(codeOf(() => confinement.resolve(path, 'write'))).toBe('PROTECTED_PATH');
    },
  );

  test('a deny rule on one wins, or the answer would tell that it is there', () => {
    const confinement = confined([tree.at('w')], { deny: ['.lockline'] });
    expect(codeOf(() => confinement.resolve('.lockline/log', 'write'))).toBe('FILE_NOT_FOUND');
  });
});
