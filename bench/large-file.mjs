// Reads and edits of a file of a million lines, 50 MB.
import { utimesSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openServer } from './client.mjs';
import { LARGE, lineOnDisk, lineText, writeLines } from './fixtures.mjs';
import { readHashScan, replaceSafely } from './limits.mjs';
import { forgetPeak, inTurns, now, peakMemory, timed } from './measure.mjs';
import { readLines } from './servers.mjs';

const { width } = LARGE;
const DEEP = { start: 900_000, end: 900_100, width };
/** After a change a server cannot yet know that a later one would show in the times of the file. */
const SETTLED_MS = 100;

export async function measureLargeFile({ root, servers, quick }) {
  const desks = [];
  for (const peer of servers) {
    const file = path.join(root, `${peer.name}-${LARGE.name}`);
    writeLines(file, LARGE);
    desks.push({ peer, file, server: await openServer(peer.command), version: 0 });
  }
  const own = path.join(root, LARGE.name);
  writeLines(own, LARGE);
  try {
    return [
      await firstRead({ desks, own, rounds: quick ? 3 : 9 }),
      await secondRead({ desks, rounds: quick ? 5 : 30 }),
      await edit({ desks, own, rounds: quick ? 2 : 7 }),
      await manyPatches({ desks, rounds: quick ? 2 : 7 }),
    ];
  } finally {
    await Promise.all(desks.map(({ server }) => server.end()));
  }
}

async function firstRead({ desks, own, rounds }) {
  const sides = desks.map(({ peer, server, file }) => [
    peer.name,
    async () => {
      // Changed, as far as anybody can tell.
      const moment = new Date();
      utimesSync(file, moment, moment);
      const begun = now();
      await readLines(peer, server, { ...DEEP, file });
      return now() - begun;
    },
  ]);
  return {
    what: 'read lines 900,000-900,100 of 1,000,000 lines, 50 MB, for the first time',
    times: await inTurns(rounds, {
      ...Object.fromEntries(sides),
      limit: () => readHashScan(own),
    }),
    limit: 'read, SHA-256 and newline scan',
    ratio: { of: 'limit', target: 1.3 },
  };
}

async function secondRead({ desks, rounds }) {
  await sleep(SETTLED_MS);
  const sides = desks.map(({ peer, server, file }) => [
    peer.name,
    async () => {
      // Twice: some machines take the memory of a process away while the others have their turns.
      await readLines(peer, server, { ...DEEP, file });
      return timed(() => readLines(peer, server, { ...DEEP, file }));
    },
  ]);
  return {
    what: 'the same again at once, the file unchanged',
    times: await inTurns(rounds, Object.fromEntries(sides)),
    target: 2,
  };
}

async function edit({ desks, own, rounds }) {
  const sides = desks.map((desk) => [desk.peer.name, () => editDeep(desk)]);
  const times = await inTurns(rounds, {
    ...Object.fromEntries(sides),
    limit: () => replaceSafely(own),
  });
  const memory = {};
  for (const desk of desks) memory[desk.peer.name] = await memoryOfEdit(desk, times);
  return {
    what: 'one edit of it',
    times,
    memory,
    limit: 'lock, read, 2 SHA-256, write, fsync, rename, fsync',
    ratio: { of: 'limit', target: 1.5 },
    memoryTarget: 50 + 80,
  };
}

/** The most memory that a server takes for the edit, if it has done nothing before. */
async function memoryOfEdit(desk, times) {
  const { peer } = desk;
  if (typeof times[peer.name] !== 'number') return undefined;
  const server = await openServer(peer.command);
  try {
    forgetPeak(server.pid);
    await editDeep(Object.assign(desk, { fresh: server }));
    return peakMemory(server.pid);
  } finally {
    desk.fresh = undefined;
    await server.end();
  }
}

async function editDeep(desk) {
  const { peer, file, version } = desk;
  const server = desk.fresh ?? desk.server;
  const line = DEEP.start;
  const [from, to] = [version, version + 1].map((each) => lineText(line, width, each));
  // One that matches text needs no read, and some cannot read that far.
  const text = peer.name === 'Lockline' ? await peer.read(server, file, line, line) : '';
  const begun = now();
  await peer.edit(server, file, [{ line, from, to }], text);
  const time = now() - begun;
  if (lineOnDisk(file, line, width) !== to) throw new Error('not written');
  desk.version += 1;
  return time;
}

/** 10,000 patches all over the file against one. */
async function manyPatches({ desks: [desk], rounds }) {
  const { peer, server, file } = desk;
  let version = 0;
  const patchAll = async () => {
    const edits = Array.from({ length: 10_000 }, (_, index) => {
      const line = index * 100 + 50;
      const [from, to] = [version, version + 1].map((each) => lineText(line, width, each));
      return { line, from, to };
    });
    version += 1;
    const text = await peer.read(server, file, 50, 50);
    const begun = now();
    await peer.edit(server, file, edits, text);
    return now() - begun;
  };
  const times = await inTurns(rounds, { Lockline: patchAll, one: () => editDeep(desk) });
  return {
    what: '10,000 patches of it in one call',
    times,
    ratio: { of: 'one', target: 2 },
  };
}
