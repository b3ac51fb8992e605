import { beforeEach, describe, expect, test } from '@jest/globals';
import type { LocklineError } from '../../../../src/core/errors.js';
import { createIoErrors } from '../../../../src/store/disk/io-error.js';
import { removeTree } from '../../../../src/store/disk/paths/directory.js';
import { commit, type Outcome } from '../../../../src/store/disk/commit/transaction.js';
import { createBench, type Bench } from '../../../support/bench.js';
import { faulty, type Control, type Fault } from '../../../support/faulty-fs.js';
import type { Call } from '../../../support/sim/sync-fs.js';

const TOKEN = '00000000000000aa';
let bench: Bench;

beforeEach(() => {
  bench = createBench({ a: 'old', b: 'old' });
});

interface Run {
  readonly outcome: Outcome | LocklineError;
  readonly isAbandoned: boolean;
  readonly calls: readonly Call[];
}

/** Commits these texts; `control` is asked once the locks are held. */
async function run(
  changes: Readonly<Record<string, string | undefined>>,
  control: Control = () => undefined,
  signal = new AbortController().signal,
): Promise<Run> {
  let calls: readonly Call[] = [];
  let isBegun = false;
  const worker = bench.start('committer', (fs) => {
    const port = faulty(fs, (call) => (isBegun ? control(call) : undefined));
    ({ calls } = port);
    return port.fs;
  });
  const participants = [];
  for (const [name, text] of Object.entries(changes))
    participants.push(await worker.take(name, text));
  let isAbandoned = false;
  isBegun = true;
  const outcome = await commit(participants, {
    fs: worker.fs,
    token: TOKEN,
    signal,
    ioErrors: createIoErrors(undefined),
    abandon: () => {
      isAbandoned = true;
    },
  }).catch((error: LocklineError) => error);
  return { outcome, isAbandoned, calls };
}

/** Something at a call of a name, on a path that ends so. */
function at(name: string, path: string, fault: Fault): Control {
  return (call) =>
    call.name === name && call.args.some((arg) => String(arg).includes(path)) ? fault : undefined;
}

const EIO: Fault = { kind: 'error', code: 'EIO' };
const OLD = { a: 'old', b: 'old' };
const BOTH = { a: 'new', b: 'new' };

describe('a commit', () => {
  test.each([
    ['of nothing', {}, OLD],
    ['of an edit', { a: 'new' }, { a: 'new', b: 'old' }],
    ['of a create', { c: 'new' }, { ...OLD, c: 'new' }],
    ['of a delete', { a: undefined }, { b: 'old' }],
    ['of all of them', { a: 'new', b: undefined, c: 'new' }, { a: 'new', c: 'new' }],
  ])('%s is made and durable', async (_, changes, files) => {
    const { outcome } = await run(changes);
    expect(outcome).toBe('committed');
    expect(bench.files()).toEqual(files);
    expect(bench.sim.powerLoss(() => 1).tree('/w')).toMatchObject(files);
  });

  test('of one file makes no journal', async () => {
    const { calls } = await run({ a: 'new' });
    expect(calls.some(({ args }) => args.some((arg) => String(arg).includes('journal')))).toBe(
      false,
    );
  });

  test('is made where there are no hard links', async () => {
    const noLinks: Control = ({ name }) =>
      name === 'link' ? { kind: 'error', code: 'EPERM' } : undefined;
    expect((await run({ a: 'new' }, noLinks)).outcome).toBe('committed');
    bench = createBench(OLD);
    expect((await run({ ...BOTH, c: 'new' }, noLinks)).outcome).toBe('committed');
    expect(bench.files()).toEqual({ ...BOTH, c: 'new' });
  });

  test('is made however late the caller gives up after the commit point', async () => {
    const caller = new AbortController();
    const meanwhile = (): void => {
      caller.abort();
    };
    const { outcome } = await run(
      BOTH,
      at('unlink', 'journal', { kind: 'stall', meanwhile }),
      caller.signal,
    );
    expect(outcome).toBe('committed');
  });
});

