import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../support/fast-check.js';
import { check } from './check.js';
import type { History, Operation, Read, Versions, Write } from './history.js';

/*
 * Histories as texts, one call a line: who, from when to when, what. `x:0>1` writes file x, `x=1` sees it.
 * A write ends as saved unless it says `refused` or `unknown`; a read of one file is in place, unless it
 * says `settled`.
 *
 *   ada 0-10 x:0>1 y:0>1
 *   ben 5-20 x=1
 */

function historyOf(text: string, final: Versions): History {
  const operations = text
    .trim()
    .split('\n')
    .map((line) => callOf(line.trim().split(/ +/)));
  const initial = Object.fromEntries(Object.keys(final).map((file) => [file, '0']));
  return { initial, final, operations };
}

function callOf([who = '', span = '', ...words]: readonly string[]): Operation {
  const [invoked = 0, returned = 0] = span.split('-').map(Number);
  const times = { who, invoked, returned };
  const steps = words.flatMap((word) => {
    const [, file = '', from = '', to = ''] = /^(\w+):(\w+)>(\w+)$/.exec(word) ?? [];
    return file === '' ? [] : [{ file, from, to }];
  });
  const has = (word: string): boolean => words.includes(word);
  if (steps.length > 0) {
    return {
      ...times,
      kind: 'write',
      from: Object.fromEntries(steps.map(({ file, from }) => [file, from])),
      to: Object.fromEntries(steps.map(({ file, to }) => [file, to])),
      ending: has('refused') ? 'refused' : has('unknown') ? 'unknown' : 'saved',
    };
  }
  const seen = words.flatMap((word) => {
    const [, file = '', version = ''] = /^(\w+)=(\w+)$/.exec(word) ?? [];
    return file === '' ? [] : [[file, version] as const];
  });
  const isSettled = seen.length > 1 || has('settled');
  return { ...times, kind: 'read', seen: Object.fromEntries(seen), isSettled };
}

describe('what can be explained', () => {
  test.each<readonly [what: string, calls: string, final: Versions]>([
    ['one after the other', 'a 0-1 x:0>1\n b 2-3 x:1>2\n c 4-5 x=2', { x: '2' }],
    ['writes at once', 'a 0-9 x:1>2\n b 0-9 x:0>1', { x: '2' }],
    ['a read during a write sees the old', 'a 0-9 x:0>1\n b 5-6 x=0', { x: '1' }],
    ['or the new', 'a 0-9 x:0>1\n b 5-6 x=1', { x: '1' }],
    ['a write without an answer that happened', 'a 0-9 x:0>1 unknown\n b 10-11 x=1', { x: '1' }],
    ['one that did not', 'a 0-9 x:0>1 unknown\n b 10-11 x=0', { x: '0' }],
    ['a refused write', 'a 0-9 x:0>1\n b 0-9 x:0>2 refused', { x: '1' }],
    ['a transaction', 'a 0-9 x:0>1 y:0>1\n b 0-9 x=0 y=0\n c 0-9 x=1 y=1', { x: '1', y: '1' }],
    [
      'one file of a transaction that is seen before it is taken back',
      'a 0-5 x:0>1 y:0>1 unknown\n b 1-2 x=1\n c 6-9 x=0 y=0',
      { x: '0', y: '0' },
    ],
    [
      'one file of a transaction that is seen in place before the other',
      'a 0-9 x:0>1 y:0>1\n b 1-2 x=1\n b 3-4 y=0',
      { x: '1', y: '1' },
    ],
  ])('%s', (_, calls, final) => {
    expect(check(historyOf(calls, final)).violations).toEqual([]);
  });

  test('the figures', () => {
    const calls = 'a 0-1 x:0>1 unknown\n b 2-3 x:1>2 y:0>2 unknown\n c 2-4 y=2\n d 5-6 x=1 y=0';
    const { violations, ...figures } = check(historyOf(calls, { x: '1', y: '0' }));
    expect(violations).toEqual([]);
    expect(figures).toEqual({ writes: 1, untold: 1, reads: 2, provisional: 1 });
  });
});

