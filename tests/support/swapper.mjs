// A program that puts a symbolic link in the place of a file or directory and the other way round:
// swapper.mjs PLACE TARGET. Prints a line when it has begun; ends when it is killed.
import { renameSync, symlinkSync, unlinkSync, writeSync } from 'node:fs';

const MAX_PAUSE_MS = 0.1;
const [, , place, target] = process.argv;

/** Each state lasts for another time, so that a change can come between any two calls of the other. */
function linger() {
  const end = performance.now() + Math.random() * MAX_PAUSE_MS;
  while (performance.now() < end);
}

for (let round = 0; ; round += 1) {
  renameSync(place, `${place}.away`);
  symlinkSync(target, place);
  if (round === 0) writeSync(1, 'begun\n');
  linger();
  unlinkSync(place);
  renameSync(`${place}.away`, place);
  linger();
}
