import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { hashOf } from '../../../../src/core/hash.js';
import { nodeFs } from '../../../../src/store/disk/fs-port.js';
import type { Log } from '../../../../src/store/disk/store.js';
import type { WorkspaceStore } from '../../../../src/store/store.js';
import { codeOf } from '../../../contract/steps.js';
import { faulty } from '../../../support/faulty-fs.js';
import { give, recalled, servedTree, shownBy, type Served } from '../../../support/served-tree.js';
import type { Plant } from '../../../support/tree.js';

let served: Served;

function plant(plants: Readonly<Record<string, Plant>>): void {
  served = servedTree(plants);
}

const at = (path: string): string => served.tree.at(path);

afterEach(async () => {
  await served.close();
});

describe('a history that is in nobody’s way', () => {
  /** A store over a port whose calls on the history fail, and what it logs. */
  function broken(code: string): { readonly store: WorkspaceStore; readonly log: jest.Mock<Log> } {
    const log = jest.fn<Log>();
    const { fs } = faulty(nodeFs, ({ name, args }) => {
      const paths = args.filter((arg) => typeof arg === 'string');
      const isOurs = paths.some((path) => /\.lockline($|\/|-)|versions|jsonl/.test(path));
      const isLock = paths.some((path) => path.includes('.txt.lockline'));
      return isOurs && !isLock && name !== 'lstat' ? { kind: 'error', code } : undefined;
    });
    return { store: served.serve(['.'], { log }, fs), log };
  }

  test.each(['ENOSPC', 'EROFS', 'EACCES', 'EIO', 'EMFILE'])(
    'is missing where it cannot be kept (%s), and that is logged once',
    async (code) => {
      plant({ 'a.txt': '0' });
      const { store, log } = broken(code);
      expect(await give(store, { 'a.txt': '1' })).toBeUndefined();
      expect(await give(store, { 'a.txt': '2' })).toBeUndefined();
      expect(readFileSync(at('a.txt'), 'utf8')).toBe('2');
      expect(log.mock.calls.map(([level]) => level)).toEqual(['warn']);
      expect(log.mock.calls[0]?.[1]).toContain('history');
      expect(readdirSync(served.tree.top).filter((name) => name.includes('.txt.lockline'))).toEqual(
        [],
      );
    },
  );

  test('answers nothing where it cannot be read', async () => {
    plant({ 'a.txt': '0' });
    await give(served.serve(), { 'a.txt': '1' });
    const { store, log } = broken('EACCES');
    expect(await store.history.changes({ limit: 10 })).toEqual([]);
    expect(await recalled(store, 'a.txt', '0')).toBeUndefined();
    const { path } = await store.resolve('a.txt', 'read');
    const [base, result] = ['0', '1'].map((text) => hashOf(Buffer.from(text)));
    if (base === undefined || result === undefined) throw new Error('no hash');
    expect(store.history.repeated(path, { base, result })).toBeUndefined();
    expect(served.serve().history.repeated(path, { base, result })).toBeDefined();
    expect(log).toHaveBeenCalledTimes(1);
  });

  test('is not made through a link that somebody has put there', async () => {
    plant({ 'root/a.txt': '0', 'outside/versions/x': '', 'outside/log/x': '' });
    symlinkSync(at('outside'), at('root/.lockline'));
    const store = served.serve(['root']);
    expect(await give(store, { 'a.txt': '1' })).toBeUndefined();
    expect(readdirSync(at('outside/versions'))).toEqual(['x']);
    expect(readdirSync(at('outside/log'))).toEqual(['x']);
  });

  test('can be switched off, and then nothing is kept or told', async () => {
    plant({ 'a.txt': '0' });
    await give(served.serve(), { 'a.txt': '1' });
    const store = served.serve(['.'], { history: undefined });
    expect(await give(store, { 'a.txt': '2' })).toBeUndefined();
    expect(await store.history.changes({ limit: 10 })).toEqual([]);
    expect(await recalled(store, 'a.txt', '0')).toBeUndefined();
    expect(served.kept()).toHaveLength(1);
    expect(await shownBy(served.serve())).toEqual([['a.txt']]);
  });

  test('is told by a server that may only read, which makes none', async () => {
    plant({ 'a.txt': '0' });
    const reader = served.serve(['.'], { readOnly: true });
    expect(await reader.history.changes({ limit: 10 })).toEqual([]);
    expect(existsSync(at('.lockline'))).toBe(false);
    await give(served.serve(), { 'a.txt': '1' });
    expect(await shownBy(reader)).toEqual([['a.txt']]);
  });

  test('goes on after somebody has removed it', async () => {
    plant({ 'a.txt': '0' });
    const store = served.serve();
    await give(store, { 'a.txt': '1' });
    rmSync(at('.lockline'), { recursive: true });
    expect(await give(store, { 'a.txt': '2' })).toBeDefined();
    expect(await recalled(store, 'a.txt', '1')).toBe('1');
  });
});

