// From the start of the process to the answer to `initialize`.
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { printTime, startTime } from './client.mjs';
import { inTurns } from './measure.mjs';
import { lockline } from './servers.mjs';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));

export async function measureStart({ root, folder, servers, quick }) {
  const bare = path.join(folder, 'bare.cjs');
  writeFileSync(bare, 'process.stdout.write(".");');
  const published = path.join(folder, 'published');
  cpSync(DIST, published, { recursive: true });
  rmSync(path.join(published, 'server.cache'), { force: true });
  const other = lockline(root, { bundle: path.join(published, 'lockline.js') });
  const sides = servers.map((peer) => [peer.name, () => startTime(peer.command)]);
  const times = await inTurns(quick ? 5 : 15, {
    limit: () => printTime([bare]),
    other: () => startTime(other.command),
    ...Object.fromEntries(sides),
  });
  const row = { limit: 'bare Node', ratio: { of: 'limit', target: 1.7 } };
  return [
    { ...row, what: 'start of the process to the answer to `initialize`', times },
    {
      ...row,
      what: 'the same without compiled code for this Node (as from npm)',
      times: { Lockline: times.other, limit: times.limit },
      ratio: { of: 'limit' },
    },
  ];
}
