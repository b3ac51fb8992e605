import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { nodeFs, type FsPort } from '../../../src/store/disk/fs-port.js';
import type { WorkspaceStore } from '../../../src/store/store.js';
import { thisMachine } from '../../../src/store/disk/machine.js';
import { createFolder } from '../../support/client-folder.js';
import { openStore } from '../../support/machines.js';
import { change } from '../../support/scenarios.js';
import { endAgents, openAgent } from './crew/agent.js';
import { edit } from './crew/calls.js';
import { counterLine, countersText } from './crew/counters.js';
import { percentile } from './crew/figures.js';
import { PATIENCE_MS, scaled, tell } from './crew/scale.js';

// What a durable edit of 200 KB costs beside the least that any durable edit must do: write, sync, rename, sync
// of the directory. All take turns, so that what else the machine does slows all of them. As agents do, each
// reads a file before it edits it; only the edit counts. Figures only: time on a busy machine proves nothing.

const ROUNDS = scaled(4, 40);
const LINES = 2000;
/** In turns, so that none is edited again so soon that its time stamp could hide a change between. */
const FILES = Array.from({ length: 8 }, (_, index) => `f${String(index)}.txt`);
const EDITS = ROUNDS * FILES.length;
/** No two files are the same, or a version that is kept would take the place of another. */
const textOf = (name: string, round: number): string =>
  countersText(
    LINES,
    new Map([1, 2].map((line) => [line, line === 1 ? round : FILES.indexOf(name)])),
  );
/** From here the cost of each system call is told. */
const MOST_RATIO = 2;

afterEach(endAgents);

test(
  'the price of an edit',
  async () => {
    const [floor, plain, kept, served] = ['floor', 'plain', 'kept', 'served'].map(() =>
      createFolder(Object.fromEntries(FILES.map((name) => [name, textOf(name, 0)]))),
    );
    if (!floor || !plain || !kept || !served) throw new Error('no folders');
    const profile = createProfile();
    const machine = { ...thisMachine(), fs: timed(nodeFs, profile) };
    const plainStore = openStore(plain.path, machine, { history: undefined });
    const keptStore = openStore(kept.path, thisMachine());
    const agent = await openAgent({ name: 'agent', args: [served.path] });
    const took = { floor: [], plain: [], kept: [], served: [] } as Record<string, number[]>;
    const measure = async (what: string, work: () => Promise<unknown>): Promise<void> => {
      const begun = performance.now();
      await work();
      took[what]?.push(performance.now() - begun);
    };
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const name of FILES) {
        const text = textOf(name, round);
        await look([plainStore, keptStore], name);
        await measure('floor', async () => {
          replaceDurably(floor.path, name, text);
        });
        await measure('plain', () => change(plainStore, { [name]: text }));
        await measure('kept', () => change(keptStore, { [name]: text }));
        const hash = served.hash(name);
        const lines = [{ line: 1, old: counterLine(1, round - 1), text: counterLine(1, round) }];
        await measure('served', () => edit(agent, [{ name, hash, lines }]));
      }
    }
    await Promise.all([plainStore.close(), keptStore.close(), agent.close()]);

    const middle = (what: string): number => percentile(took[what] ?? [], 0.5);
    const ratio = (what: string): string => (middle(what) / middle('floor')).toFixed(2);
    tell(
      `speed: write+sync+rename+sync of 200 KB ${middle('floor').toFixed(2)} ms; an edit in the store ${ratio('plain')}x, with history ${ratio('kept')}x; through a client, with history, ${ratio('served')}x`,
    );
    if (middle('plain') > MOST_RATIO * middle('floor')) tell(`speed, by call: ${profile.text()}`);
    for (const folder of [floor, plain, kept, served]) {
      for (const name of FILES) expect(folder.text(name)).toBe(textOf(name, ROUNDS));
      folder.remove();
    }
  },
  PATIENCE_MS,
);

async function look(stores: readonly WorkspaceStore[], name: string): Promise<void> {
  for (const store of stores) {
    const { path } = await store.resolve(name, 'read');
    const request = { path, encoding: 'auto', ranges: [{ start: 1, end: 51 }] };
    await store.read([request], new AbortController().signal);
  }
}

function replaceDurably(directory: string, name: string, text: string): void {
  const [made, target] = [join(directory, 'made'), join(directory, name)];
  const file = openSync(made, 'wx');
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(made, target);
  const parent = openSync(directory, 'r');
  fsyncSync(parent);
  closeSync(parent);
}

/** What each kind of system call took. */
interface Profile {
  add(call: string, milliseconds: number): void;
  text(): string;
}

function createProfile(): Profile {
  const calls = new Map<string, { readonly times: number; readonly total: number }>();
  return {
    add: (call, milliseconds) => {
      const { times, total } = calls.get(call) ?? { times: 0, total: 0 };
      calls.set(call, { times: times + 1, total: total + milliseconds });
    },
    text: () =>
      [...calls]
        .toSorted(([, a], [, b]) => b.total - a.total)
        .map(([call, { times, total }]) => {
          const perEdit = `${(times / EDITS).toFixed(1)} times`;
          return `${call} ${perEdit} ${(total / EDITS).toFixed(2)} ms`;
        })
        .join(', '),
  };
}

/** The same port, with the time of each call added to the profile. */
function timed(port: FsPort, profile: Profile): FsPort {
  return new Proxy(port, {
    get: (target, name) => {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== 'function') return call;
      return (...args: readonly unknown[]): unknown => {
        const begun = performance.now();
        const note = (): void => {
          profile.add(String(name), performance.now() - begun);
        };
        const result: unknown = Reflect.apply(call, target, args);
        if (result instanceof Promise) return result.finally(note);
        note();
        return result;
      };
    },
  });
}
