import { beforeEach, describe, expect, test } from '@jest/globals';
import { createIoErrors } from '../../../../src/store/disk/io-error.js';
import type { Participant } from '../../../../src/store/disk/commit/participant.js';
import {
  prepare,
  stageAll,
  type TransactionOptions,
} from '../../../../src/store/disk/commit/prepare.js';
import { readRecord } from '../../../../src/store/disk/commit/record.js';
import type { Transaction } from '../../../../src/store/disk/commit/transaction-record.js';
import { createBench, type Bench, type Worker } from '../../../support/bench.js';
import { faulty, type Control } from '../../../support/faulty-fs.js';
import type { Call } from '../../../support/sim/sync-fs.js';

const TOKEN = '00000000000000aa';
let bench: Bench;
let calls: readonly Call[];

beforeEach(() => {
  bench = createBench({ a: 'old', b: 'old' });
});

async function begin(control?: Control): Promise<{
  readonly worker: Worker;
  readonly transaction: Transaction;
  readonly options: TransactionOptions;
}> {
  const worker = bench.start('preparer', (fs) => {
    const port = faulty(fs, control);
    ({ calls } = port);
    return port.fs;
  });
  const first: Participant = await worker.take('a', 'new');
  const participants = [first, await worker.take('b', undefined), await worker.take('c', 'new')];
  return {
    worker,
    transaction: { participants, coordinator: first, token: TOKEN },
    options: {
      fs: worker.fs,
      token: TOKEN,
      signal: new AbortController().signal,
      ioErrors: createIoErrors(undefined),
      abandon: () => undefined,
    },
  };
}

const inLocks = (): readonly (readonly string[])[] => ['a', 'b', 'c'].map(bench.inLock);

describe('staging several files', () => {
  test('makes a record in each lock and what each switch needs', async () => {
    const { transaction, options } = await begin();
    const staged = await stageAll(transaction, options);
    expect(staged?.map(({ participant }) => participant.name)).toEqual(['a', 'b', 'c']);
    expect(inLocks()).toEqual([
      ['hb', 'new', 'old', 'part'],
      ['del/', 'hb', 'part'],
      ['hb', 'new', 'part'],
    ]);
  });

  test('makes the record of the coordinator first, and all before anything else', async () => {
    const { transaction, options } = await begin();
    const before = calls.length;
    await stageAll(transaction, options);
    const made = calls.slice(before, before + 3);
    expect(made.map(({ name }) => name)).toEqual(['writeSmall', 'writeSmall', 'writeSmall']);
    expect(made[0]?.args[0]).toContain('.a.lockline');
  });

  test('makes it all durable', async () => {
    const { transaction, options } = await begin();
    await stageAll(transaction, options);
    const { fs } = bench.sim.powerLoss(() => 1).process();
    const lock = '/w/.a.lockline/.git/lock';
    expect(fs.readSmall(`${lock}/new-${TOKEN}`).toString()).toBe('new');
    expect(fs.readSmall(`${lock}/part-${TOKEN}`)).toEqual(
      bench.sim.process().fs.readSmall(`${lock}/part-${TOKEN}`),
    );
    expect(fs.readdir('/w/.b.lockline/.git/lock')).toContain(`del-${TOKEN}`);
  });

  test('gives nothing where one file is no longer what was read', async () => {
    const { transaction, options } = await begin();
    bench.sim.put({ '/w/a': 'theirs' });
    expect(await stageAll(transaction, options)).toBeUndefined();
  });

  test('waits for all when one fails, and tells why', async () => {
    const { transaction, options } = await begin(({ name }) =>
      name === 'writevSync' ? { kind: 'error', code: 'ENOSPC' } : undefined,
    );
    await expect(stageAll(transaction, options)).rejects.toMatchObject({ code: 'NO_SPACE' });
    expect(bench.inLock('b')).toEqual(['del/', 'hb', 'part']);
  });

  test('tells that the lock is lost, whatever failed because of that', async () => {
    const { worker, transaction, options } = await begin();
    worker.process.die();
    await (await bench.start('taker').lock('b')).release();
    await expect(stageAll(transaction, options)).rejects.toMatchObject({
      code: 'LOCK_LOST',
      details: { path: 'b' },
    });
  });
});

describe('preparing', () => {
  test('makes the journal a second name of the coordinator’s record', async () => {
    const { worker, transaction, options } = await begin();
    await stageAll(transaction, options);
    prepare(transaction, options);
    const { directory } = transaction.coordinator.lock;
    const [part, journal] = [`part-${TOKEN}`, `journal-${TOKEN}`].map((name) =>
      worker.fs.lstat(directory.at(name)),
    );
    expect(journal?.ino).toBe(part?.ino);
  });

  test('makes the journal a copy where there are no links', async () => {
    const { worker, transaction, options } = await begin(({ name }) =>
      name === 'link' ? { kind: 'error', code: 'ENOTSUP' } : undefined,
    );
    await stageAll(transaction, options);
    prepare(transaction, options);
    const { directory } = transaction.coordinator.lock;
    expect(worker.fs.readSmall(directory.at(`journal-${TOKEN}`))).toEqual(
      worker.fs.readSmall(directory.at(`part-${TOKEN}`)),
    );
    expect(readRecord(worker.fs, directory, TOKEN)).toMatchObject({ role: 'coordinator' });
  });

  test.each(['a', 'b', 'c'])('fails when the lock of %s is lost', async (name) => {
    const { worker, transaction, options } = await begin();
    await stageAll(transaction, options);
    worker.process.die();
    await bench.start('taker').lock(name);
    expect(() => {
      prepare(transaction, options);
    }).toThrow(expect.objectContaining({ code: 'LOCK_LOST', details: { path: name } }));
    expect(bench.inLock('a')).not.toContain('journal');
  });

  test('fails when a taker has resolved the transaction since the look at the locks', async () => {
    const { worker, transaction, options } = await begin();
    await stageAll(transaction, options);
    worker.fs.unlink(transaction.coordinator.lock.directory.at(`part-${TOKEN}`));
    expect(() => {
      prepare(transaction, options);
    }).toThrow(expect.objectContaining({ code: 'LOCK_LOST' }));
  });
});
