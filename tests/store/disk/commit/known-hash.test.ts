import { expect, test } from '@jest/globals';
import { hashOf } from '../../../../src/core/hash.js';
import type { FilePath } from '../../../../src/core/path.js';
import { unreachable } from '../../../../src/core/unreachable.js';
import type { FsPort } from '../../../../src/store/disk/fs-port.js';
import type { Plan, WorkspaceStore } from '../../../../src/store/store.js';
import { contentOf } from '../../../support/bench.js';
import { createFakeClock } from '../../../support/fake-clock.js';
import { createMachines, openStore } from '../../../support/machines.js';
import { ROOT } from '../../../support/scenarios.js';
import { createSimFs, type SimFs } from '../../../support/sim-fs.js';

// A file that was read a moment ago is not hashed before an edit of it is planned, but while the disk is
// waited for.

const LONG = 'x'.repeat(1 << 14);
const RANGES = { encoding: 'auto', ranges: [] };

/** A store that has read the file; from then on its bytes begin with `mapped`, and nothing else tells. */
async function openAfterRead(mapped: string) {
  const clock = createFakeClock();
  const sim = createSimFs({ clock });
  sim.put({ '/w/long': LONG });
  const { fs } = sim.process();
  clock.advance(1000);
  let isMapped = false;
  const readSync: FsPort['readSync'] = (fd, into, position) => {
    const count = fs.readSync(fd, into, position);
    if (isMapped && position === 0 && count === LONG.length) into.write(mapped);
    return count;
  };
  const store = openStore(ROOT, createMachines(clock).start({ ...fs, readSync }), {
    history: undefined,
  });
  const { path } = await store.resolve('long', 'write');
  await store.read([{ path, ...RANGES }], new AbortController().signal);
  isMapped = true;
  return { sim, store, path };
}

/** Appends, and tells which versions it was shown. */
async function append({ sim, store, path }: { sim: SimFs; store: WorkspaceStore; path: FilePath }) {
  const shown: string[] = [];
  const plan: Plan = (before) => {
    const { bytes, hash } = before.get(path) ?? unreachable('it is there');
    shown.push(hash);
    return [{ path, content: contentOf(`${bytes.toString()}!`), action: 'replace' }];
  };
  await store.transact([path], plan, {
    author: 'test',
    tool: 'test',
    signal: new AbortController().signal,
  });
  return { shown, text: sim.tree(ROOT)['long'] };
}

test('an edit is planned with the hash that the read before it found', async () => {
  const { shown, text } = await append(await openAfterRead(''));
  expect(shown).toEqual([hashOf(Buffer.from(LONG))]);
  expect(text).toBe(`${LONG}!`);
});

test('it is planned anew if the bytes are others, though no time stamp tells', async () => {
  const { shown, text } = await append(await openAfterRead('MAPPED'));
  const real = `MAPPED${LONG.slice(6)}`;
  expect(shown).toEqual([LONG, real].map((text) => hashOf(Buffer.from(text))));
  expect(text).toBe(`${real}!`);
});
