import { describe, expect, test } from '@jest/globals';
import type { Current, OpenStore } from './open-store.js';
import { change, codeOf, patient, pathsOf, planOf, readOne } from './steps.js';
import type { Texts } from './steps.js';

async function preview(
  { store }: OpenStore,
  names: readonly string[],
  step: (before: Texts) => Texts,
): Promise<void> {
  const paths = await pathsOf(store, names);
  await store.preview(paths, planOf(names, paths, step), patient);
}

export function describePreview(current: Current): void {
  describe('preview', () => {
    test('shows the plan what transact would, and writes nothing', async () => {
      const open = current();
      await open.writeBytes('a.txt', Buffer.from('a\n'));
      let before: Texts = {};
      await preview(open, ['a.txt', 'sub/b.txt'], (texts) => {
        before = texts;
        return { 'a.txt': undefined, 'sub/b.txt': 'b\n' };
      });
      expect(before).toEqual({ 'a.txt': 'a\n', 'sub/b.txt': undefined });
      expect((await open.readBytes('a.txt'))?.toString()).toBe('a\n');
      expect(await codeOf(readOne(open.store, 'sub'))).toBe('FILE_NOT_FOUND');
    });

    test('refuses what transact would', async () => {
      const open = current();
      await open.writeBytes('src/a.txt', Buffer.from('a\n'));
      expect(await codeOf(preview(open, ['src'], () => ({ src: 'x' })))).toBe('NOT_A_FILE');
      const nested = ['p', 'p/q'];
      const both = () => ({ p: 'x', 'p/q': 'y' });
      expect(await codeOf(preview(open, nested, both))).toBe('NOT_A_FILE');
      expect(await codeOf(change(open.store, nested, both))).toBe('NOT_A_FILE');
      expect(await open.readBytes('p')).toBeUndefined();
      const twice = await pathsOf(open.store, ['src/a.txt', 'src/./a.txt']);
      expect(await codeOf(open.store.preview(twice, () => [], patient))).toBe('INVALID_ARGUMENT');
    });

    test('ends with what the plan throws', async () => {
      const open = current();
      const bug = new Error('planted');
      const work = preview(open, ['a.txt'], () => {
        throw bug;
      });
      await expect(work).rejects.toBe(bug);
    });
  });
}