describe('what cannot', () => {
  test.each<readonly [what: string, calls: string, final: Versions, said: RegExp]>([
    [
      'a lost update',
      'a 0-5 x:0>1\n b 0-5 x:0>2',
      { x: '2' },
      /answered is lost: a wrote x:0>1 .* in its place b wrote x:0>2/,
    ],
    ['a lost last write', 'a 0-5 x:0>1\n b 6-9 x:1>2', { x: '1' }, /is lost: b wrote/],
    ['half of a transaction', 'a 0-5 x:0>1 y:0>1', { x: '1', y: '0' }, /is lost: a wrote/],
    [
      'half of one without an answer',
      'a 0-5 x:0>1 y:0>1 unknown',
      { x: '1', y: '0' },
      /^half of a write is there: a wrote/,
    ],
    ['a refused write that is there', 'a 0-5 x:0>1 refused', { x: '1' }, /^a refused write is th/],
    ['a version of nobody in the end', 'a 0-5 x:0>1', { x: 'f' }, /nobody wrote the version f/],
    ['one on the way', 'a 0-5 x:f>1', { x: '1' }, /nobody wrote the version f/],
    ['one in a read', 'a 0-5 x=f', { x: '0' }, /seen that never was: x=f in a saw/],
    ['two writers', 'a 0-5 x:0>1\n b 6-9 x:0>1', { x: '1' }, /^two writes made one version/],
    ['versions in a circle', 'a 0-5 x:1>2\n b 0-5 x:2>1', { x: '1' }, /nobody wrote/],
    ['a stale read', 'a 0-5 x:0>1\n b 6-9 x=0', { x: '1' }, /^no order explains .*b saw x=0/],
    ['a read of the future', 'b 0-2 x=1\n a 3-5 x:0>1', { x: '1' }, /^no order explains/],
    ['reads that go back', 'a 0-9 x:0>1\n b 1-2 x=1\n b 3-4 x=0', { x: '1' }, /^no order explains/],
    ['writes against time', 'a 0-5 x:1>2\n b 6-9 x:0>1', { x: '2' }, /a wrote .*b wrote|b wrote/],
    [
      'a settled read of what is taken back',
      'a 0-5 x:0>1 y:0>1 unknown\n b 1-2 x=1 settled',
      { x: '0', y: '0' },
      /seen that never was/,
    ],
    [
      'a read of what will be taken back before it was written',
      'b 0-1 x=1\n a 2-5 x:0>1 y:0>1 unknown',
      { x: '0', y: '0' },
      /seen that never was/,
    ],
    [
      'a write of one file that is seen and then not there',
      'a 0-5 x:0>1 unknown\n b 1-2 x=1',
      { x: '0' },
      /seen that never was/,
    ],
    [
      'a read of several files between the files of a transaction',
      'a 0-9 x:0>1 y:0>1\n b 1-2 x=1 y=0',
      { x: '1', y: '1' },
      /^no order explains all files: .*b saw x=1 y=0/,
    ],
    [
      'reads that see two transactions in different order',
      'a 0-9 x:0>1\n b 0-9 y:0>1\n c 1-2 x=1 y=0\n d 1-2 x=0 y=1',
      { x: '1', y: '1' },
      /^no order explains all files/,
    ],
  ])('%s', (_, calls, final, said) => {
    const { violations } = check(historyOf(calls, final));
    expect(violations.filter((violation) => said.test(violation))).not.toEqual([]);
  });
});

describe('at random', () => {
  const files = ['x', 'y', 'z'];
  const someFiles = fc.subarray(files, { minLength: 1 });
  const planned = fc.record({
    names: someFiles,
    isWrite: fc.boolean(),
    early: fc.nat(60),
    late: fc.nat(60),
  });

  /** What happens if each call takes its effect at one moment, 10 apart, somewhere inside its time. */
  function run(plans: readonly (typeof planned extends fc.Arbitrary<infer T> ? T : never)[]) {
    const current: Record<string, string> = { x: '0', y: '0', z: '0' };
    const initial = { ...current };
    const operations = plans.map(({ names, isWrite, early, late }, index): Operation => {
      const moment = index * 10;
      const times = { who: `p${String(index)}`, invoked: moment - early, returned: moment + late };
      const now = Object.fromEntries(names.map((name) => [name, current[name] ?? '']));
      if (!isWrite) return { ...times, kind: 'read', seen: now, isSettled: true };
      const to = Object.fromEntries(names.map((name) => [name, `v${String(index)}`]));
      Object.assign(current, to);
      return { ...times, kind: 'write', from: now, to, ending: 'saved' };
    });
    return { initial, final: { ...current }, operations };
  }

  test('calls that take effect one by one are always explained, in whatever order they are noted', () => {
    fc.assert(
      fc.property(fc.array(planned, { maxLength: 30 }), fc.nat(), (plans, turn) => {
        const history = run(plans);
        const { operations } = history;
        const cut = operations.length === 0 ? 0 : turn % operations.length;
        const noted = [...operations.slice(cut), ...operations.slice(0, cut)];
        expect(check({ ...history, operations: noted }).violations).toEqual([]);
      }),
    );
  });

  test('a write that is left out, or a read moved behind the next write, is always found', () => {
    const isRead = (call: Operation): call is Read => call.kind === 'read';
    const isWrite = (call: Operation): call is Write => call.kind === 'write';
    fc.assert(
      fc.property(fc.array(planned, { minLength: 1, maxLength: 30 }), fc.nat(), (plans, pick) => {
        const history = run(plans);
        const writes = history.operations.filter(isWrite);
        const lost = writes[pick % Math.max(1, writes.length)];
        if (lost !== undefined) {
          const operations = history.operations.filter((call) => call !== lost);
          expect(check({ ...history, operations }).violations).not.toEqual([]);
        }
        const reads = history.operations.filter(isRead);
        const stale = reads.find((read) =>
          Object.entries(read.seen).some(([name, version]) => history.final[name] !== version),
        );
        if (stale === undefined) return;
        const late = { ...stale, invoked: 10_000, returned: 10_001 };
        const moved = history.operations.map((call) => (call === stale ? late : call));
        expect(check({ ...history, operations: moved }).violations).not.toEqual([]);
      }),
    );
  });
});
