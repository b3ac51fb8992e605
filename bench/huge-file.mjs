// Ten lines of a file of 2 GB.
import { rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { openServer } from './client.mjs';
import { writeHuge } from './fixtures.mjs';
import { readHashScan } from './limits.mjs';
import { forgetPeak, peakMemory, timed } from './measure.mjs';

const BYTES = 2e9;

export async function measureHugeFile({ root, servers: [peer], quick }) {
  const { bavail, bsize } = statfsSync(root);
  if (quick || bavail * bsize < 3 * BYTES) {
    console.error(`left out: a file of 2 GB (${quick ? 'quick' : 'too little room on the disk'})`);
    return [];
  }
  const file = path.join(root, 'huge.txt');
  const lines = writeHuge(file, BYTES);
  const server = await openServer(peer.command);
  try {
    const limit = await timed(() => readHashScan(file));
    forgetPeak(server.pid);
    const start = Math.floor(lines / 2);
    const read = async () => {
      await peer.read(server, file, start, start + 9);
    };
    const first = await timed(read);
    const again = await timed(read);
    return [
      {
        what: `read 10 lines of a file of 2 GB, ${lines.toLocaleString('en')} lines`,
        times: { Lockline: first, limit },
        limit: 'read, SHA-256 and newline scan',
        ratio: { of: 'limit' },
        memory: { Lockline: peakMemory(server.pid) },
        memoryTarget: 100,
      },
      { what: 'the same again, the file unchanged', times: { Lockline: again } },
    ];
  } finally {
    await server.end();
    rmSync(file);
  }
}
