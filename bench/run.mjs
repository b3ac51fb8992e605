// npm run bench [-- --quick] [--peers FOLDER] [--only PART,...] [--print]
//
// Measures Lockline, two other servers from npm and what the machine can do at best, in turns, and
// writes docs/benchmark.md and docs/benchmark.svg. --quick takes fewer samples and leaves out the
// largest file. The other servers are installed into a temporary folder, or into FOLDER, where they
// stay for the next run. --print writes nothing and prints the table.
import '../.ci/setup.mjs';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureContention, measureParallel } from './agents.mjs';
import { measureGrowth } from './growth.mjs';
import { measureHistory } from './history.mjs';
import { measureHugeFile } from './huge-file.mjs';
import { measureLargeFile } from './large-file.mjs';
import { lockline, peers } from './servers.mjs';
import { measureSearch } from './search.mjs';
import { measureSmallFile } from './small-file.mjs';
import { measureStart } from './start.mjs';
import { measureTask } from './task.mjs';
import { measureWaiting } from './waiting.mjs';
import { markdown } from './report.mjs';
import { plot } from './plot.mjs';

const PARTS = {
  start: measureStart,
  small: measureSmallFile,
  large: measureLargeFile,
  huge: measureHugeFile,
  contention: measureContention,
  waiting: measureWaiting,
  parallel: measureParallel,
  history: measureHistory,
  task: measureTask,
  search: measureSearch,
};

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
    peers: { type: 'string' },
    only: { type: 'string' },
  },
});
const wanted = options.only?.split(',') ?? [...Object.keys(PARTS), 'growth'];
const docs = fileURLToPath(new URL('../docs/', import.meta.url));
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'lockline-bench-')));
try {
  const root = path.join(folder, 'root');
  mkdirSync(root);
  const others = peers(root, path.resolve(options.peers ?? path.join(folder, 'peers')));
  const servers = [lockline(root), ...others];
  const context = { root, folder, servers, quick: options.quick };
  const rows = [];
  for (const [name, measure] of Object.entries(PARTS)) {
    if (!wanted.includes(name)) continue;
    console.error(`measuring: ${name}`);
    rows.push(...(await measure(context)));
  }
  const curves = wanted.includes('growth') ? await measureGrowth(context) : [];
  const found = { rows, curves, servers, quick: options.quick };
  const text = markdown(found);
  if (options.print) console.log(text);
  else {
    writeFileSync(path.join(docs, 'benchmark.md'), text);
    writeFileSync(path.join(docs, 'benchmark.svg'), plot(found));
    console.error('written: docs/benchmark.md, docs/benchmark.svg');
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
