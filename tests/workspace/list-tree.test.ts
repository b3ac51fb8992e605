import { describe, expect, test } from '@jest/globals';
import { createMemoryStore } from '../../src/store/memory.js';
import { listTree } from '../../src/workspace/list-tree.js';
import type { TreeEntry, TreeRequest } from '../../src/workspace/list-tree.js';
import { codeOf, patient } from '../contract/steps.js';

const store = createMemoryStore({
  'a.ts': '12345',
  'src/b.ts': '1',
  'src/x/c.ts': '',
  'src/x/d.js': '',
  'docs/e.md': '',
  '.gitignore': '*.log\n',
  'f.log': '',
});

/** A tree as text: two blanks a level, a slash for a directory, an ellipsis for one not looked into. */
function text(entries: readonly TreeEntry[], indent = ''): readonly string[] {
  return entries.flatMap(({ name, kind, size, children }) => {
    const sign = kind === 'directory' ? (children === undefined ? '/…' : '/') : ` ${size}`;
    return [`${indent}${name}${sign}`, ...text(children ?? [], `${indent}  `)];
  });
}

async function tree(request: Partial<TreeRequest>): Promise<readonly string[]> {
  const { entries } = await listTree(store, { depth: Infinity, ...request }, patient.signal);
  return text(entries);
}

describe('listTree', () => {
  test('gives all levels with sizes', async () => {
    expect(await tree({})).toEqual([
      '.gitignore 6',
      'a.ts 5',
      'docs/',
      '  e.md 0',
      'src/',
      '  b.ts 1',
      '  x/',
      '    c.ts 0',
      '    d.js 0',
    ]);
  });

  test('gives as many levels as asked', async () => {
    expect(await tree({ depth: 1 })).toEqual(['.gitignore 6', 'a.ts 5', 'docs/…', 'src/…']);
    expect(await tree({ depth: 1, path: 'src' })).toEqual(['b.ts 1', 'x/…']);
  });

  test('with a glob gives the files that it is about and the way to them', async () => {
    expect(await tree({ glob: '*.js' })).toEqual(['src/', '  x/', '    d.js 0']);
    expect(await tree({ glob: 'x/*', path: 'src' })).toEqual(['x/', '  c.ts 0', '  d.js 0']);
    expect(await tree({ glob: 'nothing' })).toEqual([]);
  });

  test('a file is a tree of itself', async () => {
    expect(await tree({ path: 'src/b.ts' })).toEqual(['b.ts 1']);
  });

  test('tells how much is ignored, and the paths to send back', async () => {
    const { ignored, entries, shown } = await listTree(store, { depth: 2 }, patient.signal);
    expect([shown, ignored]).toEqual(['.', 1]);
    expect(entries.at(-1)?.children?.map((entry) => entry.shown)).toEqual(['src/b.ts', 'src/x']);
  });

  test('what is not there is refused', async () => {
    expect(await codeOf(tree({ path: 'gone' }))).toBe('FILE_NOT_FOUND');
    expect(await codeOf(tree({ glob: '[' }))).toBe('INVALID_ARGUMENT');
  });

  test('beyond some number entries are only counted, in all and by directory', async () => {
    const many = Object.fromEntries(numbered(20_010).map((name) => [`d/${name}`, '']));
    const on = createMemoryStore({ ...many, 'e/f': '', g: '' });
    const listed = await listTree(on, { depth: 2 }, patient.signal);
    expect(listed).toMatchObject({ files: 1, directories: 2, leftOut: 14 });
    const [first, second] = listed.entries;
    expect(first).toMatchObject({ shown: 'd', leftOut: 13 });
    expect(first?.children).toHaveLength(19_997);
    expect(second).toMatchObject({ shown: 'e', children: [], leftOut: 1 });
  });

  test('what is in the directory itself is counted whole', async () => {
    const many = Object.fromEntries(numbered(20_010).map((name) => [name, '']));
    const on = createMemoryStore({ ...many, 'z/a': '' });
    const listed = await listTree(on, { depth: 1 }, patient.signal);
    expect(listed.entries).toHaveLength(20_000);
    expect(listed).toMatchObject({ files: 20_010, directories: 1, leftOut: 11 });
  });

  test('with a glob only what it is about is counted', async () => {
    const many = numbered(20_010).map((name) => [`d/${name}.js`, '']);
    const on = createMemoryStore({ ...Object.fromEntries(many), 'e/a.ts': '', 'f/b.js': '' });
    const found = await listTree(on, { depth: Infinity, glob: '*.ts' }, patient.signal);
    expect(text(found.entries)).toEqual(['e/', '  a.ts 0']);
    expect(found).toMatchObject({ files: 0, directories: 1, leftOut: 0 });
    const all = await listTree(on, { depth: Infinity, glob: '*.js' }, patient.signal);
    expect(all).toMatchObject({ files: 0, directories: 2, leftOut: 11 });
    expect(all.entries[0]?.children).toHaveLength(20_000);
    expect(all.entries[1]).toMatchObject({ shown: 'f', children: [], leftOut: 1 });
  });
});

/** Names in the order of a listing. */
function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `f${String(index).padStart(6, '0')}`);
}
