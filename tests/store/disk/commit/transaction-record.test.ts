import { expect, test } from '@jest/globals';
import { hashOf } from '../../../../src/core/hash.js';
import { partRecord, undoTarget } from '../../../../src/store/disk/commit/transaction-record.js';
import { createBench } from '../../../support/bench.js';

const hash = (text: string) => hashOf(Buffer.from(text));

test('the coordinator lists all files as seen from it, the others tell where it is', async () => {
  const bench = createBench({ 's/a': 'old', 't/u/b': 'old' });
  const worker = bench.start();
  const [edit, remove, create] = [
    await worker.take('s/a', 'new'),
    await worker.take('t/u/b', undefined),
    await worker.take('t/c', 'new'),
  ];
  const token = '00000000000000aa';
  const transaction = { participants: [edit, remove, create], coordinator: edit, token };
  const place = (path: string) => {
    const { dev, ino } = worker.fs.lstat(path);
    return { dev: String(dev), ino: String(ino) };
  };
  const files = [
    {
      directory: '',
      ...place('/w/s'),
      name: 'a',
      step: 'edit',
      before: hash('old'),
      after: hash('new'),
    },
    { directory: '../t/u', ...place('/w/t/u'), name: 'b', step: 'delete', before: hash('old') },
    { directory: '../t', ...place('/w/t'), name: 'c', step: 'create', after: hash('new') },
  ];
  expect(partRecord(transaction, edit)).toEqual({ role: 'coordinator', files });
  expect(partRecord(transaction, remove)).toEqual({
    role: 'participant',
    coordinator: { directory: '../../s', ...place('/w/s'), name: 'a' },
  });
  expect(undoTarget(transaction, create)).toEqual({
    directory: create.lock.directory,
    record: files[2],
    token,
    undoer: token,
  });
});