describe('nothing is changed', () => {
  test('when the caller gives up before the first switch', async () => {
    const reason = new Error('enough');
    const { outcome } = await run(BOTH, undefined, AbortSignal.abort(reason));
    expect(outcome).toBe(reason);
    expect(bench.files()).toEqual(OLD);
  });

  test.each([
    ['one file', { a: 'new' }],
    ['the second of two', { b: 'new', a: 'new' }],
  ])('when an outsider was first: %s', async (_, changes) => {
    const meanwhile = (): void => {
      bench.sim.put({ '/w/a': 'theirs' });
    };
    let isDone = false;
    const { outcome } = await run(changes, ({ name, args }) => {
      if (isDone || name !== 'lstat' || !String(args[0]).endsWith('/a')) return undefined;
      isDone = true;
      return { kind: 'stall', meanwhile };
    });
    expect(outcome).toBe('changed');
    expect(bench.files()).toEqual({ a: 'theirs', b: 'old' });
  });

  test.each([
    ['one file', { a: 'new' }, { a: 'theirs', b: 'old' }],
    ['two files', BOTH, { a: 'theirs', b: 'old' }],
  ])('when an outsider wrote into a file at the last moment: %s', async (_, changes, files) => {
    const meanwhile = (): void => {
      bench.sim.put({ '/w/a': 'theirs' });
    };
    const { outcome } = await run(
      changes,
      at('rename', `.a.lockline/.git/lock/new-${TOKEN}`, { kind: 'stall', meanwhile }),
    );
    expect(outcome).toMatchObject({ code: 'CHANGED_ON_DISK', details: { path: 'a' } });
    expect(bench.files()).toEqual(files);
  });

  test.each([
    ['the second switch', at('rename', `.b.lockline/.git/lock/new-${TOKEN}`, EIO)],
    ['the look at what was replaced', at('lstat', `.b.lockline/.git/lock/old-${TOKEN}`, EIO)],
    ['the end of the journal', at('unlink', `journal-${TOKEN}`, EIO)],
  ])('when a call fails: %s', async (_, control) => {
    const { outcome, isAbandoned } = await run(BOTH, control);
    expect(outcome).toMatchObject({ code: 'IO_FAILED' });
    expect(bench.files()).toEqual(OLD);
    expect(isAbandoned).toBe(false);
    expect(bench.inLock('a').filter((kind) => kind === 'journal' || kind === 'recov')).toEqual([]);
  });

  test('when the locks were taken before the first switch', async () => {
    const meanwhile = (): void => {
      const { fs } = bench.sim.process();
      const lock = '/w/.b.lockline/.git/lock';
      const heartbeat = fs.readdir(lock).find((name) => name.startsWith('hb-')) ?? '';
      fs.rename(`${lock}/${heartbeat}`, `${lock}/hb-00000000000000bb-0`);
    };
    const { outcome } = await run(BOTH, at('link', 'journal', { kind: 'stall', meanwhile }));
    expect(outcome).toMatchObject({ code: 'LOCK_LOST', details: { path: 'b' } });
    expect(bench.files()).toEqual(OLD);
  });
});

describe('the next user decides', () => {
  test('when somebody has taken the journal before the commit point', async () => {
    const meanwhile = (): void => {
      const { fs } = bench.sim.process();
      const lock = '/w/.a.lockline/.git/lock';
      fs.rename(`${lock}/journal-${TOKEN}`, `${lock}/recov-${TOKEN}`);
    };
    const { outcome, isAbandoned } = await run(
      BOTH,
      at('unlink', 'journal', { kind: 'stall', meanwhile }),
    );
    expect(outcome).toMatchObject({ code: 'LOCK_LOST' });
    expect(isAbandoned).toBe(true);
  });

  test('when a half-done change cannot be taken back, which is told', async () => {
    let failures = 0;
    const { outcome, isAbandoned } = await run(BOTH, (call) => {
      const isSwitch = call.name === 'rename' && String(call.args[0]).includes('.b.lockline');
      if (isSwitch) failures += 1;
      return isSwitch || (failures > 0 && call.name === 'rename') ? EIO : undefined;
    });
    expect(outcome).toMatchObject({ code: 'IN_DOUBT', details: { path: 'a' } });
    expect(isAbandoned).toBe(true);
    expect(bench.inLock('a')).toContain('journal');
  });
});

test.each([
  ['one file', { a: 'new' }],
  ['two files', BOTH],
])(
  'a commit that the disk does not confirm is in place, and told as in doubt: %s',
  async (_, changes) => {
    let isSwitched = false;
    const { outcome } = await run(changes, ({ name, args }) => {
      if (name === 'unlink' && String(args[0]).includes('journal')) isSwitched = true;
      if (name === 'rename' && !('b' in changes)) isSwitched = true;
      return isSwitched && name === 'fsync' ? EIO : undefined;
    });
    expect(outcome).toMatchObject({ code: 'IN_DOUBT' });
    expect(bench.files()).toMatchObject(changes);
  },
);

describe('another program removes the locks in the middle', () => {
  const cleanUp = (): void => {
    for (const name of ['a', 'b']) removeTree(bench.sim.process().fs, `/w/.${name}.lockline`);
  };

  test.each([
    ['between two switches', at('rename', `.b.lockline/.git/lock/new-${TOKEN}`, stalled()), 'old'],
    ['before the commit point', at('unlink', `journal-${TOKEN}`, stalled()), 'new'],
  ])('%s: the change is not said to be none', async (_, control, b) => {
    const { outcome } = await run(BOTH, control);
    expect(outcome).toMatchObject({ code: 'IN_DOUBT', details: { path: 'a' } });
    expect(bench.files()).toEqual({ a: 'new', b });
  });

  test('before the first switch: nothing was changed', async () => {
    const { outcome } = await run(
      BOTH,
      at('rename', `.a.lockline/.git/lock/new-${TOKEN}`, stalled()),
    );
    expect(outcome).toMatchObject({ code: 'LOCK_LOST' });
    expect(bench.files()).toEqual(OLD);
  });

  function stalled(): Fault {
    return { kind: 'stall', meanwhile: cleanUp };
  }
});
