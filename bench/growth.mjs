// How the time grows with the size of what is asked.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { openServer } from './client.mjs';
import { lineText, writeLines } from './fixtures.mjs';
import { growthPower, inTurns, now } from './measure.mjs';

const WIDTH = 50;

/** A subject by name, its sizes and the time at each; the sizes grow by four each. */
export async function measureGrowth({ root, servers: [peer], quick }) {
  const folder = path.join(root, 'growth');
  mkdirSync(folder);
  const server = await openServer(peer.command);
  const desk = { peer, server, folder, rounds: quick ? 3 : 9, versions: new Map() };
  try {
    return [
      await growth(
        'read of the last 100 lines, file of n lines',
        scaled(20_000, quick),
        read,
        desk,
      ),
      await growth('edit of one line, file of n lines', scaled(20_000, quick), editLine, desk),
      await growth('n patches, file of 100,000 lines', scaled(100, quick), patch, desk),
      await growth('edit of n files in one call', [1, 4, 16, 64], editFiles, desk),
    ];
  } finally {
    await server.end();
  }
}

function scaled(first, quick) {
  return [1, 4, 16, 64].map((factor) => (first * factor) / (quick ? 4 : 1));
}

async function growth(what, sizes, prepare, desk) {
  const works = sizes.map((size) => [size, prepare(size, desk)]);
  const times = await inTurns(desk.rounds, Object.fromEntries(works));
  const series = sizes.map((size) => times[size]);
  return { what, sizes, times: series, power: growthPower(sizes, series) };
}

function fileOf(lines, { folder }, name = '') {
  const file = path.join(folder, `${name}${lines}.txt`);
  writeLines(file, { lines, width: WIDTH });
  return file;
}

function read(lines, desk) {
  const { peer, server } = desk;
  const file = fileOf(lines, desk, 'read');
  return async () => {
    await peer.read(server, file, lines - 99, lines);
  };
}

function editLine(lines, desk) {
  const file = fileOf(lines, desk, 'edit');
  return () => change(file, [lines / 2], desk);
}

function patch(count, desk) {
  const lines = 100_000;
  const file = fileOf(lines, desk, `patch${count}-`);
  const step = Math.floor(lines / count);
  const all = Array.from({ length: count }, (_, index) => index * step + 1);
  return () => change(file, all, desk);
}

/** Replaces some lines in one call; gives how long that took. */
async function change(file, lines, { peer, server, versions }) {
  const version = versions.get(file) ?? 0;
  versions.set(file, version + 1);
  const edits = lines.map((line) => ({
    line,
    from: lineText(line, WIDTH, version),
    to: lineText(line, WIDTH, version + 1),
  }));
  const text = await peer.read(server, file, 1, 1);
  const begun = now();
  await peer.edit(server, file, edits, text);
  return now() - begun;
}

function editFiles(count, desk) {
  const { peer, server } = desk;
  const names = Array.from({ length: count }, (_, index) =>
    fileOf(200, desk, `${count}-${index}-`),
  );
  let version = 0;
  return async () => {
    const [first_line, contents] = [version, version + 1].map((each) => lineText(9, WIDTH, each));
    version += 1;
    const files = [];
    for (const file_path of names) {
      const text = await peer.read(server, file_path, 9, 9);
      const [, file_hash] = /file_hash ([0-9a-f]{16,64})/.exec(text);
      files.push({ file_path, file_hash, patches: [{ start: 9, end: 9, first_line, contents }] });
    }
    const begun = now();
    const { isError, text } = await server.call('edit_text_file_contents', { files });
    if (isError) throw new Error(text);
    return now() - begun;
  };
}
