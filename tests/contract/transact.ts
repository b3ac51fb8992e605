import { describe, expect, test } from '@jest/globals';
import { LocklineError } from '../../src/core/errors.js';
import { hashOf } from '../../src/core/hash.js';
import type { Plan } from '../../src/store/store.js';
import type { Current, OpenStore } from './open-store.js';
import { change, codeOf, contentOf, pathsOf, patient, readOne } from './steps.js';

/** Puts texts there as another program would. */
async function given({ writeBytes }: OpenStore, texts: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(texts)) await writeBytes(name, Buffer.from(text));
}

/** The texts of files as another program sees them. */
async function seen({ readBytes }: OpenStore, ...names: readonly string[]) {
  return Promise.all(names.map(async (name) => (await readBytes(name))?.toString()));
}

export function describeTransact(current: Current): void {
  describe('transact', () => {
    test('shows the plan each file that exists, with its bytes and hash', async () => {
      const open = current();
      await given(open, { 'a.txt': 'a\n' });
      const [a, b] = await pathsOf(open.store, ['a.txt', 'b.txt']);
      if (a === undefined || b === undefined) throw new Error('not resolved');
      let before: Parameters<Plan>[0] = new Map();
      const plan: Plan = (versions) => {
        before = versions;
        return [];
      };
      await open.store.transact([a, b], plan, patient);
      const bytes = Buffer.from('a\n');
      expect([...before]).toEqual([[a, { path: a, bytes, hash: hashOf(bytes) }]]);
    });

    test('edits, makes and takes away files in one step', async () => {
      const open = current();
      await given(open, { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' });
      await change(open.store, ['a.txt', 'b.txt', 'c.txt', 'new.txt'], (before) => ({
        'a.txt': `${before['a.txt']}more\n`,
        'b.txt': undefined,
        'new.txt': '',
      }));
      expect(await seen(open, 'a.txt', 'b.txt', 'c.txt', 'new.txt')).toEqual([
        'a\nmore\n',
        undefined,
        'c\n',
        '',
      ]);
    });

    test('makes the directories of a new file', async () => {
      const open = current();
      await change(open.store, ['x/y/z.txt'], () => ({ 'x/y/z.txt': 'z\n' }));
      await change(open.store, ['x/y/w.txt'], () => ({ 'x/y/w.txt': 'w\n' }));
      expect(await seen(open, 'x/y/z.txt', 'x/y/w.txt')).toEqual(['z\n', 'w\n']);
    });

    test('moves a file', async () => {
      const open = current();
      await given(open, { 'old.txt': 'x\n' });
      const [from, to] = await pathsOf(open.store, ['old.txt', 'sub/new.txt']);
      if (from === undefined || to === undefined) throw new Error('not resolved');
      const plan: Plan = () => [
        { path: from, content: undefined, action: 'move' },
        { path: to, content: contentOf('x\n', 'y\n'), action: 'move', from },
      ];
      await open.store.transact([from, to], plan, patient);
      expect(await seen(open, 'old.txt', 'sub/new.txt')).toEqual([undefined, 'x\ny\n']);
    });

    test('joins the slices of content, also of old bytes and empty ones', async () => {
      const open = current();
      await given(open, { 'a.txt': 'one\ntwo\n' });
      const [path] = await pathsOf(open.store, ['a.txt']);
      if (path === undefined) throw new Error('not resolved');
      const plan: Plan = (before) => {
        const old = before.get(path)?.bytes ?? Buffer.alloc(0);
        const content = contentOf(old.subarray(0, 4), '', 'new\n', old.subarray(4));
        return [{ path, content, action: 'patch' }];
      };
      await open.store.transact([path], plan, patient);
      expect(await seen(open, 'a.txt')).toEqual(['one\nnew\ntwo\n']);
      expect((await readOne(open.store, 'a.txt')).hash).toBe(
        hashOf(Buffer.from('one\nnew\ntwo\n')),
      );
    });

    test('content that a file has already changes nothing', async () => {
      const open = current();
      await given(open, { 'a.txt': 'a\n', 'b.txt': 'b\n' });
      await change(open.store, ['a.txt', 'b.txt'], (before) => before);
      expect(await seen(open, 'a.txt', 'b.txt')).toEqual(['a\n', 'b\n']);
    });

    test('takes away a file that is not there without a word', async () => {
      const open = current();
      await change(open.store, ['gone.txt'], () => ({ 'gone.txt': undefined }));
      expect(await seen(open, 'gone.txt')).toEqual([undefined]);
    });

    test('ends with what the plan throws, and nothing is changed or made', async () => {
      const open = current();
      await given(open, { 'a.txt': 'a\n' });
      const refusal = new LocklineError('NO_CHANGE', { path: 'a.txt', what: 'it is the same' });
      const work = change(open.store, ['a.txt', 'sub/new.txt'], () => {
        throw refusal;
      });
      await expect(work).rejects.toBe(refusal);
      expect(await seen(open, 'a.txt')).toEqual(['a\n']);
      expect(await codeOf(readOne(open.store, 'sub'))).toBe('FILE_NOT_FOUND');
    });

    test('refuses a file that is named twice', async () => {
      const open = current();
      await given(open, { 'a.txt': 'a\n' });
      const paths = await pathsOf(open.store, ['a.txt', 'b.txt', './a.txt']);
      expect(await codeOf(open.store.transact(paths, () => [], patient))).toBe('INVALID_ARGUMENT');
    });

    test('refuses a directory', async () => {
      const open = current();
      await given(open, { 'src/a.txt': 'a\n' });
      const work = change(open.store, ['src'], () => ({ src: 'x' }));
      expect(await codeOf(work)).toBe('NOT_A_FILE');
      expect(await seen(open, 'src/a.txt')).toEqual(['a\n']);
    });

    test('does nothing for a caller that has given up', async () => {
      const open = current();
      await given(open, { 'a.txt': 'a\n' });
      const options = { ...patient, signal: AbortSignal.abort() };
      const work = change(open.store, ['a.txt'], () => ({ 'a.txt': 'b\n' }), options);
      await expect(work).rejects.toThrow('aborted');
      expect(await seen(open, 'a.txt')).toEqual(['a\n']);
    });

    test('sees what other programs wrote since', async () => {
      const open = current();
      await given(open, { 'a.txt': '1' });
      const addOne = () =>
        change(open.store, ['a.txt'], (before) => ({ 'a.txt': `${Number(before['a.txt']) + 1}` }));
      await addOne();
      await given(open, { 'a.txt': '10' });
      await addOne();
      expect(await seen(open, 'a.txt')).toEqual(['11']);
    });

    test('close waits for what is in flight', async () => {
      const open = current();
      const work = change(open.store, ['a.txt'], () => ({ 'a.txt': 'a\n' }));
      await open.store.resolve('a.txt', 'write');
      await open.store.close();
      await work;
      expect(await seen(open, 'a.txt')).toEqual(['a\n']);
    });
  });
}
