import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from '@jest/globals';
import { contentOf, patient, pathsOf } from '../../../contract/steps.js';
import { give, recalled, servedTree, type Served } from '../../../support/served-tree.js';
import type { Plant } from '../../../support/tree.js';

let served: Served;

function plant(plants: Readonly<Record<string, Plant>>): void {
  served = servedTree(plants);
}

const at = (path: string): string => served.tree.at(path);

afterEach(async () => {
  await served.close();
});

describe('where a history is', () => {
  test('of roots inside one another it is in the outermost', async () => {
    plant({ 'a/b/x': '0', 'c/y': '0' });
    const store = served.serve(['a/b', 'a', 'c']);
    await give(store, { x: '1' });
    expect(served.kept('a')).toHaveLength(1);
    for (const other of ['a/b', 'c', '.']) expect(existsSync(at(`${other}/.lockline`))).toBe(false);
    expect(await recalled(store, 'x', '0')).toBe('0');
  });

  test('a change over several roots is in the log of each, under one id, and told once', async () => {
    plant({ 'a/x': '0', 'b/y': '0' });
    const store = served.serve(['a', 'b']);
    const id = await give(store, { x: '1', [at('b/y')]: '1' });
    const after = await give(store, { [at('b/y')]: '2' });
    for (const root of ['a', 'b']) {
      const days = readdirSync(at(`${root}/.lockline/log`));
      const day = days.find((name) => !name.includes('deltas')) ?? '';
      expect(readFileSync(at(`${root}/.lockline/log/${day}`), 'utf8')).toContain(`"${id}"`);
    }
    const told = await store.history.changes({ limit: 10 });
    expect(told.map((one) => one.id)).toEqual([after, id]);
    expect(told[1]?.files.map(({ shown }) => shown)).toEqual(['x', at('b/y')]);
    expect(await recalled(store, at('b/y'), '0')).toBe('0');
  });

  test('who sees one of the roots is told the part of it, and that it is one', async () => {
    plant({ 'a/x': '0', 'b/y': '0' });
    await give(served.serve(['a', 'b']), { x: '1', [at('b/y')]: '1' });
    const [told] = await served.serve(['b']).history.changes({ limit: 10 });
    expect(told?.files.map(({ shown }) => shown)).toEqual(['y']);
    expect(told?.isPartial).toBe(true);
  });

  test('a move from root to root is told once, with where the file was', async () => {
    plant({ 'a/x': '0', 'b/z': '' });
    const store = served.serve(['a', 'b']);
    const [from, to] = await pathsOf(store, ['x', at('b/y')]);
    if (from === undefined || to === undefined) throw new Error('not resolved');
    const content = contentOf('0');
    await store.transact(
      [from, to],
      () => [
        { path: from, content: undefined, action: 'move' },
        { path: to, content, action: 'move', from },
      ],
      patient,
    );
    for (const path of [from, to]) {
      const [told, ...others] = await store.history.changes({ path, limit: 10 });
      expect(told?.files).toMatchObject([{ path: to, from: { path: from, shown: 'x' } }]);
      expect(others).toEqual([]);
    }
    expect(await recalled(store, 'x', '0')).toBe('0');
  });

  test('the logs of several roots are told as one, from the newest', async () => {
    plant({ 'a/x': '', 'b/y': '' });
    const store = served.serve(['a', 'b']);
    const ids = [];
    for (const turn of [1, 2, 3, 4]) {
      ids.push(await give(store, { [turn % 2 === 0 ? 'x' : at('b/y')]: String(turn) }));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const told = await store.history.changes({ limit: 3 });
    expect(told.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 3));
  });
});