describe('kept versions and live files', () => {
  test('share no inode, also after a file was put back as it was', async () => {
    plant({ 'a.txt': '0' });
    const store = served.serve();
    for (const text of ['1', '0', '1', '0']) await give(store, { 'a.txt': text });
    const live = statSync(at('a.txt'));
    expect(live.nlink).toBe(1);
    for (const name of served.kept())
      expect(statSync(at(`.lockline/versions/${name}`)).ino).not.toBe(live.ino);
  });

  test('are kept, too, where the file system has no hard links', async () => {
    plant({ 'a.txt': '0' });
    const { fs } = faulty(nodeFs, ({ name }) =>
      name === 'link' ? { kind: 'error', code: 'EPERM' } : undefined,
    );
    const store = served.serve(['.'], {}, fs);
    await give(store, { 'a.txt': '1' });
    await give(store, { 'a.txt': undefined });
    for (const text of ['0', '1']) expect(await recalled(store, 'a.txt', text)).toBe(text);
  });

  test('that share one since a power cut are parted by the next edit', async () => {
    plant({ 'a.txt': '0' });
    const store = served.serve();
    await give(store, { 'a.txt': '1' });
    linkSync(at('a.txt'), at(`.lockline/versions/${hashOf(Buffer.from('1'))}`));
    expect(await give(store, { 'a.txt': '2' })).toBeDefined();
    expect(await recalled(store, 'a.txt', '1')).toBe('1');
    expect(statSync(at('a.txt')).nlink).toBe(1);
  });

  test('do not hide that a file has hard links of others', async () => {
    plant({ 'a.txt': '0', 'b.txt': { hardLink: 'a.txt' } });
    const store = served.serve();
    expect(await codeOf(give(store, { 'a.txt': '1' }))).toBe('HARD_LINKED');
    const breaking = served.serve(['.'], { breakHardLinks: true });
    await give(breaking, { 'a.txt': '1' });
    writeFileSync(at('b.txt'), 'changed in place');
    expect(await recalled(breaking, 'a.txt', '0')).toBe('0');
  });

  test('take no more room than they may', async () => {
    plant({ 'a.txt': '0' });
    const history = { maxBytes: 64 * 1024, maxDays: 30 };
    const stores = [served.serve(['.'], { history }), served.serve(['.'], { history })];
    for (let turn = 0; turn < 60; turn += 1) {
      const store = stores[turn % 2];
      if (store !== undefined) await give(store, { 'a.txt': `${String(turn)} `.repeat(1500) });
      const sizes = ['versions', 'log'].flatMap((place) =>
        readdirSync(at(`.lockline/${place}`)).map(
          (name) => statSync(at(`.lockline/${place}/${name}`)).size,
        ),
      );
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(history.maxBytes);
    }
    expect(await recalled(served.serve(), 'a.txt', '58 '.repeat(1500))).toBe('58 '.repeat(1500));
  });
});
