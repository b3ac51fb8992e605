import { describe, expect, test } from '@jest/globals';
import { fc } from '../support/fast-check.js';
import { hashOf } from '../../src/core/hash.js';
import type { Plan } from '../../src/store/store.js';
import { give, hashText, move, pathOf, prefixOf } from './history-steps.js';
import type { Current, OpenStore } from './open-store.js';
import { contentOf, patient, pathsOf } from './steps.js';

/** The text of a former version, by its own text as its hash. */
async function recalled(open: OpenStore, name: string, text: string, digits = 64) {
  const hash = prefixOf(hashText(text), digits);
  const version = await open.store.history.version(await pathOf(open, name), hash);
  return version?.bytes.toString();
}

export function describeVersions(current: Current): void {
  describe('the versions of a file', () => {
    test('are those that a change has replaced', async () => {
      const open = current();
      await open.writeBytes('a.txt', Buffer.from('0'));
      await give(open, { 'a.txt': '1' });
      await give(open, { 'a.txt': '2' });
      await give(open, { 'a.txt': undefined });
      for (const text of ['0', '1', '2']) expect(await recalled(open, 'a.txt', text)).toBe(text);
      expect(await recalled(open, 'a.txt', '3')).toBeUndefined();
    });

    test('are found by the first digits of their hash, and give all of it', async () => {
      const open = current();
      await give(open, { 'a.txt': '1' });
      await give(open, { 'a.txt': '2' });
      const path = await pathOf(open, 'a.txt');
      const version = await open.store.history.version(path, prefixOf(hashText('1'), 16));
      expect(version).toEqual({ path, bytes: Buffer.from('1'), hash: hashText('1') });
    });

    test('include the last that was made, if another program has written over it', async () => {
      const open = current();
      await give(open, { 'a.txt': '1' });
      await give(open, { 'a.txt': '2', 'b.txt': 'x' });
      for (const name of ['a.txt', 'b.txt']) await open.writeBytes(name, Buffer.from('theirs'));
      expect(await recalled(open, 'a.txt', '2')).toBe('2');
      expect(await recalled(open, 'b.txt', 'x')).toBe('x');
      expect(await recalled(open, 'a.txt', 'theirs')).toBeUndefined();
      await move(open, 'a.txt', 'c.txt', '3');
      await open.writeBytes('c.txt', Buffer.from('theirs'));
      expect(await recalled(open, 'c.txt', '3')).toBe('3');
    });

    test('are those of this file, and not of another with the same text', async () => {
      const open = current();
      await give(open, { 'a.txt': '1', 'b.txt': 'x' });
      await give(open, { 'a.txt': '2' });
      expect(await recalled(open, 'b.txt', '1')).toBeUndefined();
    });

    test('include what was moved here, under both names', async () => {
      const open = current();
      await give(open, { 'a.txt': '1' });
      await move(open, 'a.txt', 'b.txt', '2');
      expect(await recalled(open, 'a.txt', '1')).toBe('1');
      expect(await recalled(open, 'b.txt', '1')).toBe('1');
    });

    test('can be put back, and be replaced again', async () => {
      const open = current();
      for (const text of ['1', '2', '1', '3', '1']) await give(open, { 'a.txt': text });
      for (const text of ['1', '2', '3']) expect(await recalled(open, 'a.txt', text)).toBe(text);
    });

    test('of any bytes come back as they were', async () => {
      const open = current();
      const bytes = fc.uint8Array({ minLength: 1, maxLength: 64 });
      await fc.assert(
        fc.asyncProperty(fc.array(bytes, { minLength: 1, maxLength: 3 }), async (all) => {
          await open.writeBytes('a.bin', new Uint8Array());
          const [path] = await pathsOf(open.store, ['a.bin']);
          if (path === undefined) throw new Error('not resolved');
          for (const one of [...all, new Uint8Array()]) {
            const plan: Plan = () => [{ path, content: contentOf(one), action: 'replace' }];
            await open.store.transact([path], plan, patient);
          }
          for (const one of all) {
            const version = await open.store.history.version(path, prefixOf(hashOf(one)));
            expect(version?.bytes).toEqual(Buffer.from(one));
          }
        }),
        { numRuns: 10 },
      );
    });
  });
}
