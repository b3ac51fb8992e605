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

  test('beyond some number entries are only counted', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 20_010 }, (_, index) => [`d/f${index}`, '']),
    );
    const { entries, leftOut } = await listTree(
      createMemoryStore(many),
      { depth: 2 },
      patient.signal,
    );
    expect(entries[0]?.children).toHaveLength(19_999);
    expect(leftOut).toBe(11);
  });
});
