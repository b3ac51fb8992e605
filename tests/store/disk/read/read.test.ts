import { beforeEach, describe, expect, test } from '@jest/globals';
import { isLocklineError } from '../../../../src/core/errors.js';
import { inclusive } from '../../../../src/core/range.js';
import type { WorkspaceStore } from '../../../../src/store/store.js';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.js';
import { faulty, type Control } from '../../../support/faulty-fs.js';
import { createMachines, openStore, type Machines } from '../../../support/machines.js';
import { change, ROOT } from '../../../support/scenarios.js';
import { createSimFs, type SimFs } from '../../../support/sim-fs.js';

let clock: FakeClock;
let machines: Machines;
let sim: SimFs;

beforeEach(() => {
  clock = createFakeClock();
  machines = createMachines(clock);
  sim = createSimFs({ clock });
  sim.put({ '/w/a': 'old\n', '/w/s/b': 'old\n', '/w/c': 'c\n' });
});

const BOTH = { a: 'new\n', 's/b': 'new\n' };

/** A writer of both files that stops between the two; it is dead, or only stalled. */
async function writeHalf(state: 'dead' | 'stalled'): Promise<void> {
  const { fs } = faulty(sim.process().fs, ({ name, args }) =>
    name === 'rename' && String(args[1]).endsWith('/b')
      ? { kind: 'crash', when: 'before' }
      : undefined,
  );
  const process = machines.start(fs);
  await change(openStore(ROOT, process), BOTH).catch(() => undefined);
  if (state === 'dead') process.die();
  expect(sim.tree('/w')).toMatchObject({ a: 'new\n', 's/b': 'old\n' });
}

function reader(control?: Control, options = {}): WorkspaceStore {
  return openStore(ROOT, machines.start(faulty(sim.process().fs, control).fs), options);
}

/** The first lines of files, or the codes of refusals. */
async function read(
  store: WorkspaceStore,
  ...names: readonly string[]
): Promise<readonly string[]> {
  const requests = await Promise.all(
    names.map(async (name) => ({
      path: (await store.resolve(name, 'read')).path,
      ranges: [inclusive(1, 1)],
      encoding: 'auto',
    })),
  );
  const answers = await store.read(requests, new AbortController().signal);
  return answers.map((answer) =>
    isLocklineError(answer)
      ? answer.code
      : (answer.ranges[0]?.lines.map(({ bytes }) => bytes.toString()).join('') ?? ''),
  );
}

const somewhere = { name: 'fstat', times: 0 };
beforeEach(() => {
  somewhere.times = 0;
});

/** Lets others work once, when the reader has read the first of its files. */
function afterFirstRead(meanwhile: () => void): Control {
  return ({ name }) => {
    if (name === 'readSync') somewhere.times += 1;
    if (name !== 'lstat' || somewhere.times !== 2) return undefined;
    somewhere.times = Infinity;
    return { kind: 'stall', meanwhile };
  };
}

describe('a read of one file', () => {
  test('gives the version in place, also of a change that is half done', async () => {
    await writeHalf('stalled');
    expect(await read(reader(), 'a')).toEqual(['new\n']);
    expect(await read(reader(), 's/b')).toEqual(['old\n']);
    expect(clock.now()).toBe(0);
  });
});

describe('a read of several files', () => {
  test('never shows half of a change: what a dead writer left is undone first', async () => {
    await writeHalf('dead');
    expect(await read(reader(), 'a', 's/b', 'c')).toEqual(['old\n', 'old\n', 'c\n']);
    expect(sim.tree('/w')).toMatchObject({ a: 'old\n', 's/b': 'old\n' });
  });

  test('waits for a writer who is at it, but not long', async () => {
    await writeHalf('stalled');
    expect(await read(reader(), 'a', 's/b', 'c')).toEqual(['BUSY', 'BUSY', 'c\n']);
    expect(clock.now()).toBeGreaterThanOrEqual(200);
    expect(clock.now()).toBeLessThan(300);
  });

  test('says BUSY rather than write where it may not', async () => {
    await writeHalf('dead');
    expect(await read(reader(undefined, { readOnly: true }), 'a', 's/b')).toEqual(['BUSY', 'BUSY']);
    expect(sim.tree('/w')).toMatchObject({ a: 'new\n', 's/b': 'old\n' });
  });

  test('is repeated where a file has changed since it was read', async () => {
    const meanwhile = (): void => {
      sim.put({ '/w/a': 'new\n', '/w/s/b': 'new\n' });
    };
    expect(await read(reader(afterFirstRead(meanwhile)), 'a', 's/b')).toEqual(['new\n', 'new\n']);
    expect(somewhere.times).toBe(Infinity);
  });

  test('is repeated where a file has come or gone', async () => {
    const meanwhile = (): void => {
      sim.put({ '/w/d': 'd\n' });
      sim.process().fs.unlink('/w/a');
    };
    expect(await read(reader(afterFirstRead(meanwhile)), 'a', 'c', 'd')).toEqual([
      'FILE_NOT_FOUND',
      'c\n',
      'd\n',
    ]);
  });

  test.each(['d', 's/d', 'n/d'])(
    'is repeated where a file has come that was missing: it was moved to %s',
    async (to) => {
      let isMoved = false;
      const move: Control = ({ name, args }) => {
        if (isMoved || name !== 'open' || !String(args[0]).endsWith('/a')) return undefined;
        isMoved = true;
        return {
          kind: 'stall',
          meanwhile: () => {
            const { fs } = sim.process();
            if (to.startsWith('n')) fs.mkdir('/w/n', 0o755);
            fs.rename('/w/a', `/w/${to}`);
          },
        };
      };
      expect(await read(reader(move), to, 'a')).toEqual(['old\n', 'FILE_NOT_FOUND']);
      expect(isMoved).toBe(true);
    },
  );

  test('answers for each file, whatever becomes of the others', async () => {
    sim.put({ '/w/dir/': '' });
    expect(await read(reader(), 'a', 'none', 'dir', 'no/parent', 'c')).toEqual([
      'old\n',
      'FILE_NOT_FOUND',
      'NOT_A_FILE',
      'FILE_NOT_FOUND',
      'c\n',
    ]);
  });

  test('ends when the caller gives up', async () => {
    const store = reader();
    const { path } = await store.resolve('a', 'read');
    const request = { path, ranges: [], encoding: 'auto' };
    const work = store.read([request], AbortSignal.abort(new Error('enough')));
    await expect(work).rejects.toThrow('enough');
  });

  test('closes all that it has opened', async () => {
    const { fs, calls } = faulty(sim.process().fs);
    const store = openStore(ROOT, machines.start(fs));
    const before = calls.length;
    await read(store, 'a', 's/b', 'none');
    const made = calls.slice(before).map(({ name }) => name);
    const count = (name: string): number => made.filter((one) => one === name).length;
    expect(count('close')).toBe(count('open'));
  });
});
