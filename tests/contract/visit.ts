import { describe, expect, test } from '@jest/globals';
import type { WholeFile } from '../../src/store/store.js';
import type { Current, OpenStore } from './open-store.js';
import { patient } from './steps.js';

/** A file as it was seen: its text, or why there is none. */
function told(file: WholeFile): string {
  switch (file.kind) {
    case 'text':
      return file.bytes.toString('latin1');
    case 'binary':
      return `binary at ${file.at}`;
    case 'too_large':
      return `too large: ${file.size}`;
    case 'unreadable':
      return file.error.code;
  }
}

async function seen(
  { store }: OpenStore,
  names: readonly string[],
  maxBytes = Infinity,
  encoding?: string,
): Promise<readonly string[]> {
  const paths = await Promise.all(
    names.map(async (name) => (await store.resolve(name, 'read')).path),
  );
  const files: string[] = [];
  const see = (file: WholeFile): undefined => void files.push(told(file));
  await store.visit(paths, see, {
    maxBytes,
    ...(encoding !== undefined && { encoding }),
    signal: patient.signal,
  });
  return files;
}

export function describeVisit(current: Current): void {
  describe('visit', () => {
    test('gives each file whole, in order', async () => {
      const open = current();
      await open.writeBytes('a/b', Buffer.from('one\n'));
      await open.writeBytes('c', Buffer.from('\xff\n', 'latin1'));
      await open.writeBytes('a/d', Buffer.alloc(0));
      expect(await seen(open, ['a/b', 'c', 'a/d', 'a/b'])).toEqual([
        'one\n',
        '\xff\n',
        '',
        'one\n',
      ]);
    });

    test('gives large files whole too', async () => {
      const open = current();
      const large = `${'x'.repeat(700_000)}\n`;
      await open.writeBytes('a', Buffer.from(large));
      expect(await seen(open, ['a'])).toEqual([large]);
    });

    test('passes over what is binary, too large or not there', async () => {
      const open = current();
      await open.writeBytes('bin', Buffer.from('ab\0'));
      await open.writeBytes('wide', Buffer.from([0xff, 0xfe, 0x61, 0]));
      await open.writeBytes('late', Buffer.from(`${'x'.repeat(9000)}\0`));
      await open.writeBytes('big', Buffer.from('12345'));
      expect(await seen(open, ['bin', 'wide', 'gone', 'none/gone'])).toEqual([
        'binary at 2',
        '\xff\xfea\0',
        'FILE_NOT_FOUND',
        'FILE_NOT_FOUND',
      ]);
      expect(await seen(open, ['big', 'bin'], 4)).toEqual(['too large: 5', 'binary at 2']);
      expect((await seen(open, ['late']))[0]).toHaveLength(9001);
    });

    test('gives what has a NUL as text in an encoding in which it is', async () => {
      const open = current();
      await open.writeBytes('a', Buffer.from('a\0'));
      for (const name of ['utf-16le', 'UTF-32']) {
        expect(await seen(open, ['a'], Infinity, name)).toEqual(['a\0']);
      }
      for (const name of ['auto', 'utf-8', 'latin1']) {
        expect(await seen(open, ['a'], Infinity, name)).toEqual(['binary at 1']);
      }
    });

    test('waits for who sees before it goes on', async () => {
      const open = current();
      const log: string[] = [];
      for (const name of ['a', 'b']) await open.writeBytes(name, Buffer.from(name));
      const paths = await Promise.all(
        ['a', 'b'].map(async (name) => (await open.store.resolve(name, 'read')).path),
      );
      const see = async (file: WholeFile): Promise<void> => {
        log.push(`see ${told(file)}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        log.push('done');
      };
      await open.store.visit(paths, see, { maxBytes: 9, signal: patient.signal });
      expect(log).toEqual(['see a', 'done', 'see b', 'done']);
    });
  });
}
