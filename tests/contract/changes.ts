import { describe, expect, test } from '@jest/globals';
import type { ChangeFilter, LoggedChange } from '../../src/store/history.js';
import { give, hashText, move, pathOf } from './history-steps.js';
import type { Current, OpenStore } from './open-store.js';
import { change, contentOf, pathsOf, patient } from './steps.js';

const LONG_AGO = 1_000_000;

function changesOf({ store }: OpenStore, filter: Partial<ChangeFilter> = {}) {
  return store.history.changes({ limit: 100, ...filter });
}

function idsOf(changes: readonly LoggedChange[]): readonly string[] {
  return changes.map(({ id }) => id);
}

export function describeChanges(current: Current): void {
  describe('the log of changes', () => {
    test('tells who did what with which files, in the order of the call', async () => {
      const open = current();
      await give(open, { 'b.txt': 'old' });
      const before = Date.now();
      const id = await give(open, { 'b.txt': undefined, 'a.txt': '1' }, 'bob', { tool: 'edit' });
      const [a, b] = await pathsOf(open.store, ['a.txt', 'b.txt']);
      const [found] = await changesOf(open);
      expect(found).toEqual({
        id,
        time: expect.any(Number),
        agent: 'bob',
        tool: 'edit',
        files: [
          {
            path: b,
            shown: 'b.txt',
            action: 'delete',
            before: hashText('old'),
            ...(found?.files[0]?.mode !== undefined && { mode: 0o666 & ~process.umask() }),
          },
          { path: a, shown: 'a.txt', action: 'create', after: hashText('1') },
        ],
      });
      expect(found?.time).toBeGreaterThanOrEqual(before - 1);
      expect(found?.time).toBeLessThanOrEqual(Date.now() + 1);
    });

    test('has no change where nothing changed, or was refused', async () => {
      const open = current();
      await give(open, { 'a.txt': '1' });
      expect(await give(open, { 'a.txt': '1' })).toBeUndefined();
      expect(await change(open.store, ['a.txt'], () => ({}))).toBeUndefined();
      const bug = new Error('planted');
      const refused = change(open.store, ['a.txt'], () => {
        throw bug;
      });
      await expect(refused).rejects.toBe(bug);
      expect(await changesOf(open)).toHaveLength(1);
    });

    test('leaves out files of a change that stay as they are', async () => {
      const open = current();
      await give(open, { 'a.txt': '1', 'b.txt': '1' });
      await give(open, { 'a.txt': '2', 'b.txt': '1' });
      const [found] = await changesOf(open);
      expect(found?.files.map(({ shown }) => shown)).toEqual(['a.txt']);
    });

    test('tells a move once', async () => {
      const open = current();
      await give(open, { 'a.txt': '1' });
      await move(open, 'a.txt', 'sub/b.txt', '2');
      const [a, b] = await pathsOf(open.store, ['a.txt', 'sub/b.txt']);
      const [found] = await changesOf(open);
      expect(found?.files).toEqual([
        {
          path: b,
          shown: 'sub/b.txt',
          action: 'move',
          before: hashText('1'),
          after: hashText('2'),
          from: { path: a, shown: 'a.txt' },
        },
      ]);
    });

    test('tells the encoding that was named', async () => {
      const open = current();
      const [a, b] = await pathsOf(open.store, ['a.txt', 'b.txt']);
      if (a === undefined || b === undefined) throw new Error('not resolved');
      const encoding = 'utf-16le';
      const made = { path: a, content: contentOf('1'), action: 'create', encoding } as const;
      const left = { path: a, content: undefined } as const;
      const moved = { path: b, content: contentOf('1'), from: a, encoding } as const;
      const gone = { path: b, content: undefined, action: 'delete', encoding } as const;
      await open.store.transact([a], () => [made], patient);
      const move = [{ ...left, action: 'move' } as const, { ...moved, action: 'move' } as const];
      await open.store.transact([a, b], () => move, patient);
      await open.store.transact([b], () => [gone], patient);
      await give(open, { 'b.txt': '2' });
      const told = (await changesOf(open)).flatMap(({ files }) => files);
      expect(told.map((file) => [file.action, file.encoding])).toEqual([
        ['create', undefined],
        ['delete', encoding],
        ['move', encoding],
        ['create', encoding],
      ]);
    });

    test('gives each change an id of its own, short and of letters and digits', async () => {
      const open = current();
      const ids = [];
      for (let turn = 0; turn < 20; turn += 1) ids.push(await give(open, { 'a.txt': `${turn}` }));
      for (const id of ids) expect(id).toMatch(/^[0-9a-z]{5,10}$/);
      expect(new Set(ids).size).toBe(20);
      expect(idsOf(await changesOf(open))).toEqual(ids.toReversed());
    });

    test('is told from the newest, up to a limit', async () => {
      const open = current();
      await give(open, { 'a.txt': '1' });
      const second = await give(open, { 'a.txt': '2' });
      const third = await give(open, { 'a.txt': '3' });
      expect(idsOf(await changesOf(open, { limit: 2 }))).toEqual([third, second]);
      expect(await changesOf(open, { limit: 0 })).toEqual([]);
    });

    test('can be asked for one file, by the name that it has or had', async () => {
      const open = current();
      const first = await give(open, { 'a.txt': '1' });
      await give(open, { 'a.txt.txt': '1', 'x/a.txt': '1' });
      const moved = await move(open, 'a.txt', 'b "é".txt', '1');
      const last = await give(open, { 'b "é".txt': '2' });
      const ask = async (name: string) =>
        idsOf(await changesOf(open, { path: await pathOf(open, name) }));
      expect(await ask('a.txt')).toEqual([moved, first]);
      expect(await ask('b "é".txt')).toEqual([last, moved]);
      expect(await ask('c.txt')).toEqual([]);
    });

    test('can be asked for one change', async () => {
      const open = current();
      const first = await give(open, { 'a.txt': '1' });
      await give(open, { 'a.txt': '2' });
      if (first === undefined) throw new Error('no id');
      expect(idsOf(await changesOf(open, { id: first }))).toEqual([first]);
      expect(await changesOf(open, { id: 'unknown' })).toEqual([]);
      const elsewhere = { id: first, path: await pathOf(open, 'b.txt') };
      expect(await changesOf(open, elsewhere)).toEqual([]);
    });

    test('can be asked for what came after a time', async () => {
      const open = current();
      await give(open, { 'a.txt': '1' });
      expect(await changesOf(open, { since: Date.now() - LONG_AGO })).toHaveLength(1);
      expect(await changesOf(open, { since: Date.now() + LONG_AGO })).toHaveLength(0);
      const [found] = await changesOf(open);
      expect(await changesOf(open, { since: found?.time ?? 0 })).toEqual([]);
    });

    test('tells what an undo took back, and of what was taken back by which undo', async () => {
      const open = current();
      const done = (await give(open, { 'a.txt': '1' })) ?? '';
      const kept = await give(open, { 'b.txt': '1' });
      const undo = (await give(open, { 'a.txt': undefined }, 'bob', { undoes: done })) ?? '';
      const told = await changesOf(open);
      expect(told.map(({ id, undoes, undoneBy }) => ({ id, undoes, undoneBy }))).toEqual([
        { id: undo, undoes: done, undoneBy: undefined },
        { id: kept, undoes: undefined, undoneBy: undefined },
        { id: done, undoes: undefined, undoneBy: undo },
      ]);
      expect(await changesOf(open, { id: done })).toMatchObject([{ undoneBy: undo }]);
      const path = await pathOf(open, 'a.txt');
      expect(await changesOf(open, { path })).toMatchObject([{ id: undo }, { undoneBy: undo }]);
    });

    test('has the changes of one file in the order of its commits', async () => {
      const open = current();
      const names = ['a.txt', 'b.txt', 'c.txt'];
      const sign = (id: number) => {
        const own = names.filter((_, index) => index === id % 3 || index === (id + 1) % 3);
        return change(open.store, own, (before) =>
          Object.fromEntries(own.map((name) => [name, `${before[name] ?? ''}${String(id)};`])),
        );
      };
      await Promise.all(Array.from({ length: 12 }, (_, id) => sign(id)));
      for (const name of names) {
        const told = await changesOf(open, { path: await pathOf(open, name) });
        const steps = told.toReversed().map(({ files }) => files.find((f) => f.shown === name));
        expect(steps).toHaveLength(8);
        steps.forEach((step, index) => {
          expect(step?.before).toBe(steps[index - 1]?.after);
        });
      }
    });
  });
}
