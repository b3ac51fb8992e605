// Files to work on. Every line has a number in it and the same length, so that a server that finds
// lines by their text can find each, and what a server answers can be checked.
import { closeSync, openSync, readSync, fsyncSync, writeSync } from 'node:fs';

export const SMALL = { name: 'small.txt', lines: 5000, width: 40 };
export const LARGE = { name: 'large.txt', lines: 1_000_000, width: 50 };

/** The text of line `number` in its `version`, without the line break. */
export function lineText(number, width, version = 0) {
  const head = `line ${String(number).padStart(7, '0')} v${String(version).padStart(6, '0')} `;
  return head.padEnd(width - 1, 'x');
}

/** Writes a file and waits for the disk, so that the writes are over before anything is measured. */
export function writeLines(file, { lines, width }) {
  writeBlocks(file, blocksOf(lines, width));
}

function* blocksOf(lines, width) {
  const most = 20_000;
  for (let first = 1; first <= lines; first += most) {
    const count = Math.min(most, lines - first + 1);
    yield Array.from({ length: count }, (_, index) => `${lineText(first + index, width)}\n`).join(
      '',
    );
  }
}

/** A file of about `bytes`, made of one block again and again; the number of its lines. */
export function writeHuge(file, bytes) {
  const block = [...blocksOf(20_000, LARGE.width)].join('');
  const count = Math.ceil(bytes / block.length);
  writeBlocks(
    file,
    Array.from({ length: count }, () => block),
  );
  return count * 20_000;
}

function writeBlocks(file, blocks) {
  const fd = openSync(file, 'w');
  for (const block of blocks) writeSync(fd, block);
  fsyncSync(fd);
  closeSync(fd);
}

/** What is on the disk as line `number`. */
export function lineOnDisk(file, number, width) {
  const bytes = Buffer.alloc(width - 1);
  const fd = openSync(file, 'r');
  readSync(fd, bytes, 0, bytes.length, (number - 1) * width);
  closeSync(fd);
  return bytes.toString();
}
