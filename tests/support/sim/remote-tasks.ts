import { constants } from 'node:fs';
import type { Machine } from './remote-worker.js';

/** Writes a file beside the target, renames it into place and gives what is there then. */
export async function publish({ fs }: Machine, name: string): Promise<string> {
  const staged = `/w/new-${name}`;
  const fd = fs.open(staged, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  await fs.writev(fd, [Buffer.from(name)], 0);
  await fs.fsync(fd);
  fs.close(fd);
  fs.rename(staged, '/w/target');
  return fs.readSmall('/w/target').toString();
}

/** Takes a lock that one process can have, and gives it back. */
export function enter({ fs }: Machine, name: string): void {
  fs.mkdir('/w/lock', 0o700);
  fs.mkdir(`/w/${name}-is-in`, 0o700);
  fs.rmdir(`/w/${name}-is-in`);
  fs.rmdir('/w/lock');
}

/** Reads a file in pieces of four bytes. */
export async function readInPieces({ fs }: Machine, path: string): Promise<readonly string[]> {
  const fd = fs.open(path, constants.O_RDONLY);
  const pieces: string[] = [];
  for (;;) {
    const into = Buffer.alloc(4);
    const count = await fs.read(fd, into, 4 * pieces.length);
    if (count === 0) return pieces;
    pieces.push(into.toString('utf8', 0, count));
  }
}

/** Sleeps and gives the time before and after. */
export async function sleep({ clock }: Machine, ms: number): Promise<readonly number[]> {
  const before = clock.now();
  await clock.sleep(ms, new AbortController().signal);
  return [before, clock.now()];
}
