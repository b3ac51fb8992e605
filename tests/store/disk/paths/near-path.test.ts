import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { confined } from '../../../support/confined.js';
import { plantTree, type Tree } from '../../../support/tree.js';

let tree: Tree;

beforeAll(() => {
  tree = plantTree({
    'w/Readme.md': '',
    'w/Source/Main.ts': '',
    'w/Source/twice.ts': '',
    'w/Source/TWICE.ts': '',
    'w/cafe\u0301.txt': '',
    'w/.Env': '',
    'w/file': '',
    'second/Data.txt': '',
    'W-evil/x': '',
  });
});

afterAll(() => {
  tree.remove();
});

test.each([
  ['README.md', 'Readme.md'],
  ['source/main.ts', 'Source/Main.ts'],
  ['Source/main.TS', 'Source/Main.ts'],
  ['caf\u00e9.txt', 'cafe\u0301.txt'],
  ['{TOP}/second/data.txt', '{TOP}/second/Data.txt'],
  ['Source/Twice.ts', undefined],
  ['source/missing.ts', undefined],
  ['missing/main.ts', undefined],
  ['.env', undefined],
  [`${'N'.repeat(255)}`, undefined],
])('for %s, %s is offered', (path, near) => {
  const confinement = confined([tree.at('w'), tree.at('second')], { deny: ['.env'] });
  const asked = path.replace('{TOP}/second', tree.at('second')).replace(/^(?!\/)/, tree.at('w/'));
  const canonical = path === '.env' ? undefined : confinement.resolve(asked, 'read').path;
  const offered = canonical === undefined ? undefined : confinement.near(canonical);
  expect(offered).toBe(near?.replace('{TOP}', tree.top));
});
