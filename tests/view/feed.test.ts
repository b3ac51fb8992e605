import { afterEach, describe, expect, test } from '@jest/globals';
import type { ViewChange, ViewEvent } from '../../src/view/event.js';
import { createFeed } from '../../src/view/feed.js';

const EVERY_MS = 10;
const quiet = { writes: () => [], meetings: () => [], agents: () => [] };

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const change = (id: string): ViewChange => ({
  change_id: id,
  time: 1,
  agent: 'ada',
  tool: 'replace_text',
  files: [{ file_path: 'a.txt', action: 'patch' }],
});

/** A log, the newest first, and a feed that follows it. */
function following() {
  let log: readonly ViewChange[] = [];
  const limits: number[] = [];
  const feed = createFeed({
    activity: quiet,
    everyMs: EVERY_MS,
    changes: async (limit) => {
      limits.push(limit);
      return log.slice(0, limit);
    },
  });
  return {
    limits,
    add: (...ids: string[]) => {
      log = [...ids.toReversed().map(change), ...log];
    },
    insert: (index: number, id: string) => {
      log = log.toSpliced(index, 0, change(id));
    },
    watch: () => {
      const told: ViewEvent[] = [];
      const stop = feed.watch((events) => told.push(...events));
      stops.push(stop);
      return { told, stop, ids: () => idsIn(told) };
    },
  };
}

function idsIn(events: readonly ViewEvent[]): readonly string[] {
  return events.flatMap((event) =>
    event.kind === 'changes' ? event.changes.map(({ change_id }) => change_id) : [],
  );
}

const many = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${name}${String(index)}`);

async function until(isTrue: () => boolean): Promise<void> {
  for (const begun = Date.now(); !isTrue();) {
    if (Date.now() - begun > 10_000) throw new Error('waited for 10 s in vain');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10 * EVERY_MS));

describe('who comes to look', () => {
  test('is told the latest 200 changes, the oldest first, and then each once', async () => {
    const { add, watch } = following();
    add(...many(300, 'old'));
    const { ids } = watch();
    await until(() => ids().length > 0);
    expect(ids()).toEqual(many(300, 'old').slice(100));
    add('new0', 'new1');
    await until(() => ids().length > 200);
    await pause();
    expect(ids().slice(200)).toEqual(['new0', 'new1']);
  });

  test('is told of the first change where there was none', async () => {
    const { add, watch } = following();
    const { ids } = watch();
    await pause();
    add(...many(500, 'first'));
    await until(() => ids().length > 0);
    expect(ids()).toEqual(many(500, 'first'));
  });

  test('is told of one that shows up between others', async () => {
    const { add, insert, watch } = following();
    add('a', 'b', 'c');
    const { ids } = watch();
    await until(() => ids().length === 3);
    insert(1, 'late');
    await until(() => ids().length > 3);
    expect(ids()).toEqual(['a', 'b', 'c', 'late']);
  });

  test('is told of all that came at once, or that some are left out', async () => {
    const { add, watch } = following();
    add('old');
    const { told, ids } = watch();
    await until(() => ids().length === 1);
    add(...many(3000, 'some'));
    await until(() => ids().length > 1);
    expect(ids().slice(1)).toEqual(many(3000, 'some'));
    expect(told).not.toContainEqual(expect.objectContaining({ is_cut: true }));
    add(...many(5000, 'more'));
    await until(() => ids().length > 3001);
    expect(told).toContainEqual(expect.objectContaining({ is_cut: true }));
    expect(ids().slice(3001)).toEqual(many(5000, 'more').slice(5000 - 4096));
    await pause();
    expect(ids()).toHaveLength(3001 + 4096);
  });

  test('is told by itself, whoever else looks', async () => {
    const { add, watch } = following();
    add('a');
    const first = watch();
    await until(() => first.ids().length === 1);
    const second = watch();
    add('b');
    await until(() => first.ids().length === 2 && second.ids().length === 2);
    second.stop();
    add('c');
    await until(() => first.ids().length === 3);
    await pause();
    expect(second.ids()).toEqual(['a', 'b']);
  });
});

test('a look that finds nothing new asks for few', async () => {
  const { add, limits, watch } = following();
  add(...many(1000, 'old'));
  watch();
  await until(() => limits.length > 3);
  expect(limits.slice(0, 3)).toEqual([200, 32, 32]);
});

test('nothing is looked at unless somebody watches', async () => {
  const { limits, watch } = following();
  await pause();
  expect(limits).toEqual([]);
  const { stop } = watch();
  await until(() => limits.length > 1);
  stop();
  const { length } = limits;
  await pause();
  expect(limits.length).toBeLessThanOrEqual(length + 1);
});

test('a look that fails is followed by one that does not', async () => {
  let looks = 0;
  const feed = createFeed({
    activity: quiet,
    everyMs: EVERY_MS,
    changes: async () => {
      looks += 1;
      if (looks < 3) throw new Error('the disk has gone');
      return [change('a')];
    },
  });
  const told: ViewEvent[] = [];
  stops.push(feed.watch((events) => told.push(...events)));
  await until(() => idsIn(told).length === 1);
});

test('what agents do is told once', async () => {
  let agents = [{ name: 'ada', call: 1, time: 5 }];
  let writes = [{ id: 1, since: 5, agent: 'ada', tool: 'replace_text', files: ['a'] }];
  const meeting = { id: 1, time: 5, agent: 'ada', tool: 'replace_text', files: ['a'], message: '' };
  const activity = { writes: () => writes, meetings: () => [meeting], agents: () => agents };
  const feed = createFeed({ activity, everyMs: EVERY_MS, changes: async () => [] });
  const told: ViewEvent[] = [];
  stops.push(feed.watch((events) => told.push(...events)));
  await until(() => told.length >= 3);
  await pause();
  expect(told).toEqual([
    { kind: 'agents', agents },
    { kind: 'meetings', meetings: [meeting] },
    { kind: 'writes', writes },
  ]);
  agents = [...agents, { name: 'ben', call: 2, time: 6 }];
  writes = [];
  await until(() => told.length >= 5);
  await pause();
  expect(told.slice(3)).toEqual([
    { kind: 'agents', agents: [{ name: 'ben', call: 2, time: 6 }] },
    { kind: 'writes', writes: [] },
  ]);
});
