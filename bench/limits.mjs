// What this machine can do at best: the calls that a server cannot do without, and nothing else.
import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmdirSync,
  mkdirSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

const chunk = Buffer.allocUnsafe(1 << 20);
const LF = 0x0a;

/** Reads a file, hashes it and finds its lines. */
export function readHashScan(file) {
  const fd = openSync(file, 'r');
  const digest = createHash('sha256');
  for (let count = readSync(fd, chunk); count > 0; count = readSync(fd, chunk)) {
    const bytes = chunk.subarray(0, count);
    digest.update(bytes);
    for (let at = bytes.indexOf(LF); at !== -1;) at = bytes.indexOf(LF, at + 1);
  }
  closeSync(fd);
  digest.digest('hex');
}

/**
 * Replaces a file by itself so that it survives a power cut, under a lock, hashing the old and the new
 * content: read, 2 SHA-256, write, fsync, rename, fsync of the directory.
 */
export function replaceSafely(file) {
  const lock = `${file}.lock`;
  const beside = `${file}.new`;
  mkdirSync(lock);
  const bytes = readFileSync(file);
  for (let hashes = 0; hashes < 2; hashes += 1) createHash('sha256').update(bytes).digest('hex');
  const fd = openSync(beside, 'w');
  writeSync(fd, bytes);
  fsyncSync(fd);
  closeSync(fd);
  renameSync(beside, file);
  const directory = openSync(path.dirname(file), 'r');
  fsyncSync(directory);
  closeSync(directory);
  rmdirSync(lock);
}
