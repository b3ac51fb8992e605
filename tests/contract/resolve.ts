import { describe, expect, test } from '@jest/globals';
import type { Current } from './open-store.js';
import { codeOf, readOne } from './steps.js';

export function describeResolve(current: Current): void {
  describe('resolve', () => {
    test('a relative path starts at the first root, and an absolute one names the same file', async () => {
      const { store } = current();
      const relative = await store.resolve('src/a.txt', 'write');
      expect(relative).toMatchObject({ shown: 'src/a.txt', viaLink: false });
      expect(await store.resolve(`${store.roots[0]}/src/a.txt`, 'read')).toEqual(relative);
    });

    test.each(['a.txt', './a.txt', 'src/../a.txt', 'src//../a.txt'])(
      '%j is shown as a path that can be sent back',
      async (name) => {
        const { store, writeBytes } = current();
        await writeBytes('src/b.txt', Buffer.from('x'));
        const resolved = await store.resolve(name, 'read');
        expect(resolved.shown).toBe('a.txt');
        expect(await store.resolve(resolved.shown, 'read')).toEqual(resolved);
      },
    );

    test('names are taken as they are: blanks, quotes and tildes belong to them', async () => {
      const { store } = current();
      for (const name of [' a', 'a ', "'a'", '~', '%61', 'a\\b']) {
        expect((await store.resolve(name, 'read')).shown).toBe(name);
      }
    });

    test.each(['..', '../a.txt', 'src/../../a.txt', '/', '/a.txt'])(
      '%j is outside of the roots',
      async (name) => {
        expect(await codeOf(current().store.resolve(name, 'read'))).toBe('OUTSIDE_ROOTS');
      },
    );

    test('a neighbour whose name begins like the root is outside', async () => {
      const { store } = current();
      const name = `${store.roots[0]}-evil/a.txt`;
      expect(await codeOf(store.resolve(name, 'read'))).toBe('OUTSIDE_ROOTS');
    });

    test.each(['', 'a\0b', 'a\nb', 'a\u007f', 'a\ud800'])('%j is no path', async (name) => {
      expect(await codeOf(current().store.resolve(name, 'read'))).toBe('INVALID_ARGUMENT');
    });

    test('a path below a file is no file', async () => {
      const { store, writeBytes } = current();
      await writeBytes('a.txt', Buffer.from('x'));
      expect(await codeOf(store.resolve('a.txt/b', 'read'))).toBe('NOT_A_FILE');
      expect(await codeOf(store.resolve('a.txt/b/c', 'write'))).toBe('NOT_A_FILE');
    });

    test.each(['.', 'src', 'src/'])('the directory %j is no file', async (name) => {
      const { store, writeBytes } = current();
      await writeBytes('src/a.txt', Buffer.from('x'));
      expect(await codeOf(readOne(store, name))).toBe('NOT_A_FILE');
    });
  });
}
