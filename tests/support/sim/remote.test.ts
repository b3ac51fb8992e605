import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createFakeClock } from '../fake-clock.js';
import { atCall, faulty } from '../faulty-fs.js';
import { createSimFs } from '../sim-fs.js';
import { bundleTasks } from './bundle-tasks.js';
import type { Choose } from './choose.js';
import { everyChoice } from './choose.js';
import { Crash } from './crash.js';
import type { RemoteMachine, Run } from './remote.js';
import { startRemote } from './remote.js';
import type * as remoteTasks from './remote-tasks.js';
import { publish } from './remote-tasks.js';

const program = await bundleTasks(new URL('remote-tasks.ts', import.meta.url));
const one = startRemote<typeof remoteTasks>(program);
const other = startRemote<typeof remoteTasks>(program);

let clock = createFakeClock();
let sim = createSimFs({ clock });

beforeEach(begin);

afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
});

function begin(): void {
  clock = createFakeClock();
  sim = createSimFs({ clock });
  sim.put({ '/w/target': 'base' });
}

function machine(): RemoteMachine {
  return { process: sim.process(), clock };
}

function target(): string | undefined {
  return sim.tree('/w')['target'];
}

/** The calls of `publish`; the fifth is what the others see. */
const CALLS = ['open', 'writev', 'fsync', 'close', 'rename', 'readSmall'];
const RENAME = 5;
const everyCall = CALLS.map((name, index) => ({ n: index + 1, name }));

test('runs a task to its end, one call after the other', () => {
  const run = one.start(machine(), 'publish', 'A');
  expect(run.finish()).toBe('A');
  expect(run.calls.map(({ name }) => name)).toEqual(CALLS);
});

describe('two processes that rename onto one file: the later rename stays', () => {
  test.each(everyCall)('A stands in call $n, $name, while B runs in this thread', async ({ n }) => {
    const a = one.start(machine(), 'publish', 'A');
    expect(a.freezeAt(n)).toBe(true);
    await publish({ fs: sim.process().fs, clock }, 'B');
    expect(target()).toBe('B');
    expect(a.finish()).toBe(n <= RENAME ? 'A' : 'B');
    expect(target()).toBe(n <= RENAME ? 'A' : 'B');
  });

  test.each(everyCall)('A stalls in this thread at call $n, $name, while B runs', async ({ n }) => {
    const meanwhile = (): void => {
      expect(other.start(machine(), 'publish', 'B').finish()).toBe('B');
      expect(target()).toBe('B');
    };
    const a = faulty(sim.process().fs, atCall(n, { kind: 'stall', meanwhile }));
    expect(await publish({ fs: a.fs, clock }, 'A')).toBe(n <= RENAME ? 'A' : 'B');
    expect(a.fired()).toBe(true);
  });

  test('both stand still and go on call by call, in every order', () => {
    const endings = Array.from(
      everyChoice((choose) => {
        begin();
        const a = one.start(machine(), 'publish', 'A');
        const b = other.start(machine(), 'publish', 'B');
        const later = interleave(choose, [a, b]).at(-1) === a ? 'A' : 'B';
        return { later, found: target() };
      }),
    );
    expect(endings).toHaveLength(924);
    expect(endings.filter(({ later, found }) => later !== found)).toEqual([]);
    expect(new Set(endings.map(({ found }) => found))).toEqual(new Set(['A', 'B']));
  });

  /** Answers calls of the processes in the order that `choose` wants; gives who renamed, in order. */
  function interleave(choose: Choose, runs: readonly Run[]): readonly Run[] {
    const renamed: Run[] = [];
    let alive = runs;
    while (alive.length > 0) {
      const run = alive[choose(alive.length)];
      if (run?.step()?.name === 'rename') renamed.push(run);
      alive = alive.filter((candidate) => candidate.freezeAt(candidate.calls.length + 1));
    }
    return renamed;
  }
});

test('in every order of calls one of two processes at most has the lock', () => {
  const held = Array.from(
    everyChoice((choose) => {
      begin();
      const runs = [one.start(machine(), 'enter', 'A'), other.start(machine(), 'enter', 'B')];
      let most = 0;
      let alive: readonly Run[] = runs;
      while (alive.length > 0) {
        alive[choose(alive.length)]?.step();
        const inside = Object.keys(sim.tree('/w')).filter((name) => name.endsWith('-is-in/'));
        most = Math.max(most, inside.length);
        alive = alive.filter((run) => run.freezeAt(run.calls.length + 1));
      }
      return most;
    }),
  );
  expect(new Set(held)).toEqual(new Set([1]));
  expect(held).toHaveLength(8);
});

test('errors come across with code, syscall and message', () => {
  sim.put({ '/w/lock/': '' });
  const run = one.start(machine(), 'enter', 'A');
  expect(() => run.finish()).toThrow(
    expect.objectContaining({
      code: 'EEXIST',
      syscall: 'mkdir',
      path: '/w/lock',
      message: "EEXIST: file already exists, mkdir '/w/lock'",
    }),
  );
});

test('bytes come across in both directions', () => {
  sim.put({ '/w/long': '0123456789' });
  expect(one.start(machine(), 'readInPieces', '/w/long').finish()).toEqual(['0123', '4567', '89']);
});

test('a task can be frozen only in calls that it makes', () => {
  const run = one.start(machine(), 'publish', 'A');
  expect(run.freezeAt(CALLS.length + 1)).toBe(false);
  expect(run.finish()).toBe('A');
});

test('a killed process has no effect any more, and the thread is free for the next', () => {
  const run = one.start(machine(), 'publish', 'A');
  run.freezeAt(RENAME);
  run.kill();
  expect(() => run.finish()).toThrow(Crash);
  expect(sim.tree('/w')).toEqual({ target: 'base', 'new-A': 'A' });
  expect(one.start(machine(), 'publish', 'B').finish()).toBe('B');
});

test('what is left of a task is killed by the next', () => {
  one.start(machine(), 'publish', 'A').freezeAt(2);
  expect(one.start(machine(), 'publish', 'B').finish()).toBe('B');
  expect(sim.tree('/w')).toEqual({ target: 'B', 'new-A': '' });
});

test('time is the same for all threads, and sleep takes none of ours', () => {
  clock.advance(5);
  expect(one.start(machine(), 'sleep', 60_000).finish()).toEqual([5, 60_005]);
  expect(clock.now()).toBe(60_005);
});
