import { rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { FilePath } from '../../../../src/core/path.js';
import { thisMachine } from '../../../../src/store/disk/machine.js';
import type { DiskStoreOptions } from '../../../../src/store/disk/store.js';
import type { WholeFile } from '../../../../src/store/store.js';
import { patient } from '../../../contract/steps.js';
import { faulty } from '../../../support/faulty-fs.js';
import { openStore } from '../../../support/machines.js';
import { plantTree, type Tree } from '../../../support/tree.js';

let tree: Tree;

afterEach(() => {
  tree.remove();
});

interface How {
  readonly options?: Partial<DiskStoreOptions>;
  readonly machine?: ReturnType<typeof thisMachine>;
  /** What happens between the check of the paths and the visit. */
  readonly meanwhile?: () => void;
}

/** What was seen of each file: its text, or the kind of what it is, with the code of an error. */
async function seen(root: string, names: readonly string[], how: How = {}) {
  const store = openStore(root, how.machine ?? thisMachine(), how.options ?? {});
  const paths: FilePath[] = [];
  for (const name of names) paths.push((await store.resolve(name, 'read')).path);
  how.meanwhile?.();
  const told: string[] = [];
  const see = (file: WholeFile): undefined => void told.push(tell(file));
  await store.visit(paths, see, { maxBytes: Infinity, signal: patient.signal });
  await store.close();
  return told;
}

function tell(file: WholeFile): string {
  if (file.kind === 'text') return file.bytes.toString();
  return file.kind === 'unreadable' ? file.error.code : file.kind;
}

describe('visit', () => {
  test('what became a link, a directory or a pipe meanwhile is not read', async () => {
    tree = plantTree({ 'r/a': 'x', 'r/b': 'x', 'r/c/d': 'x', 'r/e': 'x', outside: 'secret' });
    const meanwhile = (): void => {
      for (const name of ['r/a', 'r/b', 'r/c']) rmSync(tree.at(name), { recursive: true });
      symlinkSync('../outside', tree.at('r/a'));
      symlinkSync('..', tree.at('r/c'));
    };
    expect(await seen(tree.at('r'), ['a', 'b', 'c/d', 'e'], { meanwhile })).toEqual([
      'NOT_A_FILE',
      'FILE_NOT_FOUND',
      'NOT_A_FILE',
      'x',
    ]);
  });

  test('another name of a hidden file is hidden', async () => {
    tree = plantTree({ secret: 'x', open: { hardLink: 'secret' }, b: 'y' });
    expect(await seen(tree.top, ['open', 'b'], { options: { deny: ['secret'] } })).toEqual([
      'FILE_NOT_FOUND',
      'y',
    ]);
  });

  test('a file that is too large for edits is not read', async () => {
    tree = plantTree({ small: 'x', large: '', huge: '' });
    truncateSync(tree.at('large'), 2_000_000);
    writeFileSync(tree.at('huge'), 'text\n');
    truncateSync(tree.at('huge'), 2 ** 40);
    const options = { maxFileSize: 1_000_000 };
    expect(await seen(tree.top, ['small', 'large', 'huge'], { options })).toEqual([
      'x',
      'binary',
      'binary',
    ]);
    writeFileSync(tree.at('large'), 'x'.repeat(1_000_001));
    expect(await seen(tree.top, ['large'], { options })).toEqual(['too_large']);
  });

  test('a file that shrinks while it is read ends where it ends', async () => {
    tree = plantTree({ a: 'x'.repeat(900_000) });
    const machine = thisMachine();
    const { fs } = faulty(machine.fs, ({ name }) => {
      const meanwhile = (): void => truncateSync(tree.at('a'), 500_000);
      return name === 'read' ? { kind: 'stall', meanwhile } : undefined;
    });
    const [text] = await seen(tree.top, ['a'], { machine: { ...machine, fs } });
    expect(text).toHaveLength(500_000);
  });

  test.each(['open', 'readSync', 'read', 'fstat'])(
    'where %s fails, the file is told and the next one read',
    async (call) => {
      tree = plantTree({ 'd/a': 'x'.repeat(300_000), 'd/b': 'y' });
      const machine = thisMachine();
      let failed = false;
      const { fs, calls } = faulty(machine.fs, ({ name, args }) => {
        const isFile = name !== 'open' || String(args[0]).endsWith('/a');
        const isMine = name === call && isFile && calls.some((made) => isOpenOf(made, '/a'));
        if (!isMine || failed) return undefined;
        failed = true;
        return { kind: 'error', code: 'EIO' };
      });
      const told = await seen(tree.top, ['d/a', 'd/b'], { machine: { ...machine, fs } });
      expect(told).toEqual(['IO_FAILED', 'y']);
      const count = (name: string) => calls.filter((made) => made.name === name).length;
      expect(count('close')).toBe(count('open') - (call === 'open' ? 1 : 0));
    },
  );

  test('gives way to other work, and to a caller who gives up', async () => {
    tree = plantTree({ a: 'x' });
    const store = openStore(tree.top, thisMachine());
    const { path } = await store.resolve('a', 'read');
    const gone = new AbortController();
    setTimeout(() => {
      gone.abort();
    }, 5);
    const visit = store.visit(
      Array.from({ length: 1_000_000 }, () => path),
      () => undefined,
      { maxBytes: 9, signal: gone.signal },
    );
    await expect(visit).rejects.toMatchObject({ name: 'AbortError' });
  });
});

function isOpenOf(
  { name, args }: { readonly name: string; readonly args: readonly unknown[] },
  end: string,
) {
  return name === 'open' && String(args[0]).endsWith(end);
}
