// Several agents at once: processes that contend for one file, and one process with many files.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { openServer } from './client.mjs';
import { lineOnDisk, lineText, SMALL, writeLines } from './fixtures.mjs';
import { inTurns, now, timed } from './measure.mjs';
import { lockline } from './servers.mjs';

const AGENTS = 8;
const FILES = 64;
const { width } = SMALL;

/** Edits a second, and the share of the slowest agent, for each way to treat stale hashes. */
export async function measureContention({ root, quick }) {
  const rows = [];
  for (const [onStale, target] of [
    ['refuse', 60],
    ['rebase', 150],
  ]) {
    const seconds = quick ? 2 : 8;
    try {
      const { rate, share, conflicts } = await contend({ root, onStale, seconds });
      rows.push({
        what: `${AGENTS} processes edit one file, \`--on-stale ${onStale}\``,
        rate: { Lockline: rate },
        rateTarget: target,
        share,
        note: `the slowest agent has ${share.toFixed(2)} of the mean; ${conflicts} conflicts, answered with what each gave; no edit lost`,
      });
    } catch (error) {
      console.error(`left out: on-stale ${onStale} (${error.message.split('\n')[0]})`);
    }
  }
  return rows;
}

async function contend({ root, onStale, seconds }) {
  const file = path.join(root, `contended-${onStale}.txt`);
  writeLines(file, SMALL);
  const peer = lockline(root, { options: ['--on-stale', onStale] });
  const servers = await Promise.all(Array.from({ length: AGENTS }, () => openServer(peer.command)));
  const end = now() + seconds * 1000;
  try {
    const agents = await Promise.all(
      servers.map((server, index) => work({ peer, server, file, line: 100 + index * 600, end })),
    );
    const done = agents.map(({ edits }) => edits);
    const all = done.reduce((sum, edits) => sum + edits, 0);
    const conflicts = agents.reduce((sum, agent) => sum + agent.conflicts, 0);
    return { rate: all / seconds, share: Math.min(...done) / (all / AGENTS), conflicts };
  } finally {
    await Promise.all(servers.map((server) => server.end()));
  }
}

/** One agent that counts its own line up, and after a conflict goes on with what the answer gave. */
async function work({ peer, server, file, line, end }) {
  let version = 0;
  let conflicts = 0;
  const text = await peer.read(server, file, line, line);
  let [, file_hash] = /file_hash ([0-9a-f]{16,64})/.exec(text);
  while (now() < end) {
    const [first_line, contents] = [version, version + 1].map((each) => {
      return lineText(line, width, each);
    });
    const patches = [{ start: line, end: line, first_line, contents }];
    const args = { file_path: file, file_hash, patches };
    const answer = await server.call('patch_text_file_contents', args);
    const result = answer.meta['dev.lockline/result'];
    if (!answer.isError) {
      version += 1;
      file_hash = result.files[0].file_hash;
    } else if (result.code === 'CONFLICT') {
      conflicts += 1;
      file_hash = result.conflicts[0].actual;
    } else if (result.code !== 'BUSY') {
      throw new Error(answer.text);
    }
  }
  if (lineOnDisk(file, line, width) !== lineText(line, width, version)) {
    throw new Error('an acknowledged edit is lost');
  }
  return { edits: version, conflicts };
}

/** One process, an edit of each of many files: one after another, and all at once. */
export async function measureParallel({ root, servers: [peer], quick }) {
  const folder = path.join(root, 'many');
  mkdirSync(folder);
  const files = Array.from({ length: FILES }, (_, index) => path.join(folder, `${index}.txt`));
  for (const file of files) writeLines(file, { lines: 100, width });
  const server = await openServer(peer.command);
  let version = 0;

  const prepare = async () => {
    const [from, to] = [version, version + 1].map((each) => lineText(7, width, each));
    version += 1;
    const texts = await Promise.all(files.map((file) => peer.read(server, file, 7, 7)));
    return files.map((file, index) => () => {
      return peer.edit(server, file, [{ line: 7, from, to }], texts[index]);
    });
  };
  const oneByOne = async () => {
    const edits = await prepare();
    return timed(async () => {
      for (const edit of edits) await edit();
    });
  };
  const atOnce = async () => {
    const edits = await prepare();
    return timed(async () => {
      await Promise.all(edits.map((edit) => edit()));
    });
  };
  try {
    const times = await inTurns(quick ? 2 : 7, { Lockline: atOnce, one: oneByOne });
    return [
      {
        what: `one process, an edit of each of ${FILES} files at once`,
        times,
        limit: 'one after another',
        note: `one after another: ${times.one.toFixed(0)} ms`,
        ratio: { of: 'one', target: 1 / 4 },
      },
    ];
  } finally {
    await server.end();
  }
}
