import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  formerPath,
  switchFile,
  type Staged,
  type Switched,
} from '../../../../src/store/disk/commit/participant.js';
import { stage } from '../../../../src/store/disk/commit/stage.js';
import { createBench, type Bench, type Worker } from '../../../support/bench.js';
import { faulty, type Control } from '../../../support/faulty-fs.js';
import type { Call } from '../../../support/sim/sync-fs.js';

const TOKEN = '00000000000000aa';
let bench: Bench;
let calls: readonly Call[];

beforeEach(() => {
  bench = createBench({ a: 'old', b: 'old' });
});

function start(control?: Control): Worker {
  return bench.start('switcher', (fs) => {
    const port = faulty(fs, control);
    ({ calls } = port);
    return port.fs;
  });
}

async function staged(worker: Worker, name: string, text: string | undefined): Promise<Staged> {
  const result = await stage(worker.fs, await worker.take(name, text), TOKEN);
  if (result === undefined) throw new Error('not staged');
  return result;
}

/** Stages, lets something happen, and switches. */
async function switched(
  name: string,
  text: string | undefined,
  meanwhile: () => void = () => undefined,
): Promise<Switched> {
  const worker = start();
  const ready = await staged(worker, name, text);
  meanwhile();
  return switchFile(worker.fs, ready);
}

/** How often the content of a file was asked for, to be edited or checked. */
const reads = (): number => calls.filter(({ name }) => name === 'readSync').length;

const outsider = (text: string) => (): void => {
  bench.sim.put({ '/w/a': text });
};

describe('a switch', () => {
  test.each([
    ['edits', 'a', 'new', { a: 'new', b: 'old' }],
    ['creates', 'c', 'new', { a: 'old', b: 'old', c: 'new' }],
    ['deletes', 'a', undefined, { b: 'old' }],
  ])('%s a file', async (_, name, text, files) => {
    expect(await switched(name, text)).toBe('switched');
    expect(bench.files()).toEqual(files);
  });

  test('keeps what it replaced until the lock is released', async () => {
    const worker = start();
    for (const [name, text] of [
      ['a', 'new'],
      ['b', undefined],
    ] as const) {
      const ready = await staged(worker, name, text);
      switchFile(worker.fs, ready);
      const former = formerPath(ready);
      expect(former && worker.fs.readSmall(former).toString()).toBe('old');
    }
    expect(formerPath(await staged(worker, 'c', 'new'))).toBeUndefined();
  });

  test('does not read a file again whose times tell that it is the same', async () => {
    bench.clock.advance(1000);
    await switched('a', 'new');
    expect(reads()).toBe(1);
  });

  test('reads a file again that was written a moment before', async () => {
    await switched('a', 'new');
    expect(reads()).toBeGreaterThan(1);
  });

  test('of a file that only got another mode is made', async () => {
    const chmod = (): void => {
      const { fs } = bench.sim.process();
      fs.fchmod(fs.open('/w/a', 0), 0o600);
    };
    expect(await switched('a', 'new', chmod)).toBe('switched');
  });
});

describe('an outsider who was first', () => {
  test.each([
    ['has written', 'a', 'new', outsider('theirs'), { a: 'theirs', b: 'old' }],
    ['has written as much', 'a', 'new', outsider('OLD'), { a: 'OLD', b: 'old' }],
    [
      'has written into what is to go',
      'a',
      undefined,
      outsider('theirs'),
      { a: 'theirs', b: 'old' },
    ],
    [
      'has made the file',
      'c',
      'new',
      () => bench.sim.put({ '/w/c': 'theirs' }),
      { a: 'old', b: 'old', c: 'theirs' },
    ],
    [
      'has taken the file away',
      'a',
      'new',
      () => bench.sim.process().fs.unlink('/w/a'),
      { b: 'old' },
    ],
  ])('%s: nothing is done', async (...[, name, text, meanwhile, files]) => {
    expect(await switched(name, text, meanwhile)).toBe('changed');
    expect(bench.files()).toEqual(files);
  });
});

describe('an outsider between the last check and the switch', () => {
  /** Comes in before the rename that is the switch. */
  const beforeSwitch = (name: string, meanwhile: () => void): Control => {
    let isDone = false;
    return (call) => {
      const isSwitch =
        call.name === 'rename' && call.args.some((arg) => String(arg).endsWith(name));
      if (!isSwitch || isDone) return undefined;
      isDone = true;
      return { kind: 'stall', meanwhile };
    };
  };

  test.each([
    ['an edit', 'new'],
    ['a delete', undefined],
  ])('is seen after %s', async (_, text) => {
    const worker = start(beforeSwitch('/a', outsider('theirs')));
    const ready = await staged(worker, 'a', text);
    expect(switchFile(worker.fs, ready)).toBe('overtaken');
    const former = formerPath(ready);
    expect(former && worker.fs.readSmall(former).toString()).toBe('theirs');
  });

  test('who takes a file away that is to go is first', async () => {
    const unlink = (): void => bench.sim.process().fs.unlink('/w/a');
    const worker = start(beforeSwitch('/a', unlink));
    expect(switchFile(worker.fs, await staged(worker, 'a', undefined))).toBe('changed');
  });
});

describe('a holder whose lock was taken', () => {
  test.each([
    ['an edit', 'a', 'new'],
    ['a create', 'c', 'new'],
    ['a delete', 'a', undefined],
  ])('cannot switch %s', async (_, name, text) => {
    const worker = start();
    const ready = await staged(worker, name, text);
    worker.process.die();
    await bench.start('taker').lock(name);
    expect(() => switchFile(worker.fs, ready)).toThrow(
      expect.objectContaining({ code: 'LOCK_LOST', details: { path: name } }),
    );
    expect(bench.files()).toEqual({ a: 'old', b: 'old' });
  });

  test.each([
    ['an edit', 'a', 'new', ['new']],
    ['a create', 'c', 'new', ['new']],
    ['a delete', 'a', undefined, ['del']],
  ])('cannot even when it was so after the last check: %s', async (_, name, text, fenced) => {
    const worker = start();
    const ready = await staged(worker, name, text);
    const { directory } = ready.participant.lock;
    for (const kind of fenced) directory.remove(`${kind}-${TOKEN}`);
    const isHeld = [true, false];
    const lock = { ...ready.participant.lock, isHeld: () => isHeld.shift() ?? false };
    const stalled = { ...ready, participant: { ...ready.participant, lock } };
    expect(() => switchFile(worker.fs, stalled)).toThrow(
      expect.objectContaining({ code: 'LOCK_LOST' }),
    );
    expect(bench.files()).toEqual({ a: 'old', b: 'old' });
  });
});
