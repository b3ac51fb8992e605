import { beforeEach, describe, expect, test } from '@jest/globals';
import { LocklineError } from '../../../../src/core/errors.js';
import type { FilePath } from '../../../../src/core/path.js';
import type { Plan, TransactOptions, WorkspaceStore } from '../../../../src/store/store.js';
import { contentOf } from '../../../support/bench.js';
import { createFakeClock } from '../../../support/fake-clock.js';
import { faulty, type Control } from '../../../support/faulty-fs.js';
import { createMachines, openStore, type Machines } from '../../../support/machines.js';
import { change, ROOT, use } from '../../../support/scenarios.js';
import { createSimFs, type SimFs } from '../../../support/sim-fs.js';
import type { Call } from '../../../support/sim/sync-fs.js';

let sim: SimFs;
let machines: Machines;
let calls: readonly Call[];

beforeEach(() => {
  const clock = createFakeClock();
  machines = createMachines(clock);
  sim = createSimFs({ clock });
  sim.put({ '/w/a': '1', '/w/s/b': '1' });
});

function open(control?: Control): WorkspaceStore {
  const port = faulty(sim.process().fs, control);
  ({ calls } = port);
  return openStore(ROOT, machines.start(port.fs), { history: undefined });
}

function how(overrides: Partial<TransactOptions> = {}): TransactOptions {
  return { author: 'test', tool: 'test', signal: new AbortController().signal, ...overrides };
}

const pathsOf = (store: WorkspaceStore, names: readonly string[]): Promise<readonly FilePath[]> =>
  Promise.all(names.map(async (name) => (await store.resolve(name, 'write')).path));

/** Adds one to the number in each file. */
const addOne: Plan = (before) =>
  Array.from(before, ([path, { bytes }]) => ({
    path,
    content: contentOf(String(Number(bytes.toString()) + 1)),
    action: 'replace',
  }));

/** Lets an outsider write before the look that decides, so many times. */
function outsiderBeforeSwitch(times: number, text: (n: number) => string): Control {
  let writes = 0;
  return ({ name, args }) => {
    const isDeciding = name === 'rename' && String(args[0]).includes('/new-');
    if (!isDeciding || writes === times) return undefined;
    writes += 1;
    return { kind: 'stall', meanwhile: () => sim.put({ '/w/a': text(writes) }) };
  };
}

describe('an outsider who was faster', () => {
  /** Writes when the lock was just taken and the file read. */
  const afterRead = (times: number): Control => {
    let writes = 0;
    return ({ name, args }) => {
      const isStaged = name === 'link' && String(args[1]).includes('.a.lockline/.git/lock/old-');
      if (!isStaged || writes === times) return undefined;
      writes += 1;
      return { kind: 'stall', meanwhile: () => sim.put({ '/w/a': String(writes * 10) }) };
    };
  };

  test('is built upon: the change set starts over', async () => {
    const store = open(afterRead(2));
    await store.transact(await pathsOf(store, ['a']), addOne, how());
    expect(sim.tree('/w')['a']).toBe('21');
  });

  test('wins in the end if he never stops', async () => {
    const store = open(afterRead(Infinity));
    const work = store.transact(await pathsOf(store, ['a', 's/b']), addOne, how());
    await expect(work).rejects.toMatchObject({
      code: 'CHANGED_ON_DISK',
      details: { path: 'a, s/b' },
    });
    expect(sim.tree('/w')).toMatchObject({ a: '50', 's/b': '1' });
  });

  test('at the last moment is told rather than overwritten', async () => {
    const store = open(outsiderBeforeSwitch(1, () => 'theirs'));
    const work = store.transact(await pathsOf(store, ['a']), addOne, how());
    await expect(work).rejects.toMatchObject({ code: 'CHANGED_ON_DISK' });
    expect(sim.tree('/w')['a']).toBe('theirs');
  });
});

