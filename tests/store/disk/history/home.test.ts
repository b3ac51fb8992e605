import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, describe, expect, test } from '@jest/globals';
import { nodeFs } from '../../../../src/store/disk/fs-port.js';
import { isUnfinishedHome } from '../../../../src/store/disk/history/home.js';
import { faulty } from '../../../support/faulty-fs.js';
import { historyFixture, type HistoryFixture } from '../../../support/history-fixture.js';
import { runs, testWith } from '../../../support/needs.js';
import { directory, type Plant } from '../../../support/tree.js';

let at: HistoryFixture;

afterEach(() => {
  at.close();
});

function fixture(plants: Readonly<Record<string, Plant>> = {}, fs = nodeFs): HistoryFixture {
  at = historyFixture(plants, fs);
  return at;
}

const ignore = () => readFileSync(at.tree.at('.lockline/.gitignore'), 'utf8');

describe('a history that is made', () => {
  test('has its places, hides itself from git, and leaves nothing beside it', async () => {
    await fixture({ 'a.txt': '' }).home();
    expect(readdirSync(at.tree.top).sort()).toEqual(['.lockline', 'a.txt']);
    expect(readdirSync(at.tree.at('.lockline')).sort()).toEqual(['.gitignore', 'log', 'versions']);
    expect(ignore()).toBe('*\n');
  });

  test('is made once by two at the same time', async () => {
    const { homes, tree } = fixture();
    await Promise.all([homes.prepare(tree.top), homes.prepare(tree.top)]);
    expect(homes.ready(tree.top)).toBeDefined();
    expect(readdirSync(tree.top)).toEqual(['.lockline']);
  });

  test('is there for all who may write in the root', async () => {
    const { tree } = fixture();
    runs('chmod', '0777', tree.top);
    await at.home();
    for (const name of ['', '/versions', '/log'])
      expect(statSync(tree.at(`.lockline${name}`)).mode & 0o777).toBe(0o777);
  });

  test('is begun again when a sweep takes it for one that was left half made', async () => {
    let sweeps = 0;
    const { fs } = faulty(nodeFs, ({ name, args }) => {
      if (name !== 'writeSmall' || !String(args[0]).endsWith('.gitignore') || sweeps === 1)
        return undefined;
      sweeps += 1;
      const meanwhile = (): void => {
        for (const begun of readdirSync(at.tree.top).filter(isUnfinishedHome))
          rmSync(at.tree.at(begun), { recursive: true });
      };
      return { kind: 'stall', meanwhile };
    });
    await fixture({}, fs).home();
    expect(sweeps).toBe(1);
    expect(readdirSync(at.tree.top)).toEqual(['.lockline']);
  });

  testWith(runs('git', '--version'), 'git is not there')(
    'is at no moment seen by git',
    async () => {
      const git = (...args: readonly string[]) =>
        spawnSync('git', ['-C', at.tree.top, ...args], { encoding: 'utf8' });
      let looks = -1;
      const meanwhile = (): void => {
        looks += 1;
        expect(git('add', '-A', '--dry-run')).toMatchObject({ status: 0, stdout: '' });
      };
      const { fs } = faulty(nodeFs, () => (looks >= 0 ? { kind: 'stall', meanwhile } : undefined));
      git('init', '-q', fixture({}, fs).tree.top);
      looks = 0;
      await at.home();
      meanwhile();
      expect(looks).toBeGreaterThan(10);
      expect(git('status', '--porcelain').stdout).toBe('');
    },
  );
});

describe('a history that is there', () => {
  test('is opened, by who reads without making it', async () => {
    const { homes, tree } = fixture();
    expect(homes.open(tree.top)).toBeUndefined();
    expect(existsSync(tree.at('.lockline'))).toBe(false);
    await at.home();
    const home = homes.open(tree.top);
    expect(home?.log.directory).toBe(tree.at('.lockline/log'));
    home?.log.close();
    home?.versions.close();
  });

  test.each<[string, (inside: (name: string) => string) => void]>([
    ['without the file that hides it', (inside) => unlinkSync(inside('.gitignore'))],
    [
      'whose hiding file lost its text in a power cut',
      (inside) => writeFileSync(inside('.gitignore'), ''),
    ],
    ['without a place for versions', (inside) => rmSync(inside('versions'), { recursive: true })],
    ['without a log', (inside) => rmSync(inside('log'), { recursive: true })],
    [
      'without anything',
      (inside) => {
        rmSync(inside('.'), { recursive: true });
        mkdirSync(inside('.'));
      },
    ],
  ])('is completed: one %s', async (_, damage) => {
    await fixture().home();
    at.homes.close();
    damage((name) => at.tree.at(`.lockline/${name}`));
    await at.home();
    expect(readdirSync(at.tree.at('.lockline')).sort()).toEqual(['.gitignore', 'log', 'versions']);
    expect(ignore()).toBe('*\n');
  });

  test('keeps the file that hides it as a user has changed it', async () => {
    await fixture({ '.lockline/.gitignore': '/versions\n' }).home();
    expect(ignore()).toBe('/versions\n');
  });

  test('is noticed to be gone, and made again', async () => {
    await fixture().home();
    rmSync(at.tree.at('.lockline'), { recursive: true });
    expect(at.homes.ready(at.tree.top)).toBeUndefined();
    await at.home();
    expect(ignore()).toBe('*\n');
  });

  test('is not followed to where somebody has moved it', async () => {
    await fixture({ elsewhere: directory }).home();
    renameSync(at.tree.at('.lockline'), at.tree.at('elsewhere/old'));
    expect(at.homes.ready(at.tree.top)).toBeUndefined();
  });
});

describe('what somebody has put in the place of the history', () => {
  test.each(['.lockline', '.lockline/versions', '.lockline/log'])(
    'is not followed if it is a link: %s',
    async (name) => {
      const { homes, tree } = fixture({
        'elsewhere/versions': directory,
        'elsewhere/log': directory,
      });
      if (name !== '.lockline') mkdirSync(tree.at('.lockline'));
      symlinkSync(tree.at('elsewhere'), tree.at(name));
      await expect(homes.prepare(tree.top)).rejects.toMatchObject({ name: 'LocklineError' });
      expect(homes.ready(tree.top)).toBeUndefined();
      expect(readdirSync(tree.at('elsewhere')).sort()).toEqual(['log', 'versions']);
      expect(lstatSync(tree.at(name)).isSymbolicLink()).toBe(true);
    },
  );

  test('is left alone if it is a file', async () => {
    const { homes, tree } = fixture({ '.lockline': 'mine' });
    await expect(homes.prepare(tree.top)).rejects.toMatchObject({ code: 'NOT_A_FILE' });
    expect(readFileSync(tree.at('.lockline'), 'utf8')).toBe('mine');
    expect(readdirSync(tree.top)).toEqual(['.lockline']);
  });
});
