// Reads and edits of a file of 5,000 lines, 200 KB.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openServer } from './client.mjs';
import { lineOnDisk, lineText, SMALL, writeLines } from './fixtures.mjs';
import { readHashScan, replaceSafely } from './limits.mjs';
import { inTurns, now } from './measure.mjs';
import { readLines } from './servers.mjs';

const ECHO = fileURLToPath(new URL('echo-server.mjs', import.meta.url));
const { width } = SMALL;

export async function measureSmallFile({ root, servers, quick }) {
  const desks = [];
  for (const peer of servers) {
    const file = path.join(root, `${peer.name}-${SMALL.name}`);
    writeLines(file, SMALL);
    desks.push({ peer, file, server: await openServer(peer.command), versions: new Map() });
  }
  const own = path.join(root, SMALL.name);
  writeLines(own, SMALL);
  const echo = await openServer({ args: [ECHO, String(100 * width)], cwd: root });
  const rounds = quick ? 30 : 200;
  try {
    return [
      await readRow([100, 199], { desks, own, echo, rounds }),
      await readRow([2401, 2500], { desks, own, echo, rounds }),
      ...(await editRows({ desks, own, rounds: quick ? 10 : 60 })),
    ];
  } finally {
    await Promise.all([echo, ...desks.map(({ server }) => server)].map((server) => server.end()));
  }
}

async function readRow([start, end], { desks, own, echo, rounds }) {
  const sides = desks.map(({ peer, server, file }) => [
    peer.name,
    () => readLines(peer, server, { file, width, start, end }),
  ]);
  const times = await inTurns(rounds, {
    ...Object.fromEntries(sides),
    echo: () => echo.call('echo', {}),
    limit: () => readHashScan(own),
  });
  return {
    what: `read lines ${start}-${end} of 5,000 lines, 200 KB`,
    times,
    limit: 'read, SHA-256 and newline scan, without a server',
    note: `a server on the SDK that answers with a constant: ${times.echo.toFixed(2)} ms`,
    ratio: { of: 'official', target: start === 100 ? 0.55 : 0.15 },
  };
}

async function editRows({ desks, own, rounds }) {
  const one = [250];
  const ten = Array.from({ length: 10 }, (_, index) => 300 + index * 10);
  const sides = (lines, count) =>
    desks.map((desk) => [`${desk.peer.name} ${count}`, () => editOnce(desk, lines)]);
  const times = await inTurns(rounds, {
    ...Object.fromEntries([...sides(one, 1), ...sides(ten, 10)]),
    limit: () => replaceSafely(own),
  });
  const of = (count) =>
    Object.fromEntries(desks.map(({ peer }) => [peer.name, times[`${peer.name} ${count}`]]));
  return [
    {
      what: 'one guarded, locked, fsynced edit of it',
      times: { ...of(1), limit: times.limit },
      limit: 'lock, read, 2 SHA-256, write, fsync, rename, fsync, without a server',
      ratio: { of: 'official', target: 0.5 },
    },
    {
      what: '10 patches of it in one call',
      times: { ...of(10), one: times['Lockline 1'] },
      ratio: { of: 'one', target: 1.1 },
    },
  ];
}

/** Replaces lines; only the call that writes counts. */
async function editOnce({ peer, server, file, versions }, lines) {
  const edits = lines.map((line) => {
    const version = versions.get(line) ?? 0;
    const [from, to] = [version, version + 1].map((each) => lineText(line, width, each));
    versions.set(line, version + 1);
    return { line, from, to };
  });
  const text = await peer.read(server, file, lines[0], lines.at(-1));
  const begun = now();
  await peer.edit(server, file, edits, text);
  const time = now() - begun;
  const last = edits.at(-1);
  if (lineOnDisk(file, last.line, width) !== last.to) throw new Error('not written');
  return time;
}
