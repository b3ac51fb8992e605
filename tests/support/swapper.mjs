// A program that puts a symbolic link in the place of a file or directory and the other way round:
// swapper.mjs PLACE TARGET [ROUNDS]. Prints a line when it has begun; ends after that many rounds, or when
// it is killed.
import { renameSync, symlinkSync, unlinkSync, writeSync } from 'node:fs';

const MAX_PAUSE_MS = 0.1;
const [, , place, target, rounds = 'Infinity'] = process.argv;
const OCCUPIED = ['EEXIST', 'ENOTEMPTY'];

/** Each state lasts for another time, so that a change can come between any two calls of the other. */
function linger() {
  const end = performance.now() + Math.random() * MAX_PAUSE_MS;
  while (performance.now() < end);
}

let moved = 0;

/** Others may make something in the place while it is empty; that is moved away. */
function occupy(step) {
  for (;;) {
    try {
      step();
      return;
    } catch (error) {
      if (!OCCUPIED.includes(error.code)) throw error;
      moved += 1;
      renameSync(place, `${place}.moved-${moved}`);
    }
  }
}

for (let round = 0; round < Number(rounds); round += 1) {
  renameSync(place, `${place}.away`);
  occupy(() => symlinkSync(target, place));
  if (round === 0) writeSync(1, 'begun\n');
  linger();
  unlinkSync(place);
  occupy(() => renameSync(`${place}.away`, place));
  linger();
}
