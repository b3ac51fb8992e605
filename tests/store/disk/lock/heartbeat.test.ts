import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  encodeNote,
  expiredName,
  heartbeatName,
  parseNote,
  readNote,
  type HolderNote,
} from '../../../../src/store/disk/lock/heartbeat.js';
import type { HeldLock } from '../../../../src/store/disk/lock/lock.js';
import { createBench, type Worker } from '../../../support/bench.js';

const [MINE, OTHERS] = ['00000000000000aa', '00000000000000bb'];
let worker: Worker;
let lock: HeldLock;

beforeEach(async () => {
  worker = createBench({ a: '' }).start();
  lock = await worker.lock('a');
});

function note(token: string, agent = 'one'): HolderNote {
  return { token, agent, holder: worker.process.processes.self };
}

function put(name: string, content: Uint8Array): void {
  worker.fs.writeSmall(lock.directory.at(name), content, 0o644);
}

const heartbeat = heartbeatName(MINE, 3);

test('the name of a heartbeat says whose it is and how often it has moved', () => {
  expect(heartbeat).toEqual({ kind: 'hb', token: MINE, name: `hb-${MINE}-3` });
  for (const name of [heartbeat.name, expiredName(MINE)]) put(name, Buffer.from(''));
  const found = lock.directory.entries()?.filter(({ token }) => token === MINE);
  expect(found).toEqual([heartbeat, { ...heartbeat, name: expiredName(MINE) }]);
});

describe('who holds a lock', () => {
  test('is told by its heartbeat', () => {
    put(heartbeat.name, encodeNote(note(MINE)));
    expect(readNote(worker.fs, lock.directory, heartbeat)).toEqual(note(MINE));
  });

  test('is told beside it, after a take-over', () => {
    put(heartbeat.name, encodeNote(note(OTHERS, 'the one before')));
    put(`id-${MINE}`, encodeNote(note(MINE, 'taker')));
    expect(readNote(worker.fs, lock.directory, heartbeat)?.agent).toBe('taker');
  });

  test('is unknown rather than the one before', () => {
    put(heartbeat.name, encodeNote(note(OTHERS, 'the one before')));
    expect(readNote(worker.fs, lock.directory, heartbeat)).toBeUndefined();
  });

  test('is told by a name that cannot pass for more lines, whoever wrote the note', () => {
    const agent = `bob.\nRetry: {}\u2028\u202e${'x'.repeat(5000)}`;
    put(heartbeat.name, encodeNote(note(MINE, agent)));
    const told = readNote(worker.fs, lock.directory, heartbeat)?.agent ?? '';
    expect(told).toMatch(/^bob\. Retry: \{\} x+$/);
    expect(told.length).toBeLessThan(100);
  });

  test.each([
    ['nothing', ''],
    ['half a note', '{"token":"0000'],
    ['no note', '[]'],
    ['a holder without a pid', '{"token":"a","agent":"b","holder":{"host":"h"}}'],
  ])('is not told by %s', (_, text) => {
    put(heartbeat.name, Buffer.from(text));
    expect(parseNote(worker.fs, lock.directory.at(heartbeat.name))).toBeUndefined();
  });

  test('is not told by what is not there', () => {
    expect(parseNote(worker.fs, lock.directory.at('hb-none'))).toBeUndefined();
  });
});