describe('missing directories', () => {
  test('are made for a new file', async () => {
    await change(open(), { 'new/er/c': 'c', 'new/d': 'd' });
    expect(sim.tree('/w')).toMatchObject({ 'new/er/c': 'c', 'new/d': 'd' });
  });

  test('are not made for a change that is refused', async () => {
    const store = open();
    const refusal = new LocklineError('NO_CHANGE', { path: 'c', what: 'the same' });
    const work = store.transact(
      await pathsOf(store, ['new/c', 'a']),
      () => {
        throw refusal;
      },
      how(),
    );
    await expect(work).rejects.toBe(refusal);
    expect(calls.some(({ name }) => name === 'mkdir')).toBe(false);
  });

  test('are not left where nothing was put into them', async () => {
    await use(open(), ['new/er/c']);
    expect(sim.tree('/w')).toEqual({ a: '1', 's/': '', 's/b': '1' });
  });

  test('that are removed again meanwhile are made again', async () => {
    let removals = 0;
    const store = open(({ name, args }) => {
      const isLocking = name === 'mkdir' && String(args[0]).includes('.c.lockline');
      if (!isLocking || removals > 0) return undefined;
      removals += 1;
      return { kind: 'stall', meanwhile: () => sim.process().fs.rmdir('/w/new') };
    });
    await change(store, { 'new/c': 'c' });
    expect(removals).toBe(1);
    expect(sim.tree('/w')).toMatchObject({ 'new/c': 'c' });
  });
});

describe('a preview', () => {
  test('shows the plan what is there and refuses what the change would, and touches nothing', async () => {
    const store = open();
    const paths = await pathsOf(store, ['a', 's/b', 'new/c']);
    const before = calls.length;
    let seen: readonly string[] = [];
    await store.preview(
      paths,
      (found) => {
        seen = Array.from(found.values(), ({ bytes }) => bytes.toString());
        return addOne(found);
      },
      how(),
    );
    expect(seen).toEqual(['1', '1']);
    const changing = ['mkdir', 'rename', 'link', 'unlink', 'writeSmall', 'writev'];
    expect(calls.slice(before).filter(({ name }) => changing.includes(name))).toEqual([]);
    sim.process().fs.link('/w/a', '/w/twin');
    await expect(store.preview(paths, addOne, how())).rejects.toMatchObject({
      code: 'HARD_LINKED',
    });
  });
});

test('a file that is named twice is told, and nothing is locked', async () => {
  const store = open();
  const [path] = await pathsOf(store, ['a']);
  if (path === undefined) throw new Error('not resolved');
  await expect(store.transact([path, path], addOne, how())).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    details: { what: 'a is named twice in one call' },
  });
  expect(calls.some(({ name }) => name === 'mkdir')).toBe(false);
});

describe('a caller who gives up', () => {
  test('is told his own reason', async () => {
    const caller = new AbortController();
    const store = open(({ name }) => {
      if (name !== 'writevSync') return undefined;
      return { kind: 'stall', meanwhile: () => caller.abort(new Error('enough')) };
    });
    const work = store.transact(
      await pathsOf(store, ['a']),
      addOne,
      how({ signal: caller.signal }),
    );
    await expect(work).rejects.toThrow('enough');
    expect(sim.tree('/w')).toEqual({ a: '1', 's/': '', 's/b': '1' });
  });

  test('is told of a doubt all the same: after the switch his reason would hide it', async () => {
    const caller = new AbortController();
    let isSwitched = false;
    const store = open(({ name, args }) => {
      isSwitched ||= name === 'rename' && String(args[0]).includes('/new-');
      if (!isSwitched || name !== 'fsync') return undefined;
      caller.abort();
      return { kind: 'error', code: 'EIO' };
    });
    const paths = await pathsOf(store, ['a']);
    const work = store.transact(paths, addOne, how({ signal: caller.signal }));
    await expect(work).rejects.toMatchObject({ code: 'IN_DOUBT' });
    expect(sim.tree('/w')['a']).toBe('2');
  });
});

test('two processes that lock the same files in other orders do not wait for ever', async () => {
  const [one, two] = [open(), open()];
  await Promise.all(
    Array.from({ length: 10 }, async (_, n) => {
      const store = n % 2 === 0 ? one : two;
      const names = n % 3 === 0 ? ['a', 's/b'] : ['s/b', 'a'];
      return store.transact(await pathsOf(store, names), addOne, how());
    }),
  );
  expect(sim.tree('/w')).toEqual({ a: '11', 's/': '', 's/b': '11' });
});
