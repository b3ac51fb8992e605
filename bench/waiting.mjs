// What it costs to wait: many processes want a file that another one holds.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openServer } from './client.mjs';
import { lineOnDisk, lineText, SMALL, writeLines } from './fixtures.mjs';
import { now } from './measure.mjs';
import { lockline } from './servers.mjs';

const PROCESSES = 50;
const { width } = SMALL;
/** The server that holds the lock is stopped, and after 10 s counts as gone: all must be seen before that. */
const SETTLE_MS = 2000;
const WATCH_MS = 5000;
/** Linux counts the time of a process in hundredths of a second. */
const TICK_MS = 10;

export async function measureWaiting({ root }) {
  if (!existsSync('/proc/self/stat')) return [];
  const file = path.join(root, 'waited-for.txt');
  writeLines(file, SMALL);
  const peer = lockline(root, { options: ['--on-stale', 'rebase'] });
  const servers = [];
  try {
    for (let count = 0; count <= PROCESSES; count += 1)
      servers.push(await openServer(peer.command));
    const [holder, ...others] = servers;
    const text = await peer.read(holder, file, 1, 1);
    const edit = (server, index) => {
      const line = 10 + index * 20;
      const [from, to] = [0, 1].map((version) => lineText(line, width, version));
      return peer.edit(server, file, [{ line, from, to }], text);
    };
    const held = edit(holder, PROCESSES);
    await stopWithLock(holder, file);
    const waiting = others.map(edit);
    await sleep(SETTLE_MS);
    const before = timeOf(others);
    await sleep(WATCH_MS);
    const spent = (timeOf(others) - before) / WATCH_MS;
    process.kill(holder.pid, 'SIGCONT');
    const released = now();
    await Promise.all([held, ...waiting]);
    const all = now() - released;
    for (let index = 0; index <= PROCESSES; index += 1) {
      const line = 10 + index * 20;
      if (lineOnDisk(file, line, width) !== lineText(line, width, 1))
        throw new Error('not written');
    }
    return [
      {
        what: `processor time of one of ${PROCESSES} processes that wait for a file, each second`,
        times: { Lockline: (spent * 1000) / PROCESSES },
        note: `all ${PROCESSES} take ${spent.toFixed(2)} of a core; once the file is free, all have edited it after ${(all / 1000).toFixed(1)} s`,
      },
    ];
  } finally {
    await Promise.all(servers.map((server) => server.end()));
  }
}

/** Stops the server in the middle of its edit. */
async function stopWithLock(server, file) {
  const lock = path.join(path.dirname(file), `.${path.basename(file)}.lockline`, '.git', 'lock');
  const end = now() + 10_000;
  while (!existsSync(lock)) {
    if (now() > end) throw new Error('no lock was seen');
    await sleep(0);
  }
  process.kill(server.pid, 'SIGSTOP');
  if (!existsSync(lock)) throw new Error('the edit was faster');
}

/** Milliseconds that the processes have worked. */
function timeOf(servers) {
  return servers.reduce((sum, { pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }, 0);
}
