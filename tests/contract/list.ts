import { describe, expect, test } from '@jest/globals';
import type { Entry, ListOptions } from '../../src/store/store.js';
import type { Current, OpenStore } from './open-store.js';
import { codeOf, patient } from './steps.js';

const WHOLE: ListOptions = { depth: Infinity, sizes: false, signal: patient.signal };

/** What a listing gives: paths as shown, directories with a slash, sizes after a blank. */
async function listed(
  { store }: OpenStore,
  start = '.',
  options: Partial<ListOptions> = {},
): Promise<readonly string[]> {
  const { path } = await store.resolve(start, 'read');
  const found: Entry[] = [];
  for await (const page of store.list(path, { ...WHOLE, ...options })) found.push(...page.entries);
  return found.map(({ shown, kind, size }) => {
    const name = kind === 'directory' ? `${shown}/` : shown;
    return size === undefined ? name : `${name} ${size}`;
  });
}

async function plant({ writeBytes }: OpenStore, files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) await writeBytes(path, Buffer.from(text));
}

export function describeList(current: Current): void {
  describe('list', () => {
    test('gives what each directory holds, by name, before what is below', async () => {
      const open = current();
      await plant(open, { 'b/y': '1', 'b/x/z': '12', a: '', 'c/w': '', B: '' });
      expect(await listed(open)).toEqual(['B', 'a', 'b/', 'c/', 'b/x/', 'b/y', 'b/x/z', 'c/w']);
    });

    test('a directory below the root can be the start, and paths can be sent back', async () => {
      const open = current();
      await plant(open, { 'a/b/c': 'x' });
      expect(await listed(open, 'a')).toEqual(['a/b/', 'a/b/c']);
      expect(await listed(open, 'a/b/')).toEqual(['a/b/c']);
    });

    test('a file as the start is all there is', async () => {
      const open = current();
      await plant(open, { 'a/b': 'xyz' });
      expect(await listed(open, 'a/b', { sizes: true })).toEqual(['a/b 3']);
    });

    test('goes as deep as asked, and tells sizes if asked', async () => {
      const open = current();
      await plant(open, { 'a/b/c': 'xyz', d: 'x' });
      expect(await listed(open, '.', { depth: 1, sizes: true })).toEqual(['a/', 'd 1']);
      expect(await listed(open, '.', { depth: 2 })).toEqual(['a/', 'd', 'a/b/']);
    });

    test('leaves out what ignore files name, and counts it', async () => {
      const open = current();
      await plant(open, {
        '.gitignore': '*.log\n/out/\n!keep.log\n',
        'a.log': '',
        'keep.log': '',
        'out/x': '',
        'src/out/y': '',
        'src/.gitignore': 'z\n!b.log\n',
        'src/z': '',
        'src/b.log': '',
        'src/c.log': '',
      });
      expect(await listed(open)).toEqual([
        '.gitignore',
        'keep.log',
        'src/',
        'src/.gitignore',
        'src/b.log',
        'src/out/',
        'src/out/y',
      ]);
      const counts: number[] = [];
      const { path } = await open.store.resolve('.', 'read');
      for await (const { ignored } of open.store.list(path, WHOLE)) counts.push(ignored);
      expect(counts).toEqual([2, 2, 0]);
    });

    test('what is named itself is listed, ignored or not; the rules around it still hold', async () => {
      const open = current();
      await plant(open, { '.gitignore': 'out\n*.log\n', 'out/a': '', 'out/b.log': '' });
      expect(await listed(open, 'out')).toEqual(['out/a']);
      expect(await listed(open, 'out/b.log')).toEqual(['out/b.log']);
    });

    test('the files of git are left out', async () => {
      const open = current();
      await plant(open, { '.git/config': '', 'a/.git/config': '', 'a/b': '', '.github/c': '' });
      expect(await listed(open)).toEqual(['.github/', 'a/', '.github/c', 'a/b']);
    });

    test('a start that is not there is FILE_NOT_FOUND', async () => {
      expect(await codeOf(listed(current(), 'gone'))).toBe('FILE_NOT_FOUND');
    });

    test('ends when the caller gives up', async () => {
      const open = current();
      await plant(open, { a: '' });
      const signal = AbortSignal.abort();
      await expect(listed(open, '.', { signal })).rejects.toBe(signal.reason);
    });
  });
}
