import { beforeEach, describe, expect, test } from '@jest/globals';
import { hashOf } from '../../../../src/core/hash.js';
import { switchFile, type Participant } from '../../../../src/store/disk/commit/participant.js';
import { stage } from '../../../../src/store/disk/commit/stage.js';
import { undoTarget } from '../../../../src/store/disk/commit/transaction-record.js';
import { fence, undoFile, type UndoTarget } from '../../../../src/store/disk/commit/undo.js';
import { createBench, type Bench, type Worker } from '../../../support/bench.js';
import { faulty } from '../../../support/faulty-fs.js';

const TOKEN = '00000000000000aa';
let bench: Bench;
let worker: Worker;

beforeEach(() => {
  bench = createBench({ a: 'old' });
  worker = bench.start();
});

/** Makes a change as far as the switch, and gives what an undo of it needs. */
async function switched(name: string, text: string | undefined): Promise<UndoTarget> {
  const participant: Participant = await worker.take(name, text);
  const staged = await stage(worker.fs, participant, TOKEN);
  if (staged === undefined) throw new Error('not staged');
  switchFile(worker.fs, staged);
  return undoTarget(
    { participants: [participant], coordinator: participant, token: TOKEN },
    participant,
  );
}

const cases = [
  ['an edit', 'a', 'new'],
  ['a create', 'b', 'new'],
  ['a delete', 'a', undefined],
] as const;

describe('an undo', () => {
  test.each(cases)('takes back %s', async (_, name, text) => {
    const target = await switched(name, text);
    expect(bench.files()).not.toEqual({ a: 'old' });
    undoFile(worker.fs, target);
    expect(bench.files()).toEqual({ a: 'old' });
  });

  test.each(cases)('of %s can be repeated', async (_, name, text) => {
    const target = await switched(name, text);
    undoFile(worker.fs, target);
    undoFile(worker.fs, target);
    undoFile(worker.fs, { ...target, undoer: '00000000000000bb' });
    expect(bench.files()).toEqual({ a: 'old' });
  });

  test.each(cases)('of %s that was not made does nothing', async (_, name, text) => {
    const participant = await worker.take(name, text);
    await stage(worker.fs, participant, TOKEN);
    const transaction = { participants: [participant], coordinator: participant, token: TOKEN };
    undoFile(worker.fs, undoTarget(transaction, participant));
    expect(bench.files()).toEqual({ a: 'old' });
  });

  test.each(cases)(
    'of %s does not touch what an outsider has written since',
    async (_, name, text) => {
      const target = await switched(name, text);
      bench.sim.put({ [`/w/${name}`]: 'theirs' });
      undoFile(worker.fs, target);
      expect(bench.files()).toMatchObject({ [name]: 'theirs' });
    },
  );

  test('of an edit does not bring back a file that an outsider has taken away', async () => {
    const target = await switched('a', 'new');
    worker.fs.unlink('/w/a');
    undoFile(worker.fs, target);
    expect(bench.files()).toEqual({});
  });

  test('of a create gives back what an outsider put there at the last moment', async () => {
    const target = await switched('b', 'new');
    const { fs } = faulty(worker.fs, ({ name, args }) => {
      const isGrave = name === 'rename' && String(args[1]).includes('/undo-');
      const meanwhile = (): void => bench.sim.put({ '/w/b': 'theirs' });
      return isGrave ? { kind: 'stall', meanwhile } : undefined;
    });
    undoFile(fs, target);
    expect(bench.files()).toEqual({ a: 'old', b: 'theirs' });
    expect(bench.inLock('b')).toEqual(['hb', 'new']);
  });

  test('of a create completes what a dead undoer has begun', async () => {
    const target = await switched('b', 'new');
    const grave = target.directory.at('undo-00000000000000bb');
    worker.fs.mkdir(grave, 0o700);
    worker.fs.rename('/w/b', `${grave}/gone`);
    undoFile(worker.fs, target);
    expect(bench.files()).toEqual({ a: 'old' });
    expect(bench.inLock('b')).toEqual(['hb', 'new']);
  });

  test('leaves a directory alone that stands where the file was', async () => {
    const target = await switched('b', 'new');
    worker.fs.unlink('/w/b');
    worker.fs.mkdir('/w/b', 0o755);
    undoFile(worker.fs, target);
    expect(bench.sim.tree('/w')).toHaveProperty(['b/']);
  });
});

describe('fencing', () => {
  test('removes what a stalled holder would need to go on', async () => {
    const participant = await worker.take('a', undefined);
    await stage(worker.fs, participant, TOKEN);
    const { directory } = participant.lock;
    for (const name of [`new-${TOKEN}`, `part-${TOKEN}`, `journal-${TOKEN}`])
      worker.fs.writeSmall(directory.at(name), Buffer.from('x'), 0o644);
    worker.fs.mkdir(directory.at(`undo-${TOKEN}`), 0o700);
    fence(worker.fs, directory);
    expect(bench.inLock('a')).toEqual(['hb', 'journal', 'part']);
  });

  test('leaves a deleted file, of which the journal decides', async () => {
    const { directory } = await switched('a', undefined);
    fence(worker.fs, directory);
    expect(bench.inLock('a')).toEqual(['del/', 'del/gone', 'hb']);
  });

  test('is nothing where no lock is', () => {
    fence(worker.fs, worker.directory('a'));
    expect(bench.files()).toEqual({ a: 'old' });
  });
});

test('what is put back is the old file itself', async () => {
  const { ino } = worker.fs.lstat('/w/a');
  const target = await switched('a', undefined);
  undoFile(worker.fs, target);
  expect(worker.fs.lstat('/w/a').ino).toBe(ino);
  expect(target.record.before).toBe(hashOf(Buffer.from('old')));
});
