import { beforeEach, describe, expect, test } from '@jest/globals';
import { fc } from '../../../support/fast-check.js';
import { asHash, hashOf } from '../../../../src/core/hash.js';
import {
  encodeRecord,
  readRecord,
  type PartRecord,
} from '../../../../src/store/disk/commit/record.js';
import { createBench, type Worker } from '../../../support/bench.js';

const TOKEN = '00000000000000aa';
let worker: Worker;

beforeEach(async () => {
  worker = createBench({ a: '' }).start();
  await worker.lock('a');
});

function readBack(content: string | Uint8Array): PartRecord | undefined {
  const directory = worker.directory('a');
  directory.remove(`part-${TOKEN}`);
  worker.fs.writeSmall(directory.at(`part-${TOKEN}`), Buffer.from(content), 0o644);
  return readRecord(worker.fs, directory, TOKEN);
}

const reference = { directory: '../s', dev: '2049', ino: '17', name: 'b.txt' };
const hash = fc.constantFrom('one', 'two').map((text) => hashOf(Buffer.from(text)));
const name = fc
  .string({ minLength: 1 })
  .filter((text) => !/[/\0]/.test(text) && text !== '.' && text !== '..');
const directoryRef = fc.record({ directory: fc.string(), dev: fc.string(), ino: fc.string() });
const file = fc.record(
  {
    directory: fc.string(),
    dev: fc.string(),
    ino: fc.string(),
    name,
    step: fc.constantFrom('edit' as const, 'create' as const, 'delete' as const),
    before: hash,
    after: hash,
  },
  { requiredKeys: ['directory', 'dev', 'ino', 'name', 'step'] },
);
const record: fc.Arbitrary<PartRecord> = fc.oneof(
  fc.record({ role: fc.constant('coordinator' as const), files: fc.array(file) }),
  fc.record({
    role: fc.constant('participant' as const),
    coordinator: fc.tuple(directoryRef, name).map(([ref, one]) => ({ ...ref, name: one })),
  }),
);

describe('a record', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(record, (written) => {
        expect(readBack(encodeRecord(written))).toEqual(written);
      }),
    );
  });

  test.each(['', '.', '..', '../b.txt', '/b.txt', 's/b.txt', 'b.txt/', 'b\0.txt'])(
    'that names a file by %j is none: it could lead out of the directory',
    (bad) => {
      const ref = { ...reference, name: bad };
      expect(readBack(encodeRecord({ role: 'participant', coordinator: ref }))).toBeUndefined();
      const files = [{ ...ref, step: 'delete' as const }];
      expect(readBack(encodeRecord({ role: 'coordinator', files }))).toBeUndefined();
    },
  );

  test('that was never finished is none', () => {
    fc.assert(
      fc.property(record, fc.nat(), (written, cut) => {
        const bytes = encodeRecord(written);
        expect(readBack(bytes.subarray(0, cut % bytes.length))).toBeUndefined();
      }),
    );
  });

  test('that is missing is none', () => {
    expect(readRecord(worker.fs, worker.directory('a'), TOKEN)).toBeUndefined();
  });

  test.each([
    ['no object', '[]'],
    ['no role', '{}'],
    ['a coordinator without files', '{"role":"coordinator"}'],
    ['a file that is none', '{"role":"coordinator","files":[1]}'],
    [
      'a step of another version',
      JSON.stringify({ role: 'coordinator', files: [{ ...reference, step: 'rename' }] }),
    ],
    ['a coordinator without a place', '{"role":"participant","coordinator":{"name":"b"}}'],
  ])('with %s is none', (_, text) => {
    expect(readBack(text)).toBeUndefined();
  });

  test('keeps the hashes that a file has', () => {
    const files = [{ ...reference, step: 'create' as const, after: asHash('ab'.repeat(32)) }];
    expect(readBack(JSON.stringify({ role: 'coordinator', files }))).toEqual({
      role: 'coordinator',
      files,
    });
  });
});
